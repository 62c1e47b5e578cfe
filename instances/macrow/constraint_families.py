"""The families of macrow's constraints: which are in force, and an instance without one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .components import License, Node, Pe, Risk
from .instance import MacroW


@dataclass(frozen=True)
class ConstraintFamily:
    """How a family is called, when it is in force, and what an instance without it has instead."""

    equations: str
    words: str
    in_force: Callable[[MacroW], bool]
    without_family: Callable[[MacroW], dict[str, Any]]


def _pe_family(field: str, absent: Any) -> tuple[Callable[[MacroW], bool], Callable[..., Any]]:
    def asked(instance: MacroW) -> bool:
        return any(getattr(pe, field) != absent for pe in instance.pes)

    def without_family(instance: MacroW) -> dict[str, tuple[Pe, ...]]:
        return {"pes": tuple(pe.model_copy(update={field: absent}) for pe in instance.pes)}

    return asked, without_family


def _of_nodes(field: str, absent: Any) -> tuple[Callable[[MacroW], bool], Callable[..., Any]]:
    def asked(instance: MacroW) -> bool:
        return any(getattr(node, field) != absent for node in instance.nodes)

    def without_family(instance: MacroW) -> dict[str, tuple[Node, ...]]:
        return {"nodes": tuple(n.model_copy(update={field: absent}) for n in instance.nodes)}

    return asked, without_family


def _of_all(field: str, absent: Any) -> tuple[Callable[[MacroW], bool], Callable[..., Any]]:
    def asked(instance: MacroW) -> bool:
        return bool(getattr(instance, field) != absent)

    return asked, lambda instance: {field: absent}


FAMILIES: dict[str, ConstraintFamily] = {
    "allowed_nodes": ConstraintFamily(
        "(12)", "their allowed nodes", *_pe_family("allowed_nodes", None)
    ),
    "licenses": ConstraintFamily("(13)", "the tokens of licenses", *_of_all("licenses", ())),
    "integrity": ConstraintFamily(
        "(14)-(15)", "integrity ranges", *_of_nodes("integrity_range", None)
    ),
    "risk": ConstraintFamily("(16)", "the limit of risk", *_of_all("risk", None)),
    "colors": ConstraintFamily(
        "(17)-(18)", "incompatible colors", *_of_nodes("incompatible_colors", ())
    ),
    "fairness": ConstraintFamily("(19)", "the mips that they need", *_pe_family("fairness", 0.0)),
    "max_total_change": ConstraintFamily(
        "(22)", "the limit of all changes", *_of_all("max_total_change", None)
    ),
    "max_change": ConstraintFamily(
        "(23)", "the limits of changes of a PE", *_pe_family("max_change", None)
    ),
    "max_pes": ConstraintFamily("(24)", "the most PEs of a node", *_of_nodes("max_pes", None)),
    "min_nodes": ConstraintFamily(
        "(25)", "the least candidates of a PE", *_pe_family("min_nodes", 0)
    ),
    "max_nodes": ConstraintFamily(
        "(26)", "the most candidates of a PE", *_pe_family("max_nodes", None)
    ),
    "colocated": ConstraintFamily("(27)", "colocation", *_of_all("colocated", ())),
    "exlocated": ConstraintFamily("(28)", "exlocation", *_of_all("exlocated", ())),
}


def in_force(instance: MacroW) -> list[str]:
    """Return the families that an instance uses, in the order of the equations."""
    return [name for name, family in FAMILIES.items() if family.in_force(instance)]


def without(instance: MacroW, family: str) -> MacroW:
    """Return the instance without a family of constraints."""
    return instance.model_copy(update=FAMILIES[family].without_family(instance))


def only(instance: MacroW, names: Iterable[str]) -> MacroW:
    """Return the instance with some of its PEs; whatever names another one forgets it."""
    kept = set(names)
    licenses = tuple(
        License(name=held.name, tokens=held.tokens, pes=tuple(p for p in held.pes if p in kept))
        for held in instance.licenses
    )
    risk, previous = instance.risk, instance.previous
    if risk is not None:
        levels = {p: level for p, level in risk.levels.items() if p in kept}
        risk = Risk(limit=risk.limit, levels=levels)
    if previous is not None:
        previous = {p: had for p, had in previous.items() if p in kept}
    return instance.model_copy(
        update={
            "pes": tuple(pe for pe in instance.pes if pe.name in kept),
            "streams": tuple(s for s in instance.streams if kept >= set(s.ends)),
            "licenses": licenses,
            "risk": risk,
            "previous": previous,
            "colocated": tuple(pair for pair in instance.colocated if kept >= set(pair)),
            "exlocated": tuple(pair for pair in instance.exlocated if kept >= set(pair)),
        }
    )
