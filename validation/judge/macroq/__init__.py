"""The judge of macroq: admission, rank legality, mips, importance by forward evaluation, proofs."""

from .certificate import RequiredMips, WaterlinePrices, certified, is_empty
from .decision import AdmittedJobs, check

__all__ = ["AdmittedJobs", "RequiredMips", "WaterlinePrices", "certified", "check", "is_empty"]
