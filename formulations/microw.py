"""Model of microw: a mixed-integer program of fractions of nodes, with limited changes.

Wolf et al., "SODA", section 5.4.2, (47)-(53).  Each PE (processing element) gets fractions of
nodes such that its MIPS are near its goal.  Absolute values are split into two parts, legal ranges
are chosen by binaries, and only constraints in force are built.
"""

import numpy as np
import pyomo.core as pyo

from ..core.arrays import FloatArray
from ..core.decimals import as_written
from ..core.outcome import Decision
from ..core.words import Said, Words, becomes, limit, number, simply
from ..instances.microw import MicroW, PeShare
from .algebra import (
    Indices,
    Relation,
    Variables,
    dot,
    family,
    model_builder,
    padded,
    set_values,
    total,
)

_DIGITS = 12  # fractions are rounded once, before they are judged
_WHOLE = ((0.0, 1.0),)  # all fractions are legal


def model_size(instance: MicroW) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of the model."""
    shares, ranges = len(instance.shares), sum(len(share.ranges) for share in instance.shares)
    pes, nodes = len(instance.pes), len(instance.nodes)
    return 3 * shares + ranges + 2 * pes + nodes, 11 * shares + 3 * ranges + 2 * pes + 2 * nodes


@model_builder
def build_model(instance: MicroW, *, every: bool = False) -> pyo.ConcreteModel:
    """Build the program (47)-(53), with the constraints in force.

    With ``every`` (for `explain`) rows, not bounds, enforce legal ranges and candidates.
    """
    shares = instance.shares
    before = _pairs_array(instance, [share.before for share in shares])
    ends = [(0.0, 1.0) if every else (s.ranges[0][0], s.ranges[-1][1]) for s in shares]
    lowest = _pairs_array(instance, [low for low, _ in ends])
    highest = _pairs_array(instance, [high for _, high in ends])
    rise, fall = highest - before, before - lowest
    if every:  # in the decimals of the file
        rise = _pairs_array(instance, [float(1 - as_written(share.before)) for share in shares])
    mips = np.array([node.mips for node in instance.nodes])
    model = _model(instance, before, lowest, highest, mips)
    if instance.max_total_change is not None or any(
        pe.max_change is not None for pe in instance.pes
    ):
        _limit_changes(model, instance, before, mips)
    if instance.max_touched_nodes is not None:
        _limit_touched(model, before, rise, fall, instance.max_touched_nodes)
    ranged = [share for share in shares if len(share.ranges) > 1]
    if every:
        ranged = [s for s in shares if _is_candidate(instance, s) and s.ranges != _WHOLE]
        _add_lists(model, instance)
    if ranged:
        _choose_ranges(model, instance, ranged)
    return model


def _is_candidate(instance: MicroW, share: PeShare) -> bool:
    return instance.nodes[share.node].name in instance.pes[share.pe].nodes


def _pairs_array(instance: MicroW, numbers: list[float]) -> FloatArray:
    """Convert numbers per pair of PE and node to an array (PEs x nodes), NaN elsewhere."""
    array = np.full((len(instance.pes), len(instance.nodes)), np.nan)
    for share, value in zip(instance.shares, numbers, strict=True):
        array[share.pe, share.node] = value
    return array


def _model(
    instance: MicroW, before: FloatArray, lowest: FloatArray, highest: FloatArray, mips: FloatArray
) -> pyo.ConcreteModel:
    goal = {pe.name: pe.goal for pe in instance.pes}
    is_fixed = _pairs_array(instance, [share.fixed for share in instance.shares]) == 1
    model = pyo.ConcreteModel(name=instance.name)
    model.PES = pyo.Set(initialize=list(goal))
    model.NODES = pyo.Set(initialize=[node.name for node in instance.nodes])
    # (51) for one range, (52): as bounds
    model.f = Variables(
        model.PES,
        model.NODES,
        where=~np.isnan(before),
        lower=lowest,
        upper=highest,
        doc="f_pn: fraction of node n that PE p uses",
    )
    model.under = Variables(model.PES, lower=0, doc="mips below g_p")
    model.over = Variables(model.PES, lower=0, doc="mips beyond g_p")

    # min Σ_p |Σ_n f_pn H_n - g_p|
    @model.Objective(sense=pyo.minimize)
    def missed_mips(model: pyo.ConcreteModel) -> pyo.Expression:
        """Minimise the sum of the PEs' distances from their goals."""
        return total(model.under, model.over)

    # the two sides of Σ_n f_pn H_n - g_p
    @model.Constraint(model.PES)
    def distance(model: pyo.ConcreteModel, p: str) -> Relation:
        """The MIPS of a PE are its goal, less its shortfall, plus its surplus."""
        return dot(mips, model.f[p]) + model.under[p] - model.over[p] == goal[p]

    # (52): f_pn = f̂_pn for n in F_p
    @family(model, model.f, where=is_fixed)
    def fixed(p: Indices, n: Indices) -> Relation:
        """A fixed fraction keeps its previous value."""
        return model.f[p, n] == before[p, n]

    # (53): Σ_p f_pn <= 1
    @model.Constraint(model.NODES)
    def capacity(model: pyo.ConcreteModel, n: str) -> Relation:
        """The fractions of a node sum to at most 1."""
        return total(model.f[:, n]) <= 1

    return model


def _limit_changes(
    model: pyo.ConcreteModel, instance: MicroW, before: FloatArray, mips: FloatArray
) -> None:
    limits = {pe.name: pe.max_change for pe in instance.pes if pe.max_change is not None}
    exists = model.f.layout >= 0
    model.more = Variables(model.PES, model.NODES, where=exists, lower=0, doc="rise of f_pn")
    model.less = Variables(model.PES, model.NODES, where=exists, lower=0, doc="fall of f_pn")

    # the two sides of f_pn - f̂_pn
    @family(model, model.f)
    def change(p: Indices, n: Indices) -> Relation:
        """A fraction equals the previous fraction plus its rise minus its fall."""
        return model.f[p, n] == before[p, n] + model.more[p, n] - model.less[p, n]

    if instance.max_total_change is not None:
        # (47): Σ_n Σ_p |f_pn - f̂_pn| H_n <= δ
        @model.Constraint()
        def total_change(model: pyo.ConcreteModel) -> Relation:
            """All changes sum to at most their limit."""
            return dot(mips, model.more) + dot(mips, model.less) <= instance.max_total_change

    # (48): Σ_n |f_pn - f̂_pn| H_n <= δ_p
    @model.Constraint(list(limits))
    def pe_change(model: pyo.ConcreteModel, p: str) -> Relation:
        """The changes of one PE sum to at most its limit."""
        return dot(mips, model.more[p]) + dot(mips, model.less[p]) <= limits[p]


def _limit_touched(
    model: pyo.ConcreteModel, before: FloatArray, rise: FloatArray, fall: FloatArray, zeta: int
) -> None:
    model.touched = Variables(model.NODES, domain=pyo.Binary, doc="χ_n: node n is touched")

    # (49): (1 - χ_n)(f_pn - f̂_pn) = 0, made linear by the most that f_pn can rise
    @family(model, model.f)
    def untouched_below(p: Indices, n: Indices) -> Relation:
        """No fraction of a node rises unless the node counts as touched."""
        return model.f[p, n] <= before[p, n] + rise[p, n] * model.touched[n]

    # (49), the other side
    @family(model, model.f)
    def untouched_above(p: Indices, n: Indices) -> Relation:
        """No fraction of a node falls unless the node counts as touched."""
        return model.f[p, n] >= before[p, n] - fall[p, n] * model.touched[n]

    # (50): Σ_n χ_n <= ζ
    @model.Constraint()
    def touched_nodes(model: pyo.ConcreteModel) -> Relation:
        """At most the allowed number of nodes is touched."""
        return total(model.touched) <= zeta


def _choose_ranges(model: pyo.ConcreteModel, instance: MicroW, several: list[PeShare]) -> None:
    most = max(len(share.ranges) for share in several)
    pairs = [(instance.pes[share.pe].name, instance.nodes[share.node].name) for share in several]
    ends = padded([np.ravel(share.ranges) for share in several])
    low = dict(zip(pairs, ends[:, ::2], strict=True))
    high = dict(zip(pairs, ends[:, 1::2], strict=True))
    exists = np.zeros((len(instance.pes), len(instance.nodes), most), dtype=np.bool_)
    for share in several:
        exists[share.pe, share.node, : len(share.ranges)] = True
    model.RANGES = pyo.RangeSet(0, most - 1)
    model.z = Variables(
        model.PES,
        model.NODES,
        model.RANGES,
        where=exists,
        domain=pyo.Binary,
        doc="z_pnk: f_pn lies in its k-th legal range",
    )

    # (51): A_pn is a union of ranges
    @model.Constraint(pairs)
    def one_range(model: pyo.ConcreteModel, p: str, n: str) -> Relation:
        """A fraction is in one of its legal ranges."""
        return total(model.z[p, n]) == 1

    # (51), lower ends
    @model.Constraint(pairs)
    def from_low(model: pyo.ConcreteModel, p: str, n: str) -> Relation:
        """The fraction is at least the low end of its range."""
        return model.f[p, n] >= dot(low[p, n], model.z[p, n])

    # (51), upper ends
    @model.Constraint(pairs)
    def to_high(model: pyo.ConcreteModel, p: str, n: str) -> Relation:
        """The fraction is at most the high end of its range."""
        return model.f[p, n] <= dot(high[p, n], model.z[p, n])


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    fraction: dict[str, dict[str, float]] = {p: {} for p in model.PES}
    for (p, n), variable in model.f.items():
        value = round(variable.value or 0.0, _DIGITS)
        if value > 0:
            fraction[p][n] = value
    return {"fraction": fraction}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to the fractions of a decision, as a warm start."""
    fraction = decision["fraction"]
    set_values(model.f, [[fraction.get(p, {}).get(n, 0.0) for n in model.NODES] for p in model.PES])


def _add_lists(model: pyo.ConcreteModel, instance: MicroW) -> None:
    others = {
        pe.name: [s.node for s in instance.shares if s.pe == p and not _is_candidate(instance, s)]
        for p, pe in enumerate(instance.pes)
    }

    # Σ_n f_pn = 0 over the nodes n that are not candidates any more
    @model.Constraint([p for p, nodes in others.items() if nodes])
    def candidates_only(model: pyo.ConcreteModel, p: str) -> Relation:
        """A PE has fraction 0 of nodes that are no longer candidates."""
        return total(model.f[p, np.array([instance.nodes[n].name for n in others[p]])]) <= 0


def words(instance: MicroW) -> Words:
    """Return the texts of the constraints for `explain`: nodes, fractions, changes."""
    pes = {pe.name: pe for pe in instance.pes}
    shares = {(instance.pes[s.pe].name, instance.nodes[s.node].name): s for s in instance.shares}
    mips, touched = instance.max_total_change or 0.0, instance.max_touched_nodes

    def allowed(at: tuple[str, str]) -> Said:
        name, ranges = " on ".join(at), shares[at].ranges
        legal = " or ".join(f"{number(low)} to {number(high)}" for low, high in ranges)
        return limit("allowed", name, 0.0, f"{name}: ", " beyond its legal ranges", legal)

    def candidates_only(p: str) -> Said:
        listed = ", ".join(pes[p].nodes) or "no node"
        return Said("nodes", p, listed, simply(f"{p} may use other nodes"))

    def fixed(at: tuple[str, str]) -> Said:
        name, before = " on ".join(at), shares[at].before
        return Said("fixed", name, number(before), becomes(f"{name}: ", before))

    return {
        "capacity": lambda n: limit("node", n, 1.0, f"{n} has ", " times its mips", "at most 1"),
        "from_low": allowed,
        "to_high": allowed,
        "candidates_only": candidates_only,
        "total_change": lambda _: limit(
            "max_total_change", "", mips, "", " mips may change", f"{number(mips)} mips"
        ),
        "pe_change": lambda p: limit(
            "max_change", p, pes[p].max_change, "", f" mips of {p} may change"
        ),
        "touched_nodes": lambda _: limit(
            "max_touched_nodes", "", touched, "", " nodes may be touched"
        ),
        "fixed": fixed,
    }
