"""Model of macroq: a mixed-integer program of the templates that run, and their MIPS.

Wolf et al., "SODA", section 5.1.2, (1)-(3).  The paper maximises over rank-legal lists; here y
chooses templates, x_j = Σ_t y_jt admits job j, and the rows (L1)-(L4) keep the lists legal.  A list
is legal if, for every rank k, each admitted job of a worse rank comes with all jobs of rank k or
better, or its streams lead to an admitted one of them.  A template is a graph of PEs (processing
elements) that exchange streams.
"""

import numpy as np
import pyomo.core as pyo

from ...core.arrays import IntArray
from ...core.decimals import as_written
from ...core.faults import Fault, InputError
from ...instances.macroq import Limit, MacroQ
from ..algebra import (
    Indices,
    Linear,
    Relation,
    Variables,
    dot,
    family,
    model_builder,
    row_sums,
    total,
)
from .value_functions import add_curves, add_values
from .words import add_least_of_curves, add_running


def units_of(instance: MacroQ) -> tuple[IntArray, IntArray]:
    """Return the minimum and maximum MIPS of each PE, in multiples of the granularity."""
    assert instance.granularity is not None
    unit, pes = as_written(instance.granularity), instance.graph.pes
    least = [-int(-as_written(pe.least) // unit) for pe in pes]
    most = [int(as_written(pe.most) // unit) for pe in pes]
    return np.array(least, dtype=np.int64), np.array(most, dtype=np.int64)


def add_rank_legality(model: pyo.ConcreteModel, instance: MacroQ, waterline: int | None) -> None:
    """Add (L1)-(L4) for the rank ``waterline``, or for all ranks except the worst if it is None.

    Rank legality: a job is admitted before better ones only if its streams lead to a better job.
    f_k = 1: every job of rank k or better is admitted. d_pk > 0 needs a path of streams from PE p
    to a PE of an admitted job of rank k or better.  Both are continuous.
    """
    ranks = instance.ranks
    if waterline is not None:
        _add_forced(model, instance, waterline)
    levels = ranks[:-1] if waterline is None else [k for k in ranks[:-1] if k == waterline]
    rank = [job.rank for job in instance.jobs]
    model.RANKS = pyo.Set(initialize=levels)
    model.f = Variables(model.RANKS, lower=0, upper=1, doc="f_k: all jobs of rank <= k admitted")
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
        """Every job with a better rank than the waterline is admitted."""
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
        """f_k can be 1 only if all jobs of rank k or better are admitted."""
        return model.f[k] <= total(model.y[list(graph.of_job[j])])

    # (L2): x_j <= f_k + Σ_p d_pk
    @model.Constraint(worse)
    def legal(model: pyo.ConcreteModel, j: int, k: int) -> Relation:
        """A job of a worse rank than k needs all jobs of ranks <= k, or a stream path to one."""
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
        """A stream path leads from a PE only if the template of the PE is chosen."""
        return model.d[p, k] <= model.y[owner[p]]

    # (L4): d_pk <= Σ_q d_qk, where an admitted reader of rank k or better counts as 1
    pairs = list(zip(*model.d.places, strict=True))
    levels = list(model.RANKS)
    better = [[owner[q] for q in readers[p] if pe_rank[q] <= levels[k]] for p, k in pairs]
    worse = [[(q, levels[k]) for q in readers[p] if pe_rank[q] > levels[k]] for p, k in pairs]

    @family(model, model.d)
    def rank_by_readers(p: Indices, k: Indices) -> Relation:
        """A path from a PE to a job of rank <= k leads through a PE that reads its streams."""
        own_jobs, further = row_sums(model.y, better), row_sums(model.d, worse)
        return model.d[p, k] <= own_jobs + further


def add_products(
    model: pyo.ConcreteModel, instance: MacroQ, products: dict[tuple[str, int], tuple[int, Limit]]
) -> None:
    """Model m R, the product of a PE's units of MIPS and a rate, as Σ 2^k z_k over bits of m."""
    streams, terms = instance.graph.streams, list(products.values())
    pe = np.array([streams[s].pe for s, _ in terms])
    low, high = units_of(instance)
    bits = np.array([int(units).bit_length() for units in high - low])
    width = int(bits[pe].max())
    has_bit = np.arange(width) < bits[:, None]
    has_bit[np.setdiff1d(np.arange(len(bits)), pe)] = False
    model.PRODUCTS = pyo.Set(initialize=[f"{name}/{k}" for name, k in products])
    model.BITS = pyo.RangeSet(0, width - 1)
    model.bit = Variables(
        model.PES, model.BITS, where=has_bit, domain=pyo.Binary, doc="b_k: bit k of g_p in units"
    )
    model.read = Variables(model.PRODUCTS, lower=0, doc="R: rate that is read")
    model.part = Variables(
        model.PRODUCTS, model.BITS, where=has_bit[pe], lower=0, doc="z_k: R where b_k = 1"
    )
    power, owner = 2.0 ** np.arange(width), [each.alternative for each in instance.graph.pes]

    @model.Constraint(np.unique(pe).tolist())
    def mips_in_bits(model: pyo.ConcreteModel, p: int) -> Relation:
        """The bits b_k represent the units of a PE above its minimum."""
        return model.units[p] == dot(low[p], model.y[owner[p]]) + dot(power, model.bit[p])

    @model.Constraint(range(len(terms)))
    def rate_of_product(model: pyo.ConcreteModel, n: int) -> Relation:
        """A stream's rate is at most A m R; A is a coefficient of its resource function."""
        s, limit = terms[n]
        units = dot(low[pe[n]], model.read[n]) + dot(power, model.part[n])
        return model.r[s] <= limit.mips * float(instance.granularity or 0.0) * units

    _add_parts(model, instance, terms)


def _add_parts(model: pyo.ConcreteModel, instance: MacroQ, terms: list[tuple[int, Limit]]) -> None:
    graph = instance.graph
    pe = np.array([graph.streams[s].pe for s, _ in terms])
    most = np.array(
        [
            limit.primal + sum(c * float(graph.bound[i]) for i, c in limit.inputs)
            for _, limit in terms
        ]
    )

    @model.Constraint(range(len(terms)))
    def all_read(model: pyo.ConcreteModel, n: int) -> Relation:
        """R is at most the weighted input rates plus a constant, which is 0 without template."""
        s, limit = terms[n]
        primal = dot(limit.primal, model.y[graph.streams[s].alternative])
        inputs = [source for source, _ in limit.inputs]
        return model.read[n] <= primal + dot([c for _, c in limit.inputs], model.r[inputs])

    @family(model, model.part)
    def part_of_read(n: Indices, k: Indices) -> Relation:
        """z_k is at most the rate R that the PE reads."""
        return model.part[n, k] <= model.read[n]

    @family(model, model.part)
    def part_of_bit(n: Indices, k: Indices) -> Relation:
        """z_k is at most U b_k, where U is an upper bound on R."""
        return model.part[n, k] <= most[n] * model.bit[pe[n], k]


Term = tuple[str, int]  # a stream, and the number of a term of its resource function


def terms_of(instance: MacroQ) -> dict[Term, tuple[int, Limit]]:
    """Return {(stream name, index of term): (stream index, term)} for terms that limit rates."""
    return {
        (stream.name, k): (s, limit)
        for s, stream in enumerate(instance.graph.streams)
        for k, limit in enumerate(stream.limits)
    }


def add_rates(model: pyo.ConcreteModel, instance: MacroQ) -> Linear:
    """Limit the rates of streams and the functions they depend on; return the rates' value."""
    graph = instance.graph
    if not graph.streams:
        return total()
    owner = np.array([stream.alternative for stream in graph.streams])

    @family(model, model.r)
    def stream_needs_template(s: Indices) -> Relation:
        """A stream flows only if its template is chosen."""
        return model.r[s] <= graph.bound[s] * model.y[owner[s]]

    terms = terms_of(instance)
    products = {term: given for term, given in terms.items() if given[1].product}
    if products:
        add_products(model, instance, products)
    _add_sums(
        model, instance, {term: given for term, given in terms.items() if term not in products}
    )
    plain = np.array([s.weight if s.rate is None else 0.0 for s in graph.streams])
    worth: Linear = dot(plain, model.r) + add_values(model, instance)
    return worth


def _add_sums(
    model: pyo.ConcreteModel, instance: MacroQ, sums: dict[Term, tuple[int, Limit]]
) -> None:
    streams, limits = instance.graph.streams, [limit for _, limit in sums.values()]
    s = np.array([stream for stream, _ in sums.values()], dtype=np.int64)
    pe = np.array([streams[k].pe for k in s], dtype=np.int64)
    owner = np.array([streams[k].alternative for k in s], dtype=np.int64)
    per_mips = np.array([limit.mips for limit in limits])
    primal = np.array([limit.primal for limit in limits])
    inputs = [[source for source, _ in limit.inputs] for limit in limits]
    shares = [[share for _, share in limit.inputs] for limit in limits]

    # 3: r_s <= each term of the resource function
    @family(model, list(sums))
    def resource(name: Indices, k: Indices) -> Relation:
        """A stream's rate is at most each linear term of its PE's MIPS and the rates of inputs."""
        read = row_sums(model.r, inputs, shares)
        return model.r[s] <= per_mips * model.g[pe] + primal * model.y[owner] + read


NEEDS_A_GRID = "a product in a resource function requires a granularity"


@model_builder
def build_model(
    instance: MacroQ, *, waterline: int | None = None, every: bool = False
) -> pyo.ConcreteModel:
    """Build the program (1)-(3) with (L1)-(L4).

    With a ``waterline`` W, the program admits every job of rank < W, and other jobs only if their
    revised rank is at most W.  The revised rank of a job is the best rank among the job and the
    admitted jobs that its streams lead to.

    With ``every`` (for `explain`) jobs may use all templates, while rows forbid some of them, and
    every job takes its minimum MIPS. Rates, importance and ranks are omitted, because they never
    make an instance infeasible. A list of the required jobs, which have the best rank 1, and of
    jobs that they read is always legal: the jobs that they read have the revised rank 1.
    """
    if every:
        return _least_model(instance)
    if instance.has_products and instance.granularity is None:
        raise InputError("bad input", [Fault("granularity", NEEDS_A_GRID)])
    model = _variables(instance)
    _add_templates(model, instance)
    _add_mips(model, instance)
    on_curves, worth_of_curves = add_curves(model, instance)
    worth_of_rates = add_rates(model, instance)
    add_rank_legality(model, instance, waterline)
    _limit_mips(model, instance, on_curves)

    # max Σ_p I_p
    @model.Objective(sense=pyo.maximize)
    def importance(model: pyo.ConcreteModel) -> pyo.Expression:
        """Maximise the total importance of the admitted jobs."""
        return worth_of_curves + worth_of_rates

    return model


def _least_model(instance: MacroQ) -> pyo.ConcreteModel:
    jobs = [job.model_copy(update={"running": None}) for job in instance.jobs]
    free = instance.replaced(jobs=jobs)
    model = _variables(free)
    _add_templates(model, free)
    _add_mips(model, free, every=True)
    model.most_mips.deactivate()
    _limit_mips(model, instance, add_least_of_curves(model, free))
    add_running(model, instance, free)
    return model


def _limit_mips(model: pyo.ConcreteModel, instance: MacroQ, on_curves: Linear) -> None:
    # (1): Σ_p g_p <= H
    @model.Constraint()
    def mips(model: pyo.ConcreteModel) -> Relation:
        """The MIPS of all PEs, and of templates with curves, sum to at most those of the system."""
        return total(model.g) + on_curves <= instance.mips


def _variables(instance: MacroQ) -> pyo.ConcreteModel:
    graph = instance.graph
    jobs = [job.name for job in instance.jobs]
    model = pyo.ConcreteModel(name=instance.name)
    model.instance = instance
    model.JOBS = pyo.Set(initialize=jobs)
    model.ALTERNATIVES = pyo.Set(initialize=[f"{jobs[a.job]}/{a.name}" for a in graph.alternatives])
    model.PES = pyo.Set(initialize=[pe.name for pe in graph.pes])
    model.STREAMS = pyo.Set(initialize=[stream.name for stream in graph.streams])
    model.y = Variables(model.ALTERNATIVES, domain=pyo.Binary, doc="y_jt: job j runs by template t")
    model.g = Variables(model.PES, lower=0, doc="g_p: mips of PE p")
    model.r = Variables(model.STREAMS, lower=0, upper=graph.bound, doc="r_s: rate of stream s")
    return model


def _add_templates(model: pyo.ConcreteModel, instance: MacroQ) -> None:
    graph = instance.graph
    of_job = dict(zip(model.JOBS, graph.of_job, strict=True))
    required = [job.name for job in instance.jobs if job.required]

    # 5.1.1: T is a function on the job list
    @model.Constraint([job for job, mine in of_job.items() if len(mine) > 1])
    def one_template(model: pyo.ConcreteModel, j: str) -> Relation:
        """A job runs with at most one template."""
        return total(model.y[list(of_job[j])]) <= 1

    # (3): the required jobs are in the list
    @model.Constraint(required)
    def required_jobs(model: pyo.ConcreteModel, j: str) -> Relation:
        """A required job is admitted."""
        return total(model.y[list(of_job[j])]) == 1

    read = [
        (alternative, source)
        for alternative, name in zip(graph.alternatives, model.ALTERNATIVES, strict=True)
        for source in alternative.reads
        if instance.closed
    ]
    names = list(model.ALTERNATIVES)
    pairs = [(names[graph.alternatives.index(a)], instance.jobs[i].name) for a, i in read]

    @model.Constraint(pairs)
    def reads_admitted(model: pyo.ConcreteModel, jt: str, i: str) -> Relation:
        """In a closed list a job is admitted only with every job that its template reads."""
        return model.y[jt] <= total(model.y[list(of_job[i])])


def _add_mips(model: pyo.ConcreteModel, instance: MacroQ, *, every: bool = False) -> None:
    graph = instance.graph
    owner = np.array([pe.alternative for pe in graph.pes], dtype=np.int64)
    least = np.array([pe.least for pe in graph.pes])
    most = np.array([pe.most for pe in graph.pes])
    if instance.granularity is not None:
        unit = float(instance.granularity)
        low, high = units_of(instance)
        if every:
            high = low
        else:
            least, most = low * unit, high * unit
        model.units = Variables(
            model.PES, domain=pyo.NonNegativeIntegers, upper=high, doc="g_p in units"
        )

        @family(model, model.units)
        def on_grid(p: Indices) -> Relation:
            """The MIPS of a PE are a multiple of the granularity."""
            return model.g[p] == unit * model.units[p]

    # (2): m_p <= g_p <= M_p of admitted jobs
    @family(model, model.g)
    def least_mips(p: Indices) -> Relation:
        """A PE has at least its minimum MIPS if its template is chosen."""
        return model.g[p] >= least[p] * model.y[owner[p]]

    @family(model, model.g)
    def most_mips(p: Indices) -> Relation:
        """A PE has at most its maximum MIPS, and none if its template is not chosen."""
        return model.g[p] <= most[p] * model.y[owner[p]]
