"""Prism: models to GPUs, so that the most pressed key-value cache is pressed least.

On a GPU of 80 GB the pressure is Σ rate/slo over its models, divided by the memory that they leave
free.  All numbers are whole, so that pressures are compared as fractions.
"""

from fractions import Fraction
from math import lcm
from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from ....core.arrays import IntArray, number_array
from ....core.schema import Instance, Many, Part, PositiveCount
from ....validation.catalogue import Problem
from ....validation.judge import Certificate, Decision, Judge

FULL = Fraction(10**6)  # the pressure of a GPU without free memory
MOST_MODELS = 20  # whose subsets are enumerated


class PrismModel(Part):
    """A model: its size in GB, its request rate and its service level."""

    size: PositiveCount
    rate: PositiveCount
    slo: Annotated[int, Field(gt=0, le=1000)]


class Prism(Instance):
    """Equal GPUs, and models that share them."""

    gpus: PositiveCount
    memory: PositiveCount = 80
    models: Annotated[Many[PrismModel], Field(min_length=1)]


class GpuOfModel(Decision):
    """The number of the GPU of each model."""

    AXES: ClassVar = {"gpu": ("models",)}
    INDICES: ClassVar = {"gpu": "gpus"}
    gpu: Annotated[IntArray, *number_array(1, whole=True, at_least=0)]


class LeastPressure(Certificate):
    """A pressure, as a fraction; all subsets of the models show that no plan stays below it."""

    numerator: PositiveCount
    denominator: PositiveCount


problem = Problem("prism", Prism, GpuOfModel, paper="SkyDiscover, benchmarks/ADRS/prism")


@problem.check
def check(instance: Prism, decision: GpuOfModel, judge: Judge) -> float:
    """Judge the placement; the objective is the largest pressure."""
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
    """Return the claimed pressure if no plan is below it: the count of such plans is zero.

    A GPU is below p/q if Σ (q·rate/slo + p·size) < p·memory.  With f(X) such sets within X, the
    number of ways to cover all n models by G of them is Σ_X (-1)^(n - |X|) f(X)^G.
    """
    models, p, q = instance.models, stated.numerator, stated.denominator
    if len(models) > MOST_MODELS:
        raise ValueError(f"more than {MOST_MODELS} models are not enumerated")
    unit = lcm(*(model.slo for model in models))
    sizes = [q * unit // m.slo * m.rate + unit * p * m.size for m in models]
    limit = unit * p * instance.memory
    if max(sum(sizes), limit) >= 2**62:
        raise ValueError("the numbers of the fraction are too large")
    load, sign = np.zeros(1, np.int64), np.ones(1, np.int64)
    for size in sizes:
        load, sign = np.concatenate([load, load + size]), np.concatenate([-sign, sign])
    light = (load < limit).astype(np.int64)
    for k in range(len(models)):
        halves = light.reshape(-1, 2, 1 << k)
        halves[:, 1] += halves[:, 0]
    counts = zip(sign.tolist(), light.tolist(), strict=True)
    if sum(s * f**instance.gpus for s, f in counts) != 0:
        raise ValueError(f"there is a plan below {p}/{q}")
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
