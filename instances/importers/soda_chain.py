"""The chain of SODA's models: macroW's candidates go to microQ, and microQ's mips to microW.

Figure 4 (epochs) and the introductions of 5.3 and 5.4 in Wolf et al., "The SODA Optimizing
Scheduler for System S" (IBM report).
"""

import math
from collections.abc import Collection, Iterator
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, number_array
from ...core.faults import Fault, InputError, near_miss, repeated_names
from ...core.groups import groups_of
from ...core.outcome import Decision
from ...core.schema import Checked, Many, Name, NonNegative, Part, Rule
from .. import microq
from ..macrow import MacroW
from ..microq import MicroQ
from ..microw import MicroW

BREAKPOINTS = np.array([0.0, 0.5, 1.0, 1.5])  # of a component's goal, if no curve is given
WORTH = np.array([0.0, 0.65, 1.0, 1.15])  # of importance there, as a share of the goal


class Curve(Part):
    """A weak component: its PEs and its importance at breakpoints of its mips.

    Without ``pacing`` the PEs get mips in proportion to their goals.
    """

    name: Name
    pes: Annotated[Many[Name], Field(min_length=1)]
    mips: Annotated[FloatArray, *number_array(1, at_least=0)]
    importance: Annotated[FloatArray, *number_array(1)]
    pacing: dict[str, Annotated[FloatArray, *number_array(1, at_least=0)]] | None = None


def distinct_components(components: tuple[Curve, ...]) -> Iterator[Fault]:
    """Components have distinct names, and each PE is in one of them only."""
    yield from repeated_names("components", (curve.name for curve in components))
    owner: dict[str, str] = {}
    for c, curve in enumerate(components):
        for k, pe in enumerate(curve.pes):
            if pe in owner:
                rule = f"already belongs to component {owner[pe]!r}"
                yield Fault.of(f"components[{c}].pes[{k}]", rule, pe)
            owner.setdefault(pe, curve.name)


class Goals(Checked):
    """The importance of components by their mips, which macroQ passes to microQ."""

    KIND: ClassVar[str] = "goals"
    RULES: ClassVar[tuple[Rule, ...]] = (distinct_components,)

    components: Annotated[Many[Curve], Field(min_length=1)]
    min_mips: dict[str, NonNegative] = Field(default_factory=dict)
    max_mips: dict[str, NonNegative] = Field(default_factory=dict)


def usual_goals(instance: MacroW) -> Goals:
    """Return the default importance functions of a macro epoch.

    A component is a weakly connected part of the stream graph; its goal is the sum of its PEs'
    goals.  Its importance is 1.3 per mips up to half of the goal, 0.7 up to the goal, 0.3 up to 1.5
    goals, and constant beyond. Components with
    goal 0 are left out.
    """
    curves = []
    for k, members in enumerate(_components(instance)):
        total = sum(instance.pes[i].goal for i in members)
        if total > 0:
            names = tuple(instance.pes[i].name for i in members)
            mips, worth = BREAKPOINTS * total, WORTH * total
            curves.append(Curve(name=f"c{k + 1}", pes=names, mips=mips, importance=worth))
    return Goals(name=f"{instance.name}, usual goals", components=tuple(curves))


def _components(instance: MacroW) -> list[list[int]]:
    """Return the PEs of each weakly connected component, in order of the components' first PEs."""
    place = {pe.name: i for i, pe in enumerate(instance.pes)}
    ends = ((place[one], place[other]) for one, other in (each.ends for each in instance.streams))
    return groups_of(range(len(place)), ends)


def microq_of(
    instance: MacroW,
    decision: Decision,
    goals: Goals | None = None,
    *,
    up: Collection[str] | None = None,
) -> MicroQ:
    """Return the microq instance of an epoch: candidates from macroW, importance from goals.

    Of H_pn (the maximum mips of PE p on node n) only the sum over the candidates is kept, as the
    PE's maximum mips: microQ has no limit for a PE on one node.  The goals' minimum and maximum
    mips apply, too.  If ``up`` is given, only these nodes count.  An error lists all faults of the
    goals.
    """
    nodes = {node.name: node for node in instance.nodes if up is None or node.name in up}
    candidates = {p: [n for n in row if n in nodes] for p, row in decision["candidates"].items()}
    goals = goals or usual_goals(instance)
    pes = {pe.name: pe for pe in instance.pes}
    faults = [
        Fault.of(f"components[{c}].pes[{k}]", f"is not a PE {near_miss(name, pes)}", name)
        for c, curve in enumerate(goals.components)
        for k, name in enumerate(curve.pes)
        if name not in pes
    ]
    if faults:
        raise InputError(f"goals {goals.name!r}", faults)
    components = []
    for curve in goals.components:
        pacing = _pacing(curve, {name: pes[name].goal for name in curve.pes})
        members = [
            {
                "name": name,
                "nodes": candidates[name],
                "min_mips": goals.min_mips.get(name, 0.0),
                "max_mips": min(
                    goals.max_mips.get(name, math.inf),
                    sum(pes[name].usable(nodes[n]) for n in candidates[name]),
                ),
                "pacing": pacing[name],
            }
            for name in curve.pes
        ]
        components.append(
            {
                "name": curve.name,
                "mips": curve.mips,
                "importance": curve.importance,
                "pes": members,
            }
        )
    return MicroQ.model_validate(
        {
            "name": f"{instance.name}-microq",
            "source": f"candidates of macrow/{instance.name}, {goals.name}",
            "nodes": [{"name": node.name, "mips": node.mips} for node in nodes.values()],
            "components": components,
        }
    )


def _pacing(curve: Curve, goal: dict[str, float]) -> dict[str, FloatArray]:
    """Return the mips of each PE at the breakpoints of a component's curve."""
    if curve.pacing is not None:
        missing = sorted(set(curve.pes) - set(curve.pacing))
        if missing:
            fault = Fault.of(f"components.{curve.name}.pacing", "lacks these PEs", missing)
            raise InputError("goals", [fault])
        return curve.pacing
    total = sum(goal.values())
    shares = {name: g / total if total else 1 / len(goal) for name, g in goal.items()}
    return {name: curve.mips * share for name, share in shares.items()}


def microw_of(
    instance: MicroQ,
    decision: Decision,
    previous: Decision | None = None,
    *,
    macro: MacroW | None = None,
    **limits: Any,
) -> MicroW:
    """Return the microw instance of an epoch, whose goals are microQ's mips.

    ``previous`` is the preceding microw decision.  With ``macro`` a PE's fraction of a node is at
    most H_pn / H_n.  ``limits`` are microw's ``max_total_change`` and ``max_touched_nodes``.
    """
    goal = {
        pe.name: float(np.interp(decision["mips"][component.name], component.mips, pe.pacing))
        for component in instance.components
        for pe in component.pes
    }
    before: dict[str, dict[str, float]] = {} if previous is None else previous["fraction"]
    known = {node.name for node in instance.nodes}
    return MicroW.model_validate(
        {
            "name": f"{instance.name}-microw",
            "source": f"mips of microq/{instance.name}",
            "nodes": [{"name": node.name, "mips": node.mips} for node in instance.nodes],
            "pes": [
                {
                    "name": pe.name,
                    "goal": goal[pe.name],
                    "nodes": list(pe.nodes),
                    "allowed": _ranges(macro, pe),
                }
                for component in instance.components
                for pe in component.pes
            ],
            "previous": {
                name: {node: f for node, f in row.items() if node in known}
                for name, row in before.items()
                if name in goal
            },
            **limits,
        }
    )


def _ranges(macro: MacroW | None, pe: microq.Pe) -> dict[str, list[list[float]]]:
    """Return the legal fractions [0, share] of each node that the PE cannot use completely."""
    if macro is None:
        return {}
    nodes = {node.name: node for node in macro.nodes}
    mine = next(candidate for candidate in macro.pes if candidate.name == pe.name)
    shares = {name: mine.usable(nodes[name]) / nodes[name].mips for name in pe.nodes}
    return {name: [[0.0, share]] for name, share in shares.items() if share < 1}
