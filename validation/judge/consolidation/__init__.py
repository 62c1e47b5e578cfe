"""The judge of consolidation: decisions and bounds, in exact arithmetic on the file's decimals."""

from .certificate import certified
from .decision import MachineOfItem, check
from .fewest_moves import claims_of_moves as claims_beside

__all__ = ["MachineOfItem", "certified", "check", "claims_beside"]
