from .api import (
    check,
    compare,
    generate,
    judge,
    load,
    report,
    save,
    solve,
)
from .batches import bench
from .benchopt import export_benchopt
from .cluster import frees, plan, simulate, stays
from .core.faults import Fault, InputError
from .core.outcome import Outcome
from .core.schema import Instance
from .explaining import diagnose, explain, pool, sweep
from .exporting import export
from .hunts_and_proofs import Worst, hunt, prove, verify
from .own_models import ModelFront, front
from .solvers.rollout import WavePlan
from .validation.catalogue import Problem, load_problem, problem, problem_names
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
    "diagnose",
    "explain",
    "export",
    "export_benchopt",
    "frees",
    "front",
    "generate",
    "hunt",
    "judge",
    "load",
    "load_problem",
    "plan",
    "pool",
    "problem",
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
