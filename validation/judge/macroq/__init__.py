"""The judge of macroq: checks admission, rank legality, mips and importance, and certificates."""

from .certificate import RequiredMips, WaterlinePrices, certified, is_empty
from .decision import AdmittedJobs, check

__all__ = ["AdmittedJobs", "RequiredMips", "WaterlinePrices", "certified", "check", "is_empty"]
