"""The names for declaring your own problem: ``from optgap.problem import Instance, Problem, …``.

The module can also be called: ``optgap.problem("placement")`` returns the problem ``placement``.
"""

import sys
from types import ModuleType

from .core.arrays import BoolArray, FloatArray, IntArray, number_array, shape_faults
from .core.faults import Fault
from .core.outcome import Answer
from .core.schema import (
    Count,
    Instance,
    Many,
    Name,
    NonNegative,
    Part,
    Positive,
    PositiveCount,
    PositiveShare,
    Share,
)
from .core.words import Said, becomes, less, more, simply
from .validation.catalogue import Extension, Problem, extend, load_problem
from .validation.catalogue import problem as named
from .validation.judge import Certificate, Decision, Judge, exactly

__all__ = [
    "Answer",
    "BoolArray",
    "Certificate",
    "Count",
    "Decision",
    "Extension",
    "Fault",
    "FloatArray",
    "Instance",
    "IntArray",
    "Judge",
    "Many",
    "Name",
    "NonNegative",
    "Part",
    "Positive",
    "PositiveCount",
    "PositiveShare",
    "Problem",
    "Said",
    "Share",
    "becomes",
    "exactly",
    "extend",
    "less",
    "load_problem",
    "more",
    "number_array",
    "shape_faults",
    "simply",
]


class _Callable(ModuleType):
    """A module that can be called with a problem's name and returns the problem.

    ``optgap.problem("placement")`` and ``from optgap.problem import Problem`` are both public.
    Importing a submodule replaces the package's function of its name, so the module is callable.
    """

    def __call__(self, name: str) -> Problem:
        return named(name)


sys.modules[__name__].__class__ = _Callable
