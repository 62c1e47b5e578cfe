"""The statements of microw: nodes, fixed and legal fractions, and the limits on changes."""

from math import inf

from ....core.decimals import as_written
from ....instances.microw import MicroW, PeShare
from ....solvers.conflicts import StatedForm
from .words import Said, StatementBuilder, Terms, becomes, more, number, simply

_WHOLE = ((0.0, 1.0),)


def stated(instance: MicroW) -> StatedForm:
    """Return a fraction per share; how far it is from the one before is background."""
    builder = StatementBuilder()
    column = {share: builder.column(0, 1) for share in instance.shares}
    for n, node in enumerate(instance.nodes):
        terms = [(c, 1.0) for share, c in column.items() if share.node == n]
        change = more(f"{node.name} gives ", 1.0, " of itself")
        builder.say("node", node.name, "1 at most", terms, upper=1, change=change)
    for share, c in column.items():
        is_candidate = instance.nodes[share.node].name in instance.pes[share.pe].nodes
        if is_candidate and share.ranges != _WHOLE:
            _say_legal(builder, instance, share, c)
    _say_lists(builder, instance, column)
    _say_changes(builder, instance, column)
    _say_touched(builder, instance, column)
    for share, c in column.items():
        if share.fixed:
            before, name = share.before, _pair(instance, share)
            change = becomes(f"{name}: ", before)
            builder.say("fixed", name, number(before), [(c, 1.0)], before, before, change)
    return builder.stated()


def _pair(instance: MicroW, share: PeShare) -> str:
    return f"{instance.pes[share.pe].name} on {instance.nodes[share.node].name}"


def _say_legal(builder: StatementBuilder, instance: MicroW, share: PeShare, c: int) -> None:
    """Say in which ranges a fraction lies."""
    name = _pair(instance, share)
    chosen = [builder.column(0, 1, integer=True) for _ in share.ranges]
    builder.row([(z, 1.0) for z in chosen], 1, 1)
    lows = [(z, -low) for z, (low, _) in zip(chosen, share.ranges, strict=True) if low]
    highs = [(z, -high) for z, (_, high) in zip(chosen, share.ranges, strict=True) if high]

    change = more(f"{name}: ", 0.0, " beyond what is allowed")
    words = " or ".join(f"{number(low)} to {number(high)}" for low, high in share.ranges)
    rows: list[tuple[Terms, float, float]] = [
        ([(c, 1.0), *lows], 0.0, inf),
        ([(c, 1.0), *highs], -inf, 0.0),
    ]
    builder.say_rows(Said("allowed", name, words, change), rows)


def _say_lists(builder: StatementBuilder, instance: MicroW, column: dict[PeShare, int]) -> None:
    """Say which nodes a PE may use, where it had another one before."""
    for p, pe in enumerate(instance.pes):
        left = [c for share, c in column.items() if share.pe == p
                and instance.nodes[share.node].name not in pe.nodes]  # fmt: skip
        if left:
            change = simply(f"{pe.name} may stay on other nodes")
            words = ", ".join(pe.nodes) or "no node"
            builder.say("nodes", pe.name, words, [(c, 1.0) for c in left], upper=0, change=change)


def _say_changes(builder: StatementBuilder, instance: MicroW, column: dict[PeShare, int]) -> None:
    """Say how many mips may change, of one PE and in sum."""
    limited = {p for p, pe in enumerate(instance.pes) if pe.max_change is not None}
    total = instance.max_total_change
    mips = [node.mips for node in instance.nodes]
    changed: dict[int, list[tuple[int, float]]] = {}
    for share, c in column.items():
        if total is not None or share.pe in limited:
            rise, fall = builder.column(0, 1), builder.column(0, 1)
            builder.row([(c, 1.0), (rise, -1.0), (fall, 1.0)], share.before, share.before)
            both = [(rise, mips[share.node]), (fall, mips[share.node])]
            changed.setdefault(share.pe, []).extend(both)
    if total is not None:
        terms = [term for own in changed.values() for term in own]
        change = more("", total, " mips may change")
        words = f"{number(total)} mips"
        builder.say("max_total_change", "", words, terms, upper=total, change=change)
    for p in sorted(limited & changed.keys()):
        name, most = instance.pes[p].name, float(instance.pes[p].max_change or 0)
        change = more("", most, f" mips of {name} may change")
        builder.say("max_change", name, number(most), changed[p], upper=most, change=change)


def _say_touched(builder: StatementBuilder, instance: MicroW, column: dict[PeShare, int]) -> None:
    """Say how many nodes may be touched."""
    most = instance.max_touched_nodes
    if most is None:
        return
    touched = [builder.column(0, 1, integer=True) for _ in instance.nodes]
    for share, c in column.items():
        before, node = share.before, touched[share.node]
        rise = float(1 - as_written(before))
        builder.row([(c, 1.0), (node, -rise)], upper=before)
        builder.row([(c, 1.0), (node, before)], before)
    change = more("", most, " nodes may be touched")
    terms = [(z, 1.0) for z in touched]
    builder.say("max_touched_nodes", "", f"{most}", terms, upper=most, change=change)
