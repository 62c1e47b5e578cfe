"""macroq as a mixed integer program: templates, mips, rates, importance and rank legality."""

from .curves import stretches_of
from .model import NEEDS_A_GRID, build_model
from .prices import prices_of
from .solution import decision_of, set_start

__all__ = ["NEEDS_A_GRID", "build_model", "decision_of", "prices_of", "set_start", "stretches_of"]
