"""Clusters of `consolidation` with very many machines: machines drawn ahead, the same clusters."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

generate: Any = import_module("optgap.instances.consolidation.generate")


def drawn_one_by_one(rng, rooms, demand) -> list[int]:
    """Return the machine of each item; a few random machines are asked first, item by item."""
    home = []
    for row in demand:
        asked = rng.integers(0, rooms.shape[1], generate._ASKED)
        fits = asked[(row <= rooms[:, asked].T).all(axis=1)][:1]
        if not len(fits):
            fits = np.flatnonzero((rooms >= row[:, None]).all(axis=0))
        home.append(int(rng.choice(fits)) if len(fits) else -1)
        if home[-1] >= 0:
            rooms[:, home[-1]] -= row
    return home


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("machines", [1, 40, 300])
def test_machines_drawn_ahead_are_those_drawn_one_by_one(seed: int, machines: int) -> None:
    """More items than fit, so that all machines are asked often, and some items have no place."""
    demand = generate._demands(np.random.default_rng(seed), "physical3", 20 * machines)
    rooms = np.repeat(np.array([[96.0], [486.4], [6800.0]]), machines, axis=1)
    expected_rng, rng = np.random.default_rng(seed), np.random.default_rng(seed)
    expected = drawn_one_by_one(expected_rng, rooms.copy(), demand)
    assert -1 in expected
    assert generate._homes_among_many(rng, rooms, demand).tolist() == expected
    assert rng.integers(2**40) == expected_rng.integers(2**40)
