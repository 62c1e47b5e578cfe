"""Prism: models to GPUs, so that the most pressed key-value cache is pressed least."""

import json
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from ....core.outcome import safe_bound
from ..task import DATA, INSIDE, Known, Reference, Task, solved
from . import methods
from .problem import LeastPressure, Prism, certified, generate, problem

__all__ = [
    "LeastPressure",
    "Prism",
    "certified",
    "fresh",
    "generate",
    "methods",
    "problem",
    "references",
    "score",
    "task",
]


def score(objectives: Sequence[float]) -> float:
    """Return 1 / mean pressure, and 1 for the share of instances that ran: all."""
    mean = float(np.mean(objectives))
    return (1 / mean if mean else 0.0) + 1


@cache
def references() -> list[Reference]:
    """Return the evaluator's 50 instances with their proven optima."""
    rows = json.loads((DATA / "prism" / "instances.json").read_text())
    return [
        Reference(
            Prism(
                name=f"prism-{row['instance']}",
                gpus=row["gpus"],
                memory=row["memory"],
                models=row["models"],
            ),
            safe_bound(Fraction(row["optimum"]), "minimize"),
            "certified",
        )
        for row in rows
    ]


def fresh(seed: int) -> list[Reference]:
    """Return ten new instances, solved now."""
    return solved(_draw(seed), "subsets", 60)


def _draw(seed: int) -> list[Prism]:
    rng = np.random.default_rng(seed)
    return [generate(int(rng.integers(2**31)), gpus=int(rng.integers(5, 10))) for _ in range(10)]


task = Task(
    name="prism",
    problem=problem,
    statement="""\
Place models on GPUs.  `compute_model_placement(gpu_num, models)` gets the number of GPUs and the
models; each has `model_name`, `model_size` (GB), `req_rate` and `slo`.  It returns a dict: for each
GPU, 0 to gpu_num - 1, the list of its models, every model once.  A GPU has 80 GB.  Minimise the
largest sum(req_rate / slo) / (80 - sum(model_size)) over the GPUs.""",
    function="compute_model_placement(gpu_num, models)",
    adapter=INSIDE / "prism.py",
    program="prism/initial_program.txt",
    references=references,
    fresh=fresh,
    score=score,
    seconds=10,
    record=Known(
        proven="optimum of all 50: score 26.2559717",
        best="26.2559717",
        human="21.8916",
        published="26.23 to 26.26",
    ),
)
