from . import figures
from .api import check, compare, generate, load, report, save, solve
from .apps.cluster import WavePlan, frees, plan, simulate, stays
from .apps.found_programs import judge
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
__all__ = [
    "Check",
    "Fault",
    "Guarantee",
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
    "guarantee",
    "hunt",
    "judge",
    "library",
    "library_row",
    "load",
    "load_problem",
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
    "submit",
    "sweep",
    "verify",
]
