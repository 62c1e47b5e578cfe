"""Prism: place models on GPUs so that the largest pressure on a key-value cache is minimal.

On a GPU of 80 GB the pressure is Σ rate/slo over its models, divided by the memory that they leave
free.  All numbers are integers, so that pressures are compared as fractions.
"""

import json
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from optgap.problem import (
    Answer,
    Certificate,
    Decision,
    Instance,
    IntArray,
    Judge,
    Many,
    Part,
    PositiveCount,
    Problem,
    number_array,
)
from optgap.running import Run, UnprovenError, safe_bound

from .task import DATA, INSIDE, Known, Reference, Task, solved

FULL = Fraction(10**6)  # the pressure of a GPU without free memory
MOST_MODELS = 20  # maximum number of models whose subsets are enumerated


class PrismModel(Part):
    """A model: its size in GB, its request rate and its service level objective."""

    size: PositiveCount
    rate: PositiveCount
    slo: Annotated[int, Field(gt=0, le=1000)]


class Prism(Instance):
    """Equal GPUs, and models that share them."""

    gpus: PositiveCount
    memory: PositiveCount = 80
    models: Annotated[Many[PrismModel], Field(min_length=1)]


class GpuOfModel(Decision):
    """A decision: the number of the GPU of each model."""

    AXES: ClassVar = {"gpu": ("models",)}
    INDICES: ClassVar = {"gpu": "gpus"}
    gpu: Annotated[IntArray, *number_array(1, whole=True, at_least=0)]


class LeastPressure(Certificate):
    """A certificate: a pressure, as a fraction, below which no plan exists; it is recomputed."""

    numerator: PositiveCount
    denominator: PositiveCount


problem = Problem("prism", Prism, GpuOfModel, paper="SkyDiscover, benchmarks/ADRS/prism")


@problem.check
def check(instance: Prism, decision: GpuOfModel, judge: Judge) -> float:
    """Check the placement; the objective is the maximum pressure of a GPU."""
    worst = Fraction(0)
    for gpu in sorted(set(decision.gpu.tolist())):
        models = [m for m, g in zip(instance.models, decision.gpu, strict=True) if g == gpu]
        room = instance.memory - sum(model.size for model in models)
        judge.at_most("memory", f"GPU {gpu}", instance.memory - room, instance.memory)
        rate = sum(Fraction(model.rate, model.slo) for model in models)
        worst = max(worst, Fraction(rate) / room if room > 0 else FULL)
    return float(worst)


@problem.certified
def certified(instance: Prism, stated: LeastPressure) -> Fraction:
    """Return the claimed pressure if the number of plans below it is zero.

    The pressure p/q is claimed.  A GPU is below it if Σ (q·rate/slo + p·size) < p·memory over its
    models.  If f(X) sets of models within X satisfy this, the number of ways to cover all n models
    by G of the sets (one per GPU) is Σ_X (-1)^(n - |X|) f(X)^G.
    """
    models, p, q = instance.models, stated.numerator, stated.denominator
    if len(models) > MOST_MODELS:
        raise UnprovenError(f"the instance has more than {MOST_MODELS} models to enumerate")
    unit = lcm(*(model.slo for model in models))
    sizes = [q * unit // m.slo * m.rate + unit * p * m.size for m in models]
    limit = unit * p * instance.memory
    if max(sum(sizes), limit) >= 2**62:
        raise UnprovenError("the numerator or denominator is too large")
    load, sign = np.zeros(1, np.int64), np.ones(1, np.int64)
    for size in sizes:
        load, sign = np.concatenate([load, load + size]), np.concatenate([-sign, sign])
    light = (load < limit).astype(np.int64)
    for k in range(len(models)):
        halves = light.reshape(-1, 2, 1 << k)
        halves[:, 1] += halves[:, 0]
    counts = zip(sign.tolist(), light.tolist(), strict=True)
    if sum(s * f**instance.gpus for s, f in counts) != 0:
        raise UnprovenError(f"there is a plan below {p}/{q}")
    return Fraction(p, q)


@problem.generate(gpus=(2, 5))
def generate(seed: int, *, gpus: int = 8) -> Prism:
    """Return an instance as the evaluator draws them: two models for each GPU."""
    rng = np.random.default_rng(seed)
    models = [
        {"size": int(s), "rate": int(r), "slo": int(t)}
        for s, r, t in zip(
            rng.integers(10, 30, 2 * gpus),
            rng.integers(1, 10, 2 * gpus),
            rng.integers(5, 10, 2 * gpus),
            strict=True,
        )
    ]
    document = {"name": f"prism-{seed}", "gpus": gpus, "models": models}
    return Prism.model_validate(document)


@problem.method(kind="exact", paper="subset sums over all models")
def subsets(instance: Prism, run: Run) -> Answer:
    """Improve the greedy plan to the optimum; each step asks `_below` for a better plan."""
    best = _greedy(instance)
    if best is None or len(instance.models) > MOST_MODELS:
        return Answer(decision=None if best is None else {"gpu": best}, stopped=run.stopped)
    while True:
        value = _pressure(instance, best)
        if run.should_stop():
            return Answer(decision={"gpu": best}, stopped=run.stopped)
        better = _below(instance, value)
        if better is None:
            break
        best = better
    proof = {"numerator": value.numerator, "denominator": value.denominator}
    bound = safe_bound(value, "minimize")
    return Answer({"gpu": best}, bound, "certified", proof)


def _below(instance: Prism, value: Fraction) -> list[int] | None:
    """Return a plan with all pressures below a value, or None, by recursion over sets of models."""
    exact = [Fraction(m.rate, m.slo) + value * m.size for m in instance.models]
    unit = lcm(*(s.denominator for s in exact), value.denominator)
    size = [int(s * unit) for s in exact]
    limit, n = int(value * unit * instance.memory), len(size)
    full = np.int64(2) * limit  # state: GPUs in use before the last one, times full, plus its load
    least = np.full(1 << n, 2**62, np.int64)
    last = np.zeros(1 << n, np.int8)
    least[0] = 0
    masks = np.arange(1 << n)
    ones = np.bitwise_count(masks)
    for count in range(1, n + 1):
        layer = masks[ones == count]
        for k in range(n):
            mine = layer[layer >> k & 1 == 1]
            state = least[mine ^ (1 << k)]
            fits = state % full + size[k] < limit
            state = np.where(fits, state + size[k], (state // full + 1) * full + size[k])
            shorter = state < least[mine]
            least[mine[shorter]], last[mine[shorter]] = state[shorter], k
    if least[-1] // full >= instance.gpus or max(size) >= limit:
        return None
    gpu, mask = [0] * n, (1 << n) - 1
    while mask:
        gpu[last[mask]] = int(least[mask] // full)
        mask ^= 1 << int(last[mask])
    return gpu


def _pressure(instance: Prism, gpu: Sequence[int]) -> Fraction:
    rate, free = [Fraction(0)] * instance.gpus, [instance.memory] * instance.gpus
    for model, g in zip(instance.models, gpu, strict=True):
        rate[g] += Fraction(model.rate, model.slo)
        free[g] -= model.size
    return max(r / f if f > 0 else FULL for r, f in zip(rate, free, strict=True))


@problem.method(kind="heuristic", paper="SkyDiscover's initial program, after Prism's Algorithm 1")
def greedy(instance: Prism) -> Answer:
    """Place models by decreasing rate/slo on the GPU with the least pressure that has room."""
    gpu = _greedy(instance)
    return Answer(decision=None if gpu is None else {"gpu": gpu}, message="no GPU has room")


def _greedy(instance: Prism) -> list[int] | None:
    weights = [model.rate / model.slo for model in instance.models]
    rate, free = [0.0] * instance.gpus, [instance.memory] * instance.gpus
    gpu = [0] * len(weights)
    for k in sorted(range(len(weights)), key=lambda k: -weights[k]):
        room = [
            g for g in range(instance.gpus) if instance.models[k].size <= free[g] and free[g] > 0
        ]
        if not room:
            return None
        gpu[k] = min(room, key=lambda g: rate[g] / free[g])
        rate[gpu[k]] += weights[k]
        free[gpu[k]] -= instance.models[k].size
    return gpu


def score(objectives: Sequence[float]) -> float:
    """Return the framework's score: 1 / mean pressure, plus 1 because all instances ran."""
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
    return solved(draw(seed), "subsets", 60)


def draw(seed: int) -> list[Prism]:
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
