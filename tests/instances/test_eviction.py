"""Temperatures and numbers of an instance are exact: the decimals that they are written as."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import optgap
from optgap.core.decimals import as_written
from optgap.core.faults import InputError
from optgap.instances.eviction import Eviction


@pytest.mark.parametrize("seed", range(6))
def test_temperatures_are_the_exact_weighted_sums(seed: int) -> None:
    rng = np.random.default_rng(seed)
    made = optgap.generate("eviction", seed, residents=20)
    weights = {"cpu_usage": 0.3, "memory_usage": round(rng.random(), 3), "connections": 1e-3}
    made = made.model_copy(update={"weights": weights})
    expected = [
        sum(Fraction(str(weights[f])) * Fraction(str(v)) for f, v in each.factors.items())
        for each in made.residents
    ]
    assert made.temperatures == expected
    assert [Fraction(int(h), made.heat_parts) for h in made.heat] == expected
    whole = [t * made.heat_parts for t in expected]
    assert all(each.denominator == 1 for each in whole)
    assert np.lcm.reduce([t.denominator for t in expected]) == made.heat_parts


def test_given_temperatures_count_as_they_are_written() -> None:
    residents = [
        {"name": str(k), "demand": [1], "temperature": t} for k, t in enumerate((0.1, 0.25, 0))
    ]
    document = {"name": "n", "resources": ["cpu"], "request": [2], "residents": residents}
    made = Eviction.model_validate(document)
    assert made.temperatures == [Fraction(1, 10), Fraction(1, 4), 0]
    assert (made.heat.tolist(), made.heat_parts) == ([2, 5, 0], 20)
    residents[0]["temperature"] = 1e-16
    residents[1]["temperature"] = 12.5
    with pytest.raises(InputError, match="temperatures have too many digits to be added"):
        Eviction.model_validate(document)


@pytest.mark.parametrize("number", [0.1, 1e-9, 3, 1e22, 5e-324, Fraction(1, 3), np.float64(2.5)])
def test_numbers_are_the_decimals_that_they_are_written_as(number: float | Fraction) -> None:
    assert as_written(number) == Fraction(str(number))
