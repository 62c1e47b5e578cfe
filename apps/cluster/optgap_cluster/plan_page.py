"""A plan as an HTML page: nodes before and after, waves, savings, and why nodes stay.

The page is one file without scripts; all names are escaped.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from optgap.consolidation import Consolidation
from optgap.faults import printable, quantity
from optgap.problem import FloatArray, IntArray
from optgap.reports import figure, page_template

from .cluster_plan import ClusterPlan, risk_lines
from .descheduler import shares
from .kubernetes import CAPACITY_TYPE
from .plan_tables import (
    ENDING,
    creation_lines,
    duration,
    end_words,
    money,
    net_saving,
    steps_words,
    stops,
)
from .rollout import HOURS, STEPS_AT_ONCE, Replay, WavePlan

_COLOURS = 11  # number of workloads with a separate colour; all others share one
_OTHERS = 11  # the colour of all others
_SHOWN = ("cpu", "memory")  # resources with bars
_WIDTH, _HEIGHT, _GAP = 960, 120, 34  # size of the picture of all nodes


def plan_page(
    of: ClusterPlan,
    replay: Replay | None,
    front: Sequence[Mapping[str, Any]] = (),
    least: tuple[float | None, str | None] = (None, None),
) -> str:
    """Return the page of a plan, with its replay and its front if they are given."""
    instance = of.placed
    now, then = instance.home, of.reached
    workload = [
        item.name
        if item.owner is None
        else f"{item.name.rpartition('/')[0]}/{item.owner.partition('/')[2]}"
        for item in instance.items
    ]
    colours, legend = _colours(instance, workload)
    return page_template(
        __package__, "plan.html.j2", figure=figure, printable=printable, counted=steps_words
    ).render(
        name=instance.name,
        source=instance.source,
        sha256=instance.sha256,
        method=str(of.claims.get("method") or ""),
        facts=list(_facts(of, now, then)),
        claim=_claim(replay),
        picture=_picture(of, now, then, colours),
        legend=legend,
        front=front,
        size=(_WIDTH, 2 * _HEIGHT),
        chosen=sum(move.origin is not None for move in of.waves.steps),
        end_words=end_words(*least) if len(front) > 1 else "",
        rows=list(_rows(of, now, then)),
        resources=_bars(instance),
        waves=_waves(of.waves, of.wave_seconds),
        at_once=STEPS_AT_ONCE,
        plan=of.waves,
        risks=list(risk_lines(of.risks, most=50)),
        create=list(creation_lines(of.new_machines)),
        ending=ENDING if of.waves.freed or of.empty else (),
        notes=of.waves.notes,
        later=quantity(len(of.freed_later), "node") if of.freed_later else "",
    )


def _facts(of: ClusterPlan, now: IntArray, then: IntArray) -> Iterator[tuple[str, str, str]]:
    """Yield the key figures, each with a title, a value and a short explanation."""
    instance, plan = of.placed, of.waves
    before, after = instance.in_use(now), instance.in_use(then)
    unit = f", {instance.currency}" if instance.currency else ""
    bound = "" if instance.objective == "price" or instance.toll else _bound_words(of)
    yield "nodes in use", f"{before.sum()} → {after.sum()}", bound
    if instance.objective == "price":
        unit_price = float(instance.price_unit)
        cost = [float(instance.full_price[used].sum()) * unit_price for used in (before, after)]
        bound = "" if instance.toll else _bound_words(of)
        yield f"price per hour{unit}", f"{figure(cost[0])} → {figure(cost[1])}", bound
    if plan.saved is not None:
        yield f"saved per month{unit}", money(round(HOURS * plan.saved, 2)), f"of {HOURS} hours"
    detours = stops(plan) if plan.detours else "pods that move"
    yield "evictions", str(sum(move.origin is not None for move in plan.steps)), detours
    if (net := net_saving(instance, then)) is not None:
        less = f"{figure(net.saved)} minus {figure(net.paid)} for evictions; {_bound_words(of)}"
        yield f"net saving, {net.unit}", figure(net.net), less
    length = of.duration if plan.waves else "nothing moves"
    yield "waves", str(len(plan.waves)), length
    if of.empty:
        yield "empty now", str(len(of.empty)), ", ".join(of.empty[:3]) + "…" * (len(of.empty) > 3)


def _bound_words(of: ClusterPlan) -> str:
    """Return a statement of the solution's bound and its evidence; "" if no bound is known."""
    bound, kind = of.claims.get("bound"), of.claims.get("bound_kind")
    if not isinstance(bound, int | float) or not kind:
        return ""
    claim = "claimed by one engine" if kind == "solver" else f"{kind} according to the solution"
    who = "certificate checked" if of.verdict.certificate == "valid" else claim
    if of.claims.get("status") == "optimal":
        return f"no plan is better ({who})"
    return f"no plan is below {figure(bound)} ({who})"


def _claim(replay: Replay | None) -> tuple[str, str]:
    """Return (colour, text): whether the plan works with nodes chosen by the scheduler."""
    if replay is None:
        return "open", "No replay was made; --simulate default tests whether the plan holds."
    words = f"With Kubernetes' scheduler ({replay.scoring}) the plan {replay.claim}."
    if not (replay.holds or replay.corridors):
        lost, kept = len(replay.unplaced), len(replay.refilled)
        more = f" {lost} pods find no place, {kept} nodes do not become free."
        return "bad", words + more
    return "good" if replay.as_document()["holds"] else "open", words


def _colours(
    instance: Consolidation, workload: Sequence[str]
) -> tuple[list[int], list[tuple[int, str]]]:
    """Return each item's colour, and the (colour, name) pairs of the largest workloads."""
    share = instance.demand / np.maximum(1, instance.usable.max(axis=0))
    size: dict[str, float] = {}
    for name, value in zip(workload, share.max(axis=1).tolist(), strict=True):
        size[name] = size.get(name, 0.0) + value
    largest = sorted(size, key=lambda name: (-size[name], name))[:_COLOURS]
    number = {name: k for k, name in enumerate(largest)}
    legend = [(k, name) for name, k in number.items()]
    if len(size) > _COLOURS:
        legend.append((_OTHERS, f"{len(size) - _COLOURS} other workloads"))
    return [number.get(name, _OTHERS) for name in workload], legend


def _loads(instance: Consolidation, machine: IntArray) -> FloatArray:
    """Return the used share of each resource of each node: nodes x resources."""
    return shares(instance.loads(machine), instance.usable)


def _picture(
    of: ClusterPlan, now: IntArray, then: IntArray, colours: Sequence[int]
) -> dict[str, Any]:
    """Return a picture of the nodes now and planned; columns show each node's fullest resource."""
    instance = of.placed
    shown = np.flatnonzero(instance.in_use(now) | instance.in_use(then))
    after = _loads(instance, then).max(axis=1)
    order = shown[np.argsort(-after[shown], kind="stable")]
    width = _WIDTH / max(1, len(order))
    at = {int(j): k * width for k, j in enumerate(order)}
    columns = []
    for row, machine in enumerate((now, then)):
        fullest = _loads(instance, machine).argmax(axis=1)
        heights: dict[tuple[int, int], float] = {}
        for i in np.flatnonzero(machine >= 0).tolist():
            j = int(machine[i])
            room = instance.usable[j, fullest[j]]
            if room > 0:
                part = float(instance.demand[i, fullest[j]] / room)
                heights[j, colours[i]] = heights.get((j, colours[i]), 0.0) + part
        base: dict[int, float] = {}
        bottom = _HEIGHT + row * (_HEIGHT + _GAP)
        for (j, colour), height in sorted(heights.items()):
            base[j] = base.get(j, 0.0) + height
            y = bottom - min(1.0, base[j]) * _HEIGHT
            columns.append((at[j], y, width * 0.86, height * _HEIGHT, colour))
    return {"width": _WIDTH, "height": 2 * _HEIGHT + _GAP, "row": _HEIGHT + _GAP,
            "bar": _HEIGHT, "columns": columns}  # fmt: skip


def _bars(instance: Consolidation) -> list[tuple[int, str]]:
    """Return (index, name) of the resources that are drawn as bars."""
    known = [(r, name) for r, name in enumerate(instance.resources) if name in _SHOWN]
    return known or list(enumerate(instance.resources))[:2]


def _rows(of: ClusterPlan, now: IntArray, then: IntArray) -> Iterator[dict[str, Any]]:
    """Yield a row for each node: its loads before and after the plan, and what the plan changes."""
    instance = of.placed
    before, after = _loads(instance, now), _loads(instance, then)
    wave = {name: k for k, each in enumerate(of.waves.waves, start=1) for name in each.freed}
    why = dict.fromkeys(of.freed_later, "the solution frees it, but the waves of this plan do not")
    why |= {node.machine: node.why for node in of.stays}
    empty = set(of.empty)
    here, there = (np.bincount(m[m >= 0], minlength=len(before)) for m in (now, then))
    for j, site in enumerate(instance.sites):
        if j >= len(instance.machines) and not there[j]:
            continue
        state = "free" if site.name in wave else "empty" if site.name in empty else "stays"
        if j >= len(instance.machines):
            state = "new"
        paid = (site.labels or {}).get(CAPACITY_TYPE)
        yield {
            "name": site.name,
            "type": " ".join(part for part in (site.type, paid and f"({paid})") if part),
            "price": site.price,
            "state": state,
            "wave": wave.get(site.name),
            "why": why.get(site.name, ""),
            "pods": (int(here[j]), int(there[j])),
            "loads": [(_percent(before[j, r]), _percent(after[j, r])) for r, _ in _bars(instance)],
        }


def _percent(share: float) -> int:
    return min(100, round(100 * float(share)))


def _waves(plan: WavePlan, seconds: Sequence[float | None]) -> list[dict[str, Any]]:
    most = max((len(wave.moves) for wave in plan.waves), default=1)
    return [
        {
            "number": number,
            "moves": wave.moves,
            "width": round(100 * len(wave.moves) / most),
            "freed": wave.freed,
            "time": "unknown" if takes is None else duration(takes),
        }
        for number, (wave, takes) in enumerate(zip(plan.waves, seconds, strict=True), start=1)
    ]
