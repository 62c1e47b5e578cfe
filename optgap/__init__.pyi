from . import figures
from .api import check, compare, generate, load, report, save, solve
from .apps.cluster import WavePlan, frees, plan, simulate, stays
from .apps.cluster.placing import place
from .apps.found_programs import judge
from .core.faults import Fault, InputError
from .core.schema import Instance
from .explaining import explain, pool, sweep
from .own_models import export, front
from .pictures import ModelFront, Outcome
from .studies import Worst, bench, hunt, prove, verify
from .validation.catalogue import Problem, load_problem, problem_named, problem_names
from .validation.judge import Check

__version__: str
__all__ = [
    "Check",
    "Fault",
    "InputError",
    "Instance",
    "ModelFront",
    "Outcome",
    "Problem",
    "WavePlan",
    "Worst",
    "bench",
    "check",
    "compare",
    "explain",
    "export",
    "figures",
    "frees",
    "front",
    "generate",
    "hunt",
    "judge",
    "load",
    "load_problem",
    "place",
    "plan",
    "pool",
    "problem_named",
    "problem_names",
    "prove",
    "report",
    "save",
    "simulate",
    "solve",
    "stays",
    "sweep",
    "verify",
]
