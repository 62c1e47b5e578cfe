"""Proofs to hand to somebody: written into a folder, and verified from one."""

from .prove import prove
from .verify import Verified, verify

__all__ = ["Verified", "prove", "verify"]
