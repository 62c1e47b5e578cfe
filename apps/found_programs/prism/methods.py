"""Methods for Prism: the proven optimum over all subsets, and the seed program's heuristic."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from ....core.gaps import safe_bound
from ....core.outcome import Answer
from ....core.run import Run
from .problem import FULL, MOST_MODELS, Prism, problem


@problem.method(kind="exact", paper="subset sums over all models")
def subsets(instance: Prism, run: Run) -> Answer:
    """Improve the greedy plan until no plan is better; bins of linear sizes decide each step."""
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
    """Return a plan with all pressures below a value: fill GPU after GPU, over all subsets."""
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
    """By falling rate/slo, to the least pressed GPU with room."""
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
