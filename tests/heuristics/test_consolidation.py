"""Online policies of consolidation: by hand, against a plain implementation, and their claims."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.instances.consolidation import Consolidation
from optgap.instances.consolidation.generate import generate

ONLINE = ("first-fit", "best-fit", "worst-fit", "most-allocated", "rtcr")
VRO = ("vro-online-diagonal", "vro-online-bottleneck", "vro-online-dot-product")


def test_figure_4() -> None:
    """Best fit takes the skewed machine, the diagonal policy the one whose rest is even."""
    figure = optgap.load("consolidation/figure-4")
    chosen = {m: optgap.solve(figure, m).decision["machine"]["i"] for m in (*ONLINE, *VRO)}
    assert chosen["best-fit"] == "m1"
    assert chosen["worst-fit"] == "m3"
    assert chosen["vro-online-diagonal"] == "m2"
    assert chosen["vro-online-bottleneck"] == "m2"
    without = optgap.solve(figure, "vro-online-diagonal", options={"delta": 0.0})
    assert without.decision["machine"]["i"] == "m1"


def plain(instance: Consolidation, method: str, delta: float) -> dict[str, str]:
    """Place the requests by Eq. 1 to 5 as they read, machine by machine."""
    room = {m.name: np.array(m.capacity) * np.array(m.limit) for m in instance.machines}
    whole = {name: left.copy() for name, left in room.items()}
    held: dict[str, int] = dict.fromkeys(room, 0)
    placed = {}
    for item in instance.items:
        demand = np.array(item.demand)
        if item.machine is not None:
            chosen = item.machine
        else:
            fits = [m for m in room if held[m] and (room[m] - demand >= -1e-9).all()]
            rest = {m: (room[m] - demand) / whole[m] for m in fits}
            loss = {m: float(np.linalg.norm(rest[m])) for m in fits}
            close = [m for m in fits if loss[m] - min(loss.values()) < delta + 1e-12]
            if not fits:
                chosen = next(m for m in room if not held[m])
            elif method == "best-fit":
                chosen = min(fits, key=lambda m: round(loss[m], 9))
            elif method == "vro-online-diagonal":
                chosen = min(close, key=lambda m: round(angle(rest[m]), 6))
            elif method == "vro-online-bottleneck":
                chosen = max(close, key=lambda m: round(float(rest[m].min()), 9))
            else:
                used = demand / whole[fits[0]]
                chosen = max(close, key=lambda m: round(float(used @ (rest[m] + used)), 9))
        placed[item.name] = chosen
        room[chosen] = room[chosen] - demand
        held[chosen] += 1
    return placed


def angle(rest: np.ndarray) -> float:
    length = float(np.linalg.norm(rest)) * math.sqrt(len(rest))
    return 0.0 if length < 1e-9 else math.acos(min(1.0, float(rest.sum()) / length))


@pytest.mark.parametrize("method", ["best-fit", *VRO])
@pytest.mark.parametrize("kind", ["physical", "physical3", "ecs"])
def test_compiled_policies_are_the_plain_ones(method: str, kind: str) -> None:
    instance = generate(4, machines=12, kind=kind, load=0.4, running=False)
    outcome = optgap.solve(instance, method)
    expected = plain(instance, method, 0.1)
    assert outcome.objective == len(set(expected.values()))
    if method != "vro-online-diagonal":  # its ties differ by rounding of cosines
        assert outcome.decision["machine"] == expected


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    st.integers(0, 10_000),
    st.sampled_from(["physical", "physical3", "ecs"]),
    st.sampled_from([*ONLINE, *VRO]),
    st.booleans(),
)
def test_online_plans_are_feasible_and_bounded(
    seed: int, kind: str, method: str, running: bool
) -> None:
    instance = generate(seed, machines=6, kind=kind, load=0.4, requests=6, running=running)
    outcome = optgap.solve(instance, method)
    assert outcome.objective is not None
    assert outcome.bound_kind == "certified"
    assert outcome.bound <= outcome.objective
    assert outcome.details["moves"] == 0


@pytest.mark.parametrize("seed", range(4))
def test_cheap_bounds_never_exceed_the_optimum(seed: int) -> None:
    instance = generate(seed, machines=5, kind="ecs", load=0.5, budget=0.3)
    optimum = optgap.solve(instance, "exact", gap=0)
    assert optimum.status == "optimal"
    assert optgap.solve(instance, "first-fit").bound <= optimum.objective


def test_kubernetes_scores_by_hand() -> None:
    """Most allocated floors means of whole percentages; RTCR leaves out what scores 0."""
    machines = [{"name": m, "capacity": [100, 100]} for m in ("m1", "m2")]
    items = [
        {"name": "x", "demand": [60, 0], "machine": "m1"},
        {"name": "y", "demand": [40, 40], "machine": "m2"},
        {"name": "new", "demand": [10, 0]},
    ]
    document = {"name": "k", "resources": ["cpu", "gpu"], "machines": machines, "items": items}
    instance = Consolidation.model_validate(document)
    chosen = {
        m: optgap.solve(instance, m).decision["machine"]["new"] for m in ("most-allocated", "rtcr")
    }
    assert chosen == {"most-allocated": "m2", "rtcr": "m1"}  # (70 + 0) / 2 < 45; 70 > 45


def test_what_fits_nowhere_is_named() -> None:
    for method in ("exact", *ONLINE, *VRO):
        outcome = optgap.solve(optgap.load("consolidation/item-too-large"), method)
        assert outcome.status == "infeasible"
        assert outcome.message == "item big fits on none of its allowed machines"


def test_an_overfull_machine_is_named_and_left_by_exact() -> None:
    exchange = optgap.load("consolidation/exchange")
    heavy = exchange.items[0].model_copy(update={"demand": (6.0, 1.0)})
    crowded = exchange.model_copy(update={"items": (heavy, *exchange.items[1:])})
    outcome = optgap.solve(crowded, "best-fit")
    assert outcome.status == "unknown"
    assert outcome.message == "machine m1 is overfull now, but this method moves no items"
    assert optgap.solve(crowded, "exact").status == "optimal"


def test_a_time_limit_of_zero() -> None:
    instance = generate(1, machines=6, running=False)
    outcome = optgap.solve(instance, "best-fit", time_limit=0.0)
    assert (outcome.status, outcome.stopped) == ("unknown", "time_limit")
