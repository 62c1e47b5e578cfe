"""SODA's microW algorithm: network-flow pushes from a repaired start (5.4.3, Figure 15)."""

from dataclasses import replace
from functools import partial

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.kernels import kernel
from ...core.outcome import Answer, Decision
from ...core.run import Run
from ...instances.microw import MicroW, PeShare
from ...solvers.engines import FormBuilder, engine_named, solve_form
from ...solvers.microw import decision_of, largest_flow, legal_ends, proof_of
from ...solvers.microw import impossible as without_changes
from .pushes import LEAST, Pushes

_SLACK = 1e-9


def legal_start(instance: MicroW, run: Run) -> FloatArray | Answer:
    """Return the legal MIPS of each share with least total change, or an answer why none exist.

    Fractions of an epoch before can be illegal now: macroW took a node away, legal ranges changed,
    nodes are too full.  Only nodes on which something is illegal need a change, every one of them,
    and nothing else helps.  So a small integer program over these nodes finds the least change, or
    proves that the limits forbid every repair.
    """
    blocked = without_changes(instance)
    if blocked is not None:
        return Answer(infeasible=True, message=blocked)
    _, node, before, _, _ = instance.share_arrays
    mips = np.array([each.mips for each in instance.nodes])[node]
    illegal = illegal_nodes(instance)
    if not illegal:
        start: FloatArray = before * mips
        return start
    names = ", ".join(instance.nodes[n].name for n in illegal)
    most = instance.max_touched_nodes
    if most is not None and len(illegal) > most:
        message = (
            f"nodes {names} have illegal fractions and must change, but at most {most} may change"
        )
        return Answer(infeasible=True, message=message)
    return _least_change(instance, run, illegal, before * mips, names)


def illegal_nodes(instance: MicroW) -> list[int]:
    """Return the nodes that are overfull, or with a previous fraction outside its legal ranges."""
    _, node, before, least, most = instance.share_arrays
    used = np.bincount(node, before, len(instance.nodes))
    bad = set(node[(before < least) | (before > most)].tolist())
    for share in instance.shares:
        if (share.fixed or len(share.ranges) > 1) and not any(
            low <= share.before <= high for low, high in share.ranges
        ):
            bad.add(share.node)
    return sorted(bad | set(np.flatnonzero(used > 1 + _SLACK).tolist()))


def _least_change(
    instance: MicroW, run: Run, illegal: list[int], before: FloatArray, names: str
) -> FloatArray | Answer:
    form = FormBuilder()
    loads: dict[int, list[tuple[int, float]]] = {n: [] for n in illegal}
    changes: dict[int, list[tuple[int, float]]] = {}
    column_of = {}
    for k, share in enumerate(instance.shares):
        if share.node in loads:
            power = instance.nodes[share.node].mips
            column_of[k], sides = _share_columns(form, share, power)
            loads[share.node].append((column_of[k], 1.0))
            changes.setdefault(share.pe, []).extend(sides)
    for n, load in loads.items():
        form.row(load, upper=instance.nodes[n].mips)
    for p, sides in changes.items():
        limit = instance.pes[p].max_change
        if limit is not None:
            form.row(sides, upper=limit)
    inner = run.inner(gap=0.0)
    result = solve_form(form.form(), engine_named("highs"), inner)
    if result.status == "infeasible":
        message = (
            f"the fractions on nodes {names} cannot become legal within max_change of their PEs"
        )
        return Answer(infeasible=True, message=message)
    if result.x is None or result.objective is None:
        return Answer(
            stopped=result.stopped,
            message="the time limit left no time to repair the previous fractions",
        )
    limit = instance.max_total_change
    if limit is not None and result.objective > limit + 1e-6 * limit + _SLACK * instance.most_mips:
        message = (
            f"the previous fractions on nodes {names} are not legal, and their repair changes "
            f"{result.objective:g} mips, but at most {limit:g} may change"
        )
        proven = result.status == "optimal"
        return replace(Answer(message=message), infeasible=proven, stopped=result.stopped)
    mips = before.copy()
    for k, column in column_of.items():
        share = instance.shares[k]
        mips[k] = _nearest(share, instance.nodes[share.node].mips, float(result.x[column]))
    return mips


def _share_columns(
    form: FormBuilder, share: PeShare, power: float
) -> tuple[int, list[tuple[int, float]]]:
    """Add a column for a share's MIPS; return the column, and terms that sum to its change."""
    amount = form.column(share.least * power, share.most * power)
    more, less = form.column(cost=1.0), form.column(cost=1.0)
    start = share.before * power
    form.row([(amount, 1.0), (more, -1.0), (less, 1.0)], start, start)
    if len(share.ranges) > 1:
        chosen = [form.column(upper=1.0, integer=True) for _ in share.ranges]
        form.row([(z, 1.0) for z in chosen], 1.0, 1.0)
        ends = list(zip(chosen, share.ranges, strict=True))
        form.row([(amount, 1.0), *((z, -low * power) for z, (low, _) in ends)], lower=0.0)
        form.row([(amount, 1.0), *((z, -high * power) for z, (_, high) in ends)], upper=0.0)
    return amount, [(more, 1.0), (less, 1.0)]


def _nearest(share: PeShare, power: float, amount: float) -> float:
    """Return the legal amount of a share that is nearest to ``amount``."""
    if share.fixed:
        return share.before * power
    clipped = [min(max(amount, low * power), high * power) for low, high in share.ranges]
    return min(clipped, key=lambda legal: abs(legal - amount))


def flow(instance: MicroW, run: Run) -> Answer:
    """Push MIPS along shortest paths from over- to under-allocated PEs until no push helps.

    An illegal start is repaired first, with the least change.  A PE without a path is tried again
    only when no other PE has a path.  If no limit blocked a push, prices prove the result optimal.
    """
    start = legal_start(instance, run)
    if isinstance(start, Answer):
        return start
    near, unit = instance.near_one()
    state = Pushes(near, start / unit)
    run.report(state.objective * unit, None, _decision(near, state))
    pushes = 0
    aside: set[int] = set()
    pushed_since = False
    while not run.should_stop():
        sources = [p for p in state.under_allocated() if p not in aside]
        source = next((p for p in sources if not _fails(state, p, aside)), None)
        if source is not None:
            pushes, pushed_since = pushes + 1, True
            if pushes & (pushes - 1) == 0:
                run.report(state.objective * unit, None, _decision(near, state))
        elif pushed_since:
            aside.clear()
            pushed_since = False
        else:
            break
    decision = _decision(near, state)
    run.report(state.objective * unit, None, decision)
    answer = Answer(decision=decision, stopped=run.stopped, details={"pushes": pushes})
    proof = None if run.should_stop() else proof_of(instance, state.amount * unit)
    if proof is None:
        return answer
    bound, certificate = proof
    return replace(answer, bound=bound, bound_kind="certified", certificate=certificate)


def keep(instance: MicroW, run: Run) -> Answer:
    """Keep all fractions, except for a repair with the least change."""
    start = legal_start(instance, run)
    if isinstance(start, Answer):
        return start
    return Answer(decision=decision_of(instance, start))


def direct(instance: MicroW, run: Run) -> Answer:
    """Take MIPS from PEs above their goals, then give unused MIPS to PEs below their goals.

    A unit of change reduces the distance to the goals by at most one unit; here it always does.
    Shares stay in their legal ranges, and changes within their limits.
    """
    start = legal_start(instance, run)
    if isinstance(start, Answer):
        return start
    unit = instance.unit
    start = start / unit
    pe, node, before, _, _ = instance.share_arrays
    power = np.array([each.mips for each in instance.nodes]) / unit
    changed = np.abs(start - power[node] * before)
    touched = np.zeros(len(power), dtype=np.bool_)
    touched[node[changed > _SLACK * power[node]]] = True
    most = instance.max_touched_nodes
    limits = np.array([np.inf if p.max_change is None else p.max_change for p in instance.pes])
    limits /= unit
    total = np.inf if instance.max_total_change is None else instance.max_total_change / unit
    ends = legal_ends(instance, start / power[node]) * power[node]
    missing = np.array([p.goal for p in instance.pes], dtype=np.float64) / unit
    missing -= np.bincount(pe, start, len(instance.pes))
    idle = np.maximum(0.0, power - np.bincount(node, start, len(power)))
    limits -= np.bincount(pe, changed, len(instance.pes))
    more = len(power) if most is None else most - int(touched.sum())
    mips, left = start.copy(), total - float(changed.sum())
    move = partial(_move_directly, pe, node, ends, missing, idle, limits)
    left, more = move(left, touched, more, mips, -1.0)
    if most is None and not run.should_stop():  # the most that can be given: a largest flow
        supply = np.maximum(0.0, np.minimum(missing, limits))
        flow = largest_flow(pe, node, ends[1] - mips, supply, idle, run).amount
        mips += np.clip(left - (flow.cumsum() - flow), 0.0, flow)
    else:
        move(left, touched, more, mips, 1.0)
    decision = decision_of(instance, mips * unit)
    away = np.abs([p.goal for p in instance.pes] - np.bincount(pe, mips * unit, len(instance.pes)))
    run.report(float(away.sum()), None, decision)
    return Answer(decision=decision)


@kernel
def _move_directly(
    pe: IntArray,
    node: IntArray,
    ends: FloatArray,
    missing: FloatArray,
    idle: FloatArray,
    limit: FloatArray,
    total: float,
    touched: BoolArray,
    more: int,
    mips: FloatArray,
    sign: float,
) -> tuple[float, int]:
    """Reduce ``mips`` of PEs above their goals (``sign`` -1), or raise those of PEs below (1).

    ``mips`` is per share; ``missing`` is per PE, negative above its goal; ``idle`` per node. At
    most ``limit`` per PE and ``total`` in all may change, and ``more`` other nodes be touched.
    Return the remaining ``total`` and ``more``.
    """
    for k in range(len(pe)):
        p, n = pe[k], node[k]
        room = mips[k] - ends[0, k] if sign < 0 else min(ends[1, k] - mips[k], idle[n])
        amount = min(sign * missing[p], room, limit[p], total)
        if amount <= LEAST or (not touched[n] and more <= 0):
            continue
        if not touched[n]:
            touched[n], more = True, more - 1
        mips[k] += sign * amount
        missing[p] -= sign * amount
        idle[n] -= sign * amount
        limit[p] -= amount
        total -= amount
    return total, more


def impossible(instance: MicroW, run: Run) -> str | None:
    """Return why the instance is infeasible; None if it is feasible or the time was too short."""
    start: FloatArray | Answer = legal_start(instance, run)
    return start.message if isinstance(start, Answer) and start.infeasible else None


def _fails(state: Pushes, source: int, aside: set[int]) -> bool:
    if state.push_from(source):
        return False
    aside.add(source)
    return True


def _decision(instance: MicroW, state: Pushes) -> Decision:
    return decision_of(instance, state.amount)
