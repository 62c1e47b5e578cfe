"""Online policies of consolidation: every request goes where the policy's choice sends it."""

import numpy as np

import optgap
from optgap.heuristics.consolidation.policies import (
    CODES,
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


def test_methods_place_requests_one_after_another_by_their_policies() -> None:
    instance = generate(6, machines=40, kind="physical", load=0.5, requests=80)
    requests = [i for i, item in enumerate(instance.items) if item.machine is None]
    for name, code in CODES.items():
        expected = scanned(instance, vro(instance, code, 1.0, 0.0, 0.1, "l2"))
        decision = optgap.solve(instance, f"vro-online-{name}").decision
        assert instance.numbers(decision)[requests].tolist() == expected
