"""The index of consolidation's online policies chooses what a scan of all machines chooses."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.heuristics.consolidation.machine_index import blocks_of, place_in_order, shapes
from optgap.heuristics.consolidation.policies import (
    CODES,
    DIAGONAL,
    ItemArrays,
    PackingPolicy,
    Request,
    Shortlist,
    choose,
    first_empty,
    load_of,
    vro,
)
from optgap.instances.consolidation import Consolidation
from optgap.instances.consolidation.generate import generate

SHAPES = ([8, 8, 8], [16, 8, 4], [12, 0, 6], [9, 9, 9])


def crowd(seed: int, machines: int, resources: int) -> Consolidation:
    """Return machines of a few shapes with residents, and requests; small numbers, many ties."""
    rng = np.random.default_rng(seed)
    shape = [SHAPES[k][:resources] for k in rng.integers(0, len(SHAPES), machines)]
    listed = [
        {"name": f"m{j}", "capacity": each, "limit": [1.0, 0.9, 1.0][:resources]}
        for j, each in enumerate(shape)
    ]
    items = []
    for i in range(4 * machines):
        j = int(rng.integers(0, machines))
        demand = rng.integers(0, 4, resources).tolist()
        if resources > 1 and shape[j][1] == 0:
            demand[1] = 0
        held = [item["demand"] for item in items if item.get("machine") == f"m{j}"]
        load = np.sum([*held, demand], axis=0)
        item = {"name": f"i{i}", "demand": demand}
        if i % 2 == 0 and (load <= np.array(shape[j]) * 0.9).all():
            item["machine"] = f"m{j}"
        elif rng.random() < 0.3:
            some = rng.permutation(machines)[: 1 + machines // 2].tolist()
            item["allowed_machines"] = [f"m{k}" for k in sorted(some)]
        items.append(item)
    names = ["cpu", "memory", "disk"][:resources]
    document = {"name": "crowd", "resources": names, "machines": listed, "items": items}
    return Consolidation.model_validate(document)


def scanned(instance: Consolidation, policy: PackingPolicy) -> list[int]:
    """Return the machines of the requests by a scan per request, up to one without a machine."""
    items = ItemArrays.of(instance)
    state = load_of(instance, instance.home, items.book)
    scratch = Shortlist(np.empty(len(state.held), np.int64), np.empty(len(state.held)))
    masks, row_of = instance.masks
    chosen = []
    for i in np.flatnonzero(instance.home < 0).tolist():
        demand, allowed = instance.demand[i], masks[row_of[i]]
        request = Request(demand, allowed, policy.packed(demand.size))
        j = choose(state, request, -1, scratch)
        if j < 0:
            j = first_empty(state, request, items.opening)
        chosen.append(j)
        if j < 0:
            break
        state.left.room[j] -= demand
        state.held[j] += 1
    return chosen


def indexed(instance: Consolidation, policy: PackingPolicy, block: int, batch: int) -> list[int]:
    """Return the same by the index, its blocks made anew after some requests."""
    items, shape = ItemArrays.of(instance), shapes(instance.per_unit, instance.spare)
    state = load_of(instance, instance.home, items.book)
    requests = np.flatnonzero(instance.home < 0)
    machine = instance.home.copy()
    packed = policy.packed(len(instance.resources))
    placed, stuck = 0, False
    while placed < len(requests) and not stuck:
        done, stuck = place_in_order(
            requests[placed : placed + batch],
            items,
            state,
            blocks_of(state, shape, block),
            packed,
            machine,
        )
        placed += done
    return machine[requests[: placed + stuck]].tolist()


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 10_000),
    machines=st.integers(1, 30),
    resources=st.integers(1, 3),
    code=st.integers(0, 7),
    delta=st.sampled_from([0.0, 0.1, 0.5]),
    beta=st.sampled_from([0.0, 0.7]),
    norm=st.sampled_from(["l1", "l2", "max"]),
    block=st.integers(1, 8),
    batch=st.integers(1, 40),
)
def test_the_index_chooses_what_the_scan_chooses(
    seed: int,
    machines: int,
    resources: int,
    code: int,
    delta: float,
    beta: float,
    norm: str,
    block: int,
    batch: int,
) -> None:
    instance = crowd(seed, machines, resources)
    policy = PackingPolicy(code)
    if code >= DIAGONAL:
        policy = vro(instance, code, 1.0, beta, delta, norm)
    assert indexed(instance, policy, block, batch) == scanned(instance, policy)


@pytest.mark.parametrize("code", range(8))
@pytest.mark.parametrize("kind", ["physical3", "ecs"])
def test_the_same_on_clusters_of_some_size(code: int, kind: str) -> None:
    """Blocks of the usual size, many of them; more changes than the list of changes holds."""
    instance = generate(5, machines=400, kind=kind, load=0.6, requests=1200)
    policy = vro(instance, code, 1.0, 0.0, 0.1, "l2") if code >= DIAGONAL else PackingPolicy(code)
    assert indexed(instance, policy, 64, 2000) == scanned(instance, policy)


def test_methods_use_the_index() -> None:
    instance = generate(6, machines=40, kind="physical", load=0.5, requests=80)
    requests = [i for i, item in enumerate(instance.items) if item.machine is None]
    for name, code in CODES.items():
        expected = scanned(instance, vro(instance, code, 1.0, 0.0, 0.1, "l2"))
        decision = optgap.solve(instance, f"vro-online-{name}").decision
        assert instance.numbers(decision)[requests].tolist() == expected
