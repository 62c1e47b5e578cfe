"""The judge of macroq: admission, rank legality, mips, importance by forward evaluation, proofs."""

from .certificate import check_certificate
from .decision import check

__all__ = ["check", "check_certificate"]
