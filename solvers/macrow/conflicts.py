"""Conflicts of macrow: PEs and families of constraints that cannot hold together."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from ...instances.macrow import FAMILIES, MacroW, drop_family, in_force, only

T = TypeVar("T")
Infeasible = Callable[[MacroW], bool]


def impossible(instance: MacroW, is_infeasible: Infeasible) -> str:
    """Return a message about an irreducible conflict of PEs and families of constraints.

    ``is_infeasible`` returns true only if infeasibility is proven.  If time runs out, the result is
    still a conflict, but it may be reducible.
    """
    families = in_force(instance)

    def relax(kept: Sequence[str]) -> MacroW:
        reduced = instance
        for family in families:
            if family not in kept:
                reduced = drop_family(reduced, family)
        return reduced

    kept = _irreducible(families, lambda subset: is_infeasible(relax(subset)))
    bare = relax(kept)
    names = [pe.name for pe in instance.pes]
    pes = _irreducible(names, lambda subset: bool(subset) and is_infeasible(only(bare, subset)))
    return _in_words(bare, kept, pes)


def _in_words(instance: MacroW, families: list[str], pes: list[str]) -> str:
    words = {family: FAMILIES[family].words for family in families}
    held = [held.name for held in instance.licenses if set(held.pes) & set(pes)]
    if "licenses" in words and held:
        words["licenses"] = f"the tokens of {', '.join(held)}"
    who = f"PE {pes[0]}" if len(pes) == 1 else f"PEs {', '.join(pes)}"
    *most, last = words.values()
    if not most:
        return f"no plan for {who}: {last} cannot be kept"
    return f"no plan for {who}: {', '.join(most)} and {last} exclude each other"


def _irreducible(items: Sequence[T], conflicts: Callable[[Sequence[T]], bool]) -> list[T]:
    """Return a minimal subset of ``items`` for which ``conflicts`` is true.

    Unnecessary chunks are dropped, from halves down to single items.
    """
    kept = list(items)
    size = max(1, len(kept) // 2)
    while True:
        at = 0
        while at < len(kept):
            rest = kept[:at] + kept[at + size :]
            if conflicts(rest):
                kept = rest
            else:
                at += size
        if size == 1:
            return kept
        size = max(1, size // 2)
