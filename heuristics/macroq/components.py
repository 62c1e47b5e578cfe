"""The optimal MIPS of a list of jobs on a grid, component by component."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.run import Run
from ...instances.macroq import MacroQ
from ...solvers.allocation import Curves, least_amounts
from ...solvers.macroq import (
    Chosen,
    Grid,
    TooManyLabelsError,
    label_table,
    plain_table,
    weak_components,
)
from ..cluster_ratio import one_by_one

_MOST_LABELS = 1000  # with more labels a component is filled unit by unit


@dataclass(frozen=True, eq=False)
class ComponentTable:
    """The table of a component of the streams' graph: least units, and importance by units.

    Entry k of ``importance`` belongs to ``least`` + k units; ``mips[k]`` are the MIPS of a curve,
    or ``given[k]`` the units of each PE.
    """

    chosen: Chosen
    least: int
    importance: FloatArray
    mips: FloatArray | None = None
    given: list[dict[int, int]] | None = None

    @property
    def is_concave(self) -> bool:
        """Return whether the importance is a concave function of the units."""
        steps = np.diff(self.importance)
        return bool((np.diff(steps) <= 1e-12 * np.abs(self.importance).max(initial=1.0)).all())


ListPlan: TypeAlias = tuple[float, dict[str, Any]] | None  # importance and plan


@dataclass(eq=False)
class ListSolver:
    """A solver for lists of jobs on one grid; each component's table is computed only once."""

    instance: MacroQ
    grid: Grid
    run: Run
    partial: bool = False
    known: dict[Chosen, ComponentTable | None] = field(default_factory=dict)

    def solve(self, chosen: Chosen) -> ListPlan:
        """Return importance and plan of list ``chosen``; None if it does not fit or time is up."""
        tables = []
        for component in self._components(chosen):
            table = self._table(component)
            if table is None:
                return None
            tables.append(table)
        room = self.grid.room - sum(table.least for table in tables)
        if room < 0:
            return None
        extra = allocate(tables, room, self.run)
        worth = 0.0
        picked: dict[str, tuple[str, Any]] = {}
        for table, units in zip(tables, extra.tolist(), strict=True):
            worth += float(table.importance[units])
            picked |= self._pick(table, units)
        return worth, self.instance.decision(picked)

    def _components(self, chosen: Chosen) -> list[Chosen]:
        graph = self.instance.graph
        groups = weak_components(self.instance, chosen)
        of_job = {graph.alternatives[a].job: a for a in chosen}
        return [tuple(of_job[j] for j in group) for group in groups]

    def _table(self, chosen: Chosen) -> ComponentTable | None:
        if chosen not in self.known:
            self.known[chosen] = self._make_table(chosen)
        return self.known[chosen]

    def _make_table(self, chosen: Chosen) -> ComponentTable | None:
        graph = self.instance.graph
        template = graph.alternatives[chosen[0]].template
        if template.is_curve:
            low, worth, mips = self.grid.curve(template)
            if low > self.grid.room:
                return None
            table = plain_table(low, worth, self.grid.room)[low:]
            best = [int(np.argmax(worth[: k + 1])) for k in range(len(table))]
            return ComponentTable(chosen, low, table, mips=mips[best])
        if not self.partial:
            try:
                return self._by_labels(chosen)
            except TooManyLabelsError:
                pass
        return self._unit_by_unit(chosen)

    def _by_labels(self, chosen: Chosen) -> ComponentTable | None:
        """Return a component's exact table by nonserial dynamic programming; None if infeasible."""
        graph = self.instance.graph
        labels = label_table(graph, list(chosen), self.grid, self.run, _MOST_LABELS)
        if labels is None or np.isneginf(labels.worth).all():
            return None
        low = int(np.isneginf(labels.worth).sum())
        choices = [labels.units(units) for units in range(low, len(labels.worth))]
        return ComponentTable(chosen, low, labels.worth[low:], given=choices)

    def _unit_by_unit(self, chosen: Chosen) -> ComponentTable | None:
        """Return an approximate table: each unit goes to the PE that adds most importance."""
        graph = self.instance.graph
        pes = [p for a in chosen for p in graph.alternatives[a].pes]
        span = {p: self.grid.span(graph.pes[p]) for p in pes}
        units = {p: low for p, (low, _) in span.items()}
        total = least = sum(units.values())
        if least > self.grid.room:
            return None
        rows, worth = [dict(units)], [self._importance(chosen, units)]
        while total < self.grid.room:
            open_ones = [p for p in pes if units[p] < span[p][1]]
            if not open_ones or self.run.should_stop():
                break
            tried = {p: self._importance(chosen, {**units, p: units[p] + 1}) for p in open_ones}
            best = max(open_ones, key=lambda p: tried[p])
            units[best] += 1
            total += 1
            rows.append(dict(units))
            worth.append(tried[best])
        return ComponentTable(chosen, least, np.maximum.accumulate(worth), given=rows)

    def _importance(self, chosen: Chosen, units: dict[int, int]) -> float:
        graph = self.instance.graph
        mips = np.zeros(len(graph.pes))
        for p, amount in units.items():
            mips[p] = self.grid.mips(graph.pes[p], amount)
        return importance_of(self.instance, chosen, mips)

    def _pick(self, table: ComponentTable, units: int) -> dict[str, tuple[str, Any]]:
        graph = self.instance.graph
        picked: dict[str, tuple[str, Any]] = {}
        for a in table.chosen:
            alternative = graph.alternatives[a]
            job = self.instance.jobs[alternative.job].name
            if table.mips is not None:
                picked[job] = (alternative.name, float(table.mips[units]))
            elif table.given is not None:
                amounts = table.given[units]
                names = [pe.name for pe in alternative.template.pes or ()]
                mips = [self.grid.mips(graph.pes[p], amounts[p]) for p in alternative.pes]
                picked[job] = (alternative.name, dict(zip(names, mips, strict=True)))
        return picked


def importance_of(instance: MacroQ, chosen: Chosen, mips: FloatArray) -> float:
    """Return the total importance of a list's streams for given MIPS, by forward evaluation."""
    graph = instance.graph
    rates = graph.rates(mips, chosen)
    numbers = (s for a in chosen for s in graph.alternatives[a].streams)
    return sum(graph.streams[s].worth(float(rates[s])) for s in numbers)


def allocate(tables: list[ComponentTable], room: int, run: Run) -> IntArray:
    """Return each component's units beyond its least units (lines 12 to 19 of Fig. 10).

    Components with concave importance are solved by marginal gains (Fox), all others by dynamic
    programming.  If both kinds occur, the concave components together are one party of the
    dynamic program.
    """
    concave = [c for c, table in enumerate(tables) if table.is_concave]
    bent = [c for c, table in enumerate(tables) if not table.is_concave]
    extra = np.zeros(len(tables), dtype=np.int64)
    if not tables:
        return extra
    if not bent:
        extra[concave] = _by_gains([tables[c] for c in concave], room)
        return extra
    parties = [-tables[c].importance for c in bent]
    if concave:
        gains = np.concatenate([np.diff(tables[c].importance) for c in concave])
        together = np.concatenate([[0.0], np.sort(gains)[::-1].cumsum()])
        parties.append(-together[: room + 1])
    curves = Curves.of([party[: room + 1] for party in parties])
    amounts = least_amounts(curves, room, run).amounts
    extra[bent] = amounts[: len(bent)]
    if concave:
        extra[concave] = _by_gains([tables[c] for c in concave], int(amounts[-1]))
    return extra


def _by_gains(tables: list[ComponentTable], room: int) -> IntArray:
    curves = Curves.of([-table.importance for table in tables])
    return np.asarray(one_by_one(curves.start, curves.cost, room, False))
