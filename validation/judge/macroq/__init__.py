"""The judge of macroq: admission, rank legality, mips, importance by forward evaluation, proofs."""

from .certificate import RequiredMips, certified
from .decision import AdmittedJobs, check
from .waterline_prices import WaterlinePrices, is_empty

__all__ = ["AdmittedJobs", "RequiredMips", "WaterlinePrices", "certified", "check", "is_empty"]
