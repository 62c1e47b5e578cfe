"""Proof folders: write proofs of a method's claims, and verify them."""

from .folder import Verified, write_explanation
from .prove import prove
from .submission import Submission, packed, rows_text, submit
from .verify import verify
from .vipr import write_vipr

__all__ = [
    "Submission",
    "Verified",
    "packed",
    "prove",
    "rows_text",
    "submit",
    "verify",
    "write_explanation",
    "write_vipr",
]
