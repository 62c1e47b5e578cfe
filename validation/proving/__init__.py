"""Proof folders: write proofs of a method's claims, and verify them."""

from .folder import OUTCOME, Verified, write_explanation
from .prove import prove
from .verify import verify
from .vipr import write_vipr

__all__ = ["OUTCOME", "Verified", "prove", "verify", "write_explanation", "write_vipr"]
