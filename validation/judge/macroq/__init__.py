"""The judge of macroq: admission, rank legality, mips, importance by forward evaluation, proofs."""

from .certificate import check_certificate
from .decision import check
from .waterline_prices import is_empty, proven_by

__all__ = ["check", "check_certificate", "is_empty", "proven_by"]
