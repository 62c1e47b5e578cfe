"""microw as a mixed integer program: fractions close to the goals, few and small changes.

Wolf et al., "SODA", section 5.4.2, (47)-(53).  Absolute values are split into their two sides,
legal ranges are chosen by binaries, and only constraints in force are built.
"""

from __future__ import annotations

import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr import LinearExpression

from ..core.outcome import Decision
from ..instances.microw import MicroW, Share

_DIGITS = 12  # fractions are rounded once, before they are judged


def build_model(instance: MicroW) -> pyo.ConcreteModel:
    """Return the program (47)-(53) with the constraints that are in force."""
    with PauseGC():
        shares = {
            (instance.pes[share.pe].name, instance.nodes[share.node].name): share
            for share in instance.shares
        }
        model = _model(instance, shares)
        if instance.max_total_change is not None or any(
            pe.max_change is not None for pe in instance.pes
        ):
            _limit_changes(model, instance, shares)
        if instance.max_touched_nodes is not None:
            _limit_touched(model, instance, shares)
        if any(len(share.ranges) > 1 for share in shares.values()):
            _choose_ranges(model, shares)
        return model


def _model(instance: MicroW, shares: dict[tuple[str, str], Share]) -> pyo.ConcreteModel:
    goal = {pe.name: pe.goal for pe in instance.pes}
    mips = {node.name: node.mips for node in instance.nodes}
    on_pe: dict[str, list[str]] = {p: [] for p in goal}
    on_node: dict[str, list[str]] = {n: [] for n in mips}
    for p, n in shares:
        on_pe[p].append(n)
        on_node[n].append(p)
    model = pyo.ConcreteModel(name=instance.name)
    model.PES = pyo.Set(initialize=list(goal))
    model.NODES = pyo.Set(initialize=list(mips))
    model.SHARES = pyo.Set(dimen=2, initialize=list(shares))
    model.f = pyo.Var(model.SHARES, doc="f_pn: fraction of node n that PE p uses")
    model.under = pyo.Var(model.PES, domain=pyo.NonNegativeReals, doc="mips short of g_p")
    model.over = pyo.Var(model.PES, domain=pyo.NonNegativeReals, doc="mips beyond g_p")
    # (51) for one range, (52): as bounds
    for pair, share in shares.items():
        model.f[pair].setlb(share.ranges[0][0])
        model.f[pair].setub(share.ranges[-1][1])

    # min Σ_p |Σ_n f_pn H_n - g_p|
    @model.Objective(sense=pyo.minimize)
    def missed_mips(model: pyo.ConcreteModel) -> LinearExpression:
        """The PEs miss their goals by as little as possible, all together."""
        sides = [*model.under.values(), *model.over.values()]
        return _sum([1] * len(sides), sides)

    # the two sides of Σ_n f_pn H_n - g_p
    @model.Constraint(model.PES)
    def distance(model: pyo.ConcreteModel, p: str) -> tuple[float, LinearExpression, float]:
        """What a PE gets is its goal, less what it is short of, plus what it has beyond."""
        coefficients = [*(mips[n] for n in on_pe[p]), 1, -1]
        variables = [*(model.f[p, n] for n in on_pe[p]), model.under[p], model.over[p]]
        return goal[p], _sum(coefficients, variables), goal[p]

    # (52): f_pn = f̂_pn for n in F_p
    @model.Constraint([pair for pair, share in shares.items() if share.fixed])
    def fixed(model: pyo.ConcreteModel, p: str, n: str) -> tuple[float, LinearExpression, float]:
        """A fixed fraction is what it was."""
        before = shares[p, n].before
        return before, _sum([1], [model.f[p, n]]), before

    # (53): Σ_p f_pn <= 1
    @model.Constraint([n for n in mips if on_node[n]])
    def capacity(model: pyo.ConcreteModel, n: str) -> tuple[None, LinearExpression, int]:
        """The fractions of a node sum to 1 at most."""
        return None, _sum([1] * len(on_node[n]), [model.f[p, n] for p in on_node[n]]), 1

    return model


def _limit_changes(
    model: pyo.ConcreteModel, instance: MicroW, shares: dict[tuple[str, str], Share]
) -> None:
    mips = {node.name: node.mips for node in instance.nodes}
    limits = {pe.name: pe.max_change for pe in instance.pes if pe.max_change is not None}
    model.more = pyo.Var(model.SHARES, domain=pyo.NonNegativeReals, doc="rise of f_pn")
    model.less = pyo.Var(model.SHARES, domain=pyo.NonNegativeReals, doc="fall of f_pn")

    def changed(pairs: list[tuple[str, str]]) -> LinearExpression:
        weights = [mips[n] for _, n in pairs]
        sides = [model.more[pair] for pair in pairs] + [model.less[pair] for pair in pairs]
        return _sum([*weights, *weights], sides)

    # the two sides of f_pn - f̂_pn
    @model.Constraint(model.SHARES)
    def change(model: pyo.ConcreteModel, p: str, n: str) -> tuple[float, LinearExpression, float]:
        """A fraction is what it was, plus its rise, less its fall."""
        sides = [model.f[p, n], model.more[p, n], model.less[p, n]]
        before = shares[p, n].before
        return before, _sum([1, -1, 1], sides), before

    if instance.max_total_change is not None:
        # (47): Σ_n Σ_p |f_pn - f̂_pn| H_n <= δ
        @model.Constraint()
        def total_change(model: pyo.ConcreteModel) -> tuple[None, LinearExpression, float | None]:
            """All changes together stay within their limit."""
            return None, changed(list(shares)), instance.max_total_change

    # (48): Σ_n |f_pn - f̂_pn| H_n <= δ_p
    @model.Constraint([p for p in limits if any(q == p for q, _ in shares)])
    def pe_change(model: pyo.ConcreteModel, p: str) -> tuple[None, LinearExpression, float]:
        """The changes of one PE stay within its limit."""
        return None, changed([pair for pair in shares if pair[0] == p]), limits[p]


def _limit_touched(
    model: pyo.ConcreteModel, instance: MicroW, shares: dict[tuple[str, str], Share]
) -> None:
    model.touched = pyo.Var(model.NODES, domain=pyo.Binary, doc="χ_n: node n is touched")

    # (49): (1 - χ_n)(f_pn - f̂_pn) = 0, made linear by the most that f_pn can rise
    @model.Constraint(model.SHARES)
    def untouched_below(
        model: pyo.ConcreteModel, p: str, n: str
    ) -> tuple[None, LinearExpression, float]:
        """On an untouched node no fraction rises."""
        share = shares[p, n]
        rise = share.ranges[-1][1] - share.before
        return None, _sum([1, -rise], [model.f[p, n], model.touched[n]]), share.before

    # (49), the other side
    @model.Constraint(model.SHARES)
    def untouched_above(
        model: pyo.ConcreteModel, p: str, n: str
    ) -> tuple[float, LinearExpression, None]:
        """On an untouched node no fraction falls."""
        share = shares[p, n]
        fall = share.before - share.ranges[0][0]
        return share.before, _sum([1, fall], [model.f[p, n], model.touched[n]]), None

    # (50): Σ_n χ_n <= ζ
    @model.Constraint()
    def touched_nodes(model: pyo.ConcreteModel) -> tuple[None, LinearExpression, int | None]:
        """No more nodes are touched than allowed."""
        nodes = list(model.touched.values())
        return None, _sum([1] * len(nodes), nodes), instance.max_touched_nodes


def _choose_ranges(model: pyo.ConcreteModel, shares: dict[tuple[str, str], Share]) -> None:
    several = {pair: share.ranges for pair, share in shares.items() if len(share.ranges) > 1}
    model.RANGES = pyo.Set(
        dimen=3,
        initialize=[(*pair, k) for pair, ranges in several.items() for k in range(len(ranges))],
    )
    model.z = pyo.Var(model.RANGES, domain=pyo.Binary, doc="f_pn lies in its k-th legal range")

    def chosen(pair: tuple[str, str]) -> list[pyo.Var]:
        return [model.z[*pair, k] for k in range(len(several[pair]))]

    # (51): A_pn is a union of ranges
    @model.Constraint(list(several))
    def one_range(model: pyo.ConcreteModel, p: str, n: str) -> tuple[int, LinearExpression, int]:
        """A fraction lies in one of its legal ranges."""
        return 1, _sum([1] * len(several[p, n]), chosen((p, n))), 1

    # (51), lower ends
    @model.Constraint(list(several))
    def from_low(model: pyo.ConcreteModel, p: str, n: str) -> tuple[int, LinearExpression, None]:
        """It does not lie below that range."""
        lows = [-low for low, _ in several[p, n]]
        return 0, _sum([1, *lows], [model.f[p, n], *chosen((p, n))]), None

    # (51), upper ends
    @model.Constraint(list(several))
    def to_high(model: pyo.ConcreteModel, p: str, n: str) -> tuple[None, LinearExpression, int]:
        """It does not lie above that range."""
        highs = [-high for _, high in several[p, n]]
        return None, _sum([1, *highs], [model.f[p, n], *chosen((p, n))]), 0


def _sum(coefficients: list[float], variables: list[pyo.Var]) -> LinearExpression:
    return LinearExpression(constant=0, linear_coefs=coefficients, linear_vars=variables)


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    fraction: dict[str, dict[str, float]] = {p: {} for p in model.PES}
    for (p, n), variable in model.f.items():
        value = round(variable.value or 0.0, _DIGITS)
        if value > 0:
            fraction[p][n] = value
    return {"fraction": fraction}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the fractions of a decision, to start from."""
    for (p, n), variable in model.f.items():
        value = decision["fraction"].get(p, {}).get(n, 0.0)
        variable.set_value(value, skip_validation=True)
