"""Model of macroq: a mixed-integer program of templates, MIPS, rates and rank-legality."""

from .model import NEEDS_A_GRID, build_model
from .solution import decision_of, prices_of, set_start
from .words import words

__all__ = ["NEEDS_A_GRID", "build_model", "decision_of", "prices_of", "set_start", "words"]
