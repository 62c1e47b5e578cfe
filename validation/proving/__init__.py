"""Proofs to hand to somebody: written into a folder, and verified from one."""

from .prove import prove
from .verified import Verified
from .verify import verify

__all__ = ["Verified", "prove", "verify"]
