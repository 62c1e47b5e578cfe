"""Rank legality as rows: a job may be in before better ones only if streams lead to a better job.

f_k says that every job of rank k or better is in.  d_pk > 0 needs a path of streams from PE p to
a PE of an admitted job of rank k or better.  Both are continuous.
"""

from __future__ import annotations

import numpy as np
import pyomo.core as pyo

from ...core.arrays import IntArray
from ...instances.macroq import MacroQ
from ..algebra import Indices, Relation, Variables, family, row_sums, total


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
    _add_paths(model, instance, pe_rank)


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

    # (L1): f_k <= x_j
    @model.Constraint(better)
    def all_better_in(model: pyo.ConcreteModel, j: int, k: int) -> Relation:
        """Only if every job of rank k or better is in can f_k be 1."""
        return model.f[k] <= total(model.y[list(graph.of_job[j])])

    # (L2): x_j <= f_k + Σ_p d_pk
    @model.Constraint(worse)
    def legal(model: pyo.ConcreteModel, j: int, k: int) -> Relation:
        """A job of a worse rank is in only if all better ones are, or it leads to a better one."""
        pes = [p for a in graph.of_job[j] for p in graph.alternatives[a].pes]
        return total(model.y[list(graph.of_job[j])]) <= model.f[k] + total(model.d[pes, k])


def _add_paths(model: pyo.ConcreteModel, instance: MacroQ, pe_rank: IntArray) -> None:
    graph = instance.graph
    owner = np.array([pe.alternative for pe in graph.pes], dtype=np.int64)
    readers: list[list[int]] = [[] for _ in graph.pes]
    for p, q in sorted(graph.edges):
        readers[p].append(q)

    # (L3): d_pk <= y_jt
    @family(model, model.d)
    def rank_needs_template(p: Indices, k: Indices) -> Relation:
        """Streams lead from a PE only if its template is chosen."""
        return model.d[p, k] <= model.y[owner[p]]

    # (L4): d_pk <= Σ_q d_qk, where an admitted reader of rank k or better counts as 1
    pairs = list(zip(*model.d.places, strict=True))
    levels = list(model.RANKS)
    better = [[owner[q] for q in readers[p] if pe_rank[q] <= levels[k]] for p, k in pairs]
    worse = [[(q, levels[k]) for q in readers[p] if pe_rank[q] > levels[k]] for p, k in pairs]

    @family(model, model.d)
    def rank_by_readers(p: Indices, k: Indices) -> Relation:
        """Streams lead from a PE to where they lead from its readers, or to their own jobs."""
        own_jobs, further = row_sums(model.y, better), row_sums(model.d, worse)
        return model.d[p, k] <= own_jobs + further
