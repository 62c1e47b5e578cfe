"""Proofs to hand to somebody: written into a folder, and verified from one."""

from .folder import write_explanation
from .prove import prove
from .verified import Verified
from .verify import verify

__all__ = ["Verified", "prove", "verify", "write_explanation"]
