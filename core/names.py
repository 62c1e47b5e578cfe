"""Names that the parts of an instance go by: each stands for one part only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .faults import Fault


def repeated_names(place: str, names: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for every name that an earlier part of the same list has already."""
    first: dict[str, int] = {}
    for k, name in enumerate(names):
        if name in first:
            rule = f"is the name of {place}[{first[name]}] already"
            yield Fault.of(f"{place}[{k}].name", rule, name)
        else:
            first[name] = k
