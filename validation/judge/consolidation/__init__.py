"""The judge of consolidation: checks decisions and bounds exactly, on the file's decimals."""

from .certificate import certified, claims_beside
from .decision import MachineOfItem, check

__all__ = ["MachineOfItem", "certified", "check", "claims_beside"]
