"""Cycles of a directed graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def cycle_of(after: Mapping[str, set[str]]) -> list[str]:
    """Return the names along one cycle, the first again at the end; nothing without one."""
    done: set[str] = set()
    for start in sorted(after):
        path: list[str] = []
        waiting: list[Iterator[str]] = []
        _enter(start, after, path, waiting)
        while waiting:
            following = next(waiting[-1], None)
            if following is None:
                waiting.pop()
                done.add(path.pop())
            elif following in path:
                return [*path[path.index(following) :], following]
            elif following not in done:
                _enter(following, after, path, waiting)
    return []


def _enter(
    name: str, after: Mapping[str, set[str]], path: list[str], waiting: list[Iterator[str]]
) -> None:
    path.append(name)
    waiting.append(iter(sorted(after.get(name, ()))))
