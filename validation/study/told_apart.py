"""Names of instances that a reader can tell apart: what shares a name says what differs."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from .results import Result, instance_key

Key = tuple[str, str]  # problem, digest
_SHORT = 8  # letters of a digest


def names_apart(results: Iterable[Result]) -> dict[Key, str]:
    """Return a name for each instance; those that share one add the settings of their source."""
    sources = {instance_key(result["row"]): result for result in results}
    groups: dict[tuple[str, str], list[Key]] = {}
    for key, each in sources.items():
        groups.setdefault((key[0], each["row"]["instance"]["name"]), []).append(key)
    names: dict[Key, str] = {}
    for (_, name), keys in groups.items():
        said = _differences({key: str(sources[key]["source"]) for key in keys})
        for key in keys:
            names[key] = name if len(keys) == 1 else f"{name} ({said[key]})"
    return names


def _differences(sources: Mapping[Key, str]) -> dict[Key, str]:
    """Return the words of each source that not all have; the digest where they do not do."""
    words = {key: _words(source) for key, source in sources.items()}
    common = set.intersection(*map(set, words.values()))
    said = {
        key: ", ".join(word for word in listed if word not in common and word[:2] != "--")
        for key, listed in words.items()
    }
    if len(set(said.values())) == len(said):
        return {key: text or "default" for key, text in said.items()}
    return {key: key[1][:_SHORT] for key in said}


def _words(source: str) -> list[str]:
    try:
        return shlex.split(source)
    except ValueError:
        return source.split()


def rename_apart(results: Iterable[Result]) -> list[Result]:
    """Return results whose instances have names that differ."""
    listed = list(results)
    names = names_apart(listed)
    return [{**result, "row": rename_row(result["row"], names)} for result in listed]


def rename_row(row: Mapping[str, Any], names: Mapping[Key, str]) -> dict[str, Any]:
    """Return a row whose instance has the name that tells it apart."""
    label = row["instance"]
    return {**row, "instance": {**label, "name": names.get(instance_key(row), label["name"])}}
