"""The statements of microq: components run, PEs have their mips on their nodes, nodes are shared.

That PEs keep pace with their component is the definition of a plan, and background.
"""

from ....core.decimals import steps
from ....instances.microq import Component, MicroQ, Pe
from ....solvers.conflicts import StatedForm, refuse_large
from .words import StatementBuilder, Terms, less, more, names, number, simply


def stated(instance: MicroQ) -> StatedForm:
    """Return a segment and a way along it per component, and fractions of all nodes per PE."""
    builder, nodes = StatementBuilder(), instance.nodes
    pes = [(component, pe) for component in instance.components for pe in component.pes]
    refuse_large(3 * len(pes) * (len(nodes) + max(c.segments for c in instance.components)))
    share = {pe.name: [builder.column(0, 1) for _ in nodes] for _, pe in pes}
    for n, node in enumerate(nodes):
        terms = [(row[n], 1.0) for row in share.values()]
        change = more(f"{node.name} gives ", 1.0, " of itself")
        builder.say("node", node.name, f"{number(node.mips)} mips", terms, upper=1, change=change)
    along = {component.name: _segments(builder, component) for component in instance.components}
    got: dict[str, Terms] = {}
    for component, pe in pes:
        got[pe.name] = [(c, node.mips) for c, node in zip(share[pe.name], nodes, strict=True)]
        builder.row([*got[pe.name], *_pace(pe, *along[component.name])], 0, 0)
        _say_list(builder, instance, pe, share[pe.name])
    for _, pe in pes:
        _say_most(builder, pe, got[pe.name])
    for _, pe in pes:
        _say_least(builder, pe, got[pe.name])
    for component in instance.components:
        _say_runs(builder, component, along[component.name][0])
    return builder.stated()


def _pace(pe: Pe, chosen: list[int], ways: list[int]) -> Terms:
    """Return the mips that its component asks of a PE, with a minus."""
    at = zip(chosen, (-pe.pacing[:-1]).tolist(), strict=True)
    along = zip(ways, (-steps(pe.pacing)).tolist(), strict=True)
    return [term for term in (*at, *along) if term[1]]


def _segments(builder: StatementBuilder, component: Component) -> tuple[list[int], list[int]]:
    """Return whether a component is in each segment, and the shares of the ways along them."""
    chosen = [builder.column(0, 1, integer=True) for _ in range(component.segments)]
    ways = [builder.column(0, 1) for _ in chosen]
    builder.row([(y, 1.0) for y in chosen], upper=1)
    for y, way in zip(chosen, ways, strict=True):
        builder.row([(way, 1.0), (y, -1.0)], upper=0)
    return chosen, ways


def _say_list(builder: StatementBuilder, instance: MicroQ, pe: Pe, share: list[int]) -> None:
    """Say which nodes a PE may use, if not all."""
    banned = [c for c, node in zip(share, instance.nodes, strict=True) if node.name not in pe.nodes]
    if banned:
        words = names(pe.nodes, "nodes", "no node")
        change = simply(f"{pe.name} may use other nodes")
        builder.say("nodes", pe.name, words, [(c, 1.0) for c in banned], upper=0, change=change)


def _say_most(builder: StatementBuilder, pe: Pe, got: Terms) -> None:
    if pe.max_mips is not None:
        change = more(f"{pe.name} may have ", pe.max_mips, " mips")
        words = f"at most {number(pe.max_mips)}"
        builder.say("max_mips", pe.name, words, got, upper=pe.max_mips, change=change)


def _say_least(builder: StatementBuilder, pe: Pe, got: Terms) -> None:
    if pe.min_mips > 0:
        change = less(f"{pe.name} is content with ", pe.min_mips, " mips")
        words = f"at least {number(pe.min_mips)}"
        builder.say("min_mips", pe.name, words, got, lower=pe.min_mips, change=change)


def _say_runs(builder: StatementBuilder, component: Component, chosen: list[int]) -> None:
    """Say that a component runs, with mips between its first and its last breakpoint."""
    words = f"{number(component.mips[0])} to {number(component.mips[-1])} mips"
    change = simply(f"{component.name} does not run")
    terms = [(y, 1.0) for y in chosen]
    builder.say("runs", component.name, words, terms, lower=1, change=change)
