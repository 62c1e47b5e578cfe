from typing import Any

from . import figures
from .api import check, compare, generate, load, report, save, solve
from .core.faults import Fault, InputError
from .core.schema import Instance
from .explaining import explain, pool, sweep
from .own_models import export, front
from .pictures import ModelFront, Outcome
from .studies import Worst, bench, guarantee, hunt, library, prove, submit, verify
from .validation.catalogue import Problem, load_problem, problem_named, problem_names
from .validation.guarantees import Guarantee
from .validation.judge import Check
from .validation.running import library_row

__version__: str

def __getattr__(name: str) -> Any: ...  # the verbs of installed packages

__all__ = [
    "Check",
    "Fault",
    "Guarantee",
    "InputError",
    "Instance",
    "ModelFront",
    "Outcome",
    "Problem",
    "Worst",
    "bench",
    "check",
    "compare",
    "explain",
    "export",
    "figures",
    "front",
    "generate",
    "guarantee",
    "hunt",
    "library",
    "library_row",
    "load",
    "load_problem",
    "pool",
    "problem_named",
    "problem_names",
    "prove",
    "report",
    "save",
    "solve",
    "submit",
    "sweep",
    "verify",
]
