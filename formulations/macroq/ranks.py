"""Rank legality as rows: a job may be in before better ones only if streams lead to a better job.

f_k says that every job of rank k or better is in.  d_pk > 0 needs a path of streams from PE p to
a PE of an admitted job of rank k or better.  Both are continuous.
"""

from __future__ import annotations

import numpy as np
import pyomo.core as pyo

from ...core.linear import Linear, Term
from ...instances.macroq import MacroQ
from ..algebra import Relation, Variables, total


def add_rank_legality(model: pyo.ConcreteModel, instance: MacroQ, waterline: int | None) -> None:
    """Add (L1)-(L4), for every rank but the worst or for one waterline."""
    ranks = instance.ranks
    if waterline is not None:
        _add_forced(model, instance, waterline)
    levels = ranks[:-1] if waterline is None else [k for k in ranks[:-1] if k == waterline]
    rank = [job.rank for job in instance.jobs]
    model.RANKS = pyo.Set(initialize=levels)
    model.f = Variables(model.RANKS, lower=0, upper=1, doc="f_k: every job of rank <= k is in")
    if waterline is not None:
        model.f.fix(0.0)
    graph = instance.graph
    owner = np.array([graph.alternatives[pe.alternative].job for pe in graph.pes], dtype=np.int64)
    pe_rank = np.array(rank, dtype=np.int64)[owner] if graph.pes else np.zeros(0, dtype=np.int64)
    below = [[k < r and instance.leads_to[p] <= k for k in levels] for p, r in enumerate(pe_rank)]
    model.d = Variables(
        model.PES,
        model.RANKS,
        where=np.array(below, dtype=np.bool_).reshape(len(graph.pes), len(levels)),
        lower=0,
        upper=1,
        doc="d_pk: streams lead from p to an admitted job of rank <= k",
    )
    _add_lists(model, instance, levels, waterline)
    _add_paths(model, instance, levels, pe_rank)


def _add_forced(model: pyo.ConcreteModel, instance: MacroQ, waterline: int) -> None:
    of_job = instance.graph.of_job
    forced = [j for j, job in enumerate(instance.jobs) if job.rank < waterline and not job.required]

    @model.Constraint(forced)
    def above_waterline(model: pyo.ConcreteModel, j: int) -> Relation:
        """Every job of a rank better than the waterline is in."""
        return total(model.y[list(of_job[j])]) == 1


def _add_lists(
    model: pyo.ConcreteModel, instance: MacroQ, levels: list[int], waterline: int | None
) -> None:
    graph = instance.graph
    jobs = range(len(instance.jobs))
    better = [
        (j, k) for j in jobs for k in levels if waterline is None and instance.jobs[j].rank <= k
    ]
    worse = [(j, k) for j in jobs for k in levels if instance.jobs[j].rank > k]

    # (L1)
    @model.Constraint(better)
    def all_better_in(model: pyo.ConcreteModel, j: int, k: int) -> Relation:
        """Only if every job of rank k or better is in can f_k be 1."""
        return model.f[k] <= total(model.y[list(graph.of_job[j])])

    # (L2)
    @model.Constraint(worse)
    def legal(model: pyo.ConcreteModel, j: int, k: int) -> Relation:
        """A job of a worse rank is in only if all better ones are, or it leads to a better one."""
        pes = [p for a in graph.of_job[j] for p in graph.alternatives[a].pes]
        leads = total(model.d[pes, k]) if pes else 0.0
        own = total(model.y[list(graph.of_job[j])])
        return own <= model.f[k] + leads


def _add_paths(
    model: pyo.ConcreteModel, instance: MacroQ, levels: list[int], pe_rank: np.ndarray
) -> None:
    graph = instance.graph
    readers: list[set[int]] = [set() for _ in graph.pes]
    for p, q in graph.edges:
        readers[p].add(q)
    place = {k: n for n, k in enumerate(levels)}
    pairs = [
        (p, k) for p in range(len(graph.pes)) for k in levels if model.d.layout[p, place[k]] >= 0
    ]

    # (L3)
    @model.Constraint(pairs)
    def of_chosen(model: pyo.ConcreteModel, p: int, k: int) -> Relation:
        """Streams lead from a PE only if its template is chosen."""
        return _d(model, p, place[k]) <= model.y.variables[graph.pes[p].alternative]

    # (L4)
    @model.Constraint(pairs)
    def by_readers(model: pyo.ConcreteModel, p: int, k: int) -> Relation:
        """Streams lead from a PE to where they lead from its readers, or to their own jobs."""
        terms = []
        for q in sorted(readers[p]):
            if pe_rank[q] <= k:
                terms.append(Term(model.y, np.array([graph.pes[q].alternative]), np.ones(1)))
            elif model.d.layout[q, place[k]] >= 0:
                terms.append(Term(model.d, model.d.layout[q, [place[k]]], np.ones(1)))
        return _d(model, p, place[k]) <= Linear(terms)


def _d(model: pyo.ConcreteModel, p: int, k: int) -> pyo.Var:
    return model.d.variables[model.d.layout[p, k]]
