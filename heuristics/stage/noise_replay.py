"""What happens to a plan when latencies are not what was predicted (Expt 9).

Lyu et al., PVLDB 15(11), 2022, section 6.2: actual latencies are normal, cut at three deviations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...core.arrays import FloatArray
from ...core.faults import input_error
from ...core.outcome import Decision
from ...instances.stage import Stage

_CUT = 3.0  # deviations


@dataclass(frozen=True)
class Replayed:
    """Latency and cost of what happened."""

    latency: float
    cost: float


def replay(instance: Stage, decision: Decision, seed: int) -> Replayed:
    """Return latency and cost where instance i takes ``μ_i + σ_i z_i``.

    Of a predicted latency f the mean is ``(1 + bias) f`` and the deviation ``sigma f``.  The z_i
    are the same for every decision with the same seed.
    """
    if instance.noise is None:
        raise input_error("noise", "required key is missing: a replay needs it")
    machine = np.array(decision["machine"], dtype=np.int64)
    configuration = np.array(decision["configuration"], dtype=np.int64)
    predicted = instance.chosen(machine, configuration)
    factor = 1.0 + instance.noise.bias + instance.noise.sigma * deviations(len(machine), seed)
    actual = predicted * factor
    return Replayed(float(actual.max()), math.fsum(actual * instance.price[configuration]))


def deviations(count: int, seed: int) -> FloatArray:
    """Return standard normal numbers, drawn again where they lie outside three deviations."""
    rng = np.random.default_rng(seed)
    drawn: FloatArray = rng.normal(size=count)
    while (outside := np.abs(drawn) > _CUT).any():
        drawn[outside] = rng.normal(size=int(outside.sum()))
    return drawn
