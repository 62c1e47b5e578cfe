"""Installed packages: optional ones, and those that extend the suite through entry points.

The groups are ``optgap.problems``, ``optgap.methods`` (functions that extend a problem),
``optgap.commands``, ``optgap.tools`` (of the server for agents), ``optgap.verbs`` and
``optgap.evaluators`` (public names of these modules).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def is_installed(package: str) -> bool:
    """Return whether a package can be imported, without importing it."""
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False


# The packages of this project beside the suite, and the names that they add to its groups.
_PACKAGES = {
    "optgap-cluster": {
        "optgap.commands": ("fleet", "import", "place", "plan", "stays"),
        "optgap.verbs": ("WavePlan", "frees", "place", "plan", "simulate", "stays"),
    },
    "optgap-found-programs": {
        "optgap.commands": ("judge",),
        "optgap.evaluators": ("gepa", "judge_in_form", "openevolve", "skydiscover"),
        "optgap.verbs": ("judge",),
    },
}


def package_with(group: str, name: str) -> str | None:
    """Return the package of this project that adds a name to a group, installed or not."""
    packages = (package for package, names in _PACKAGES.items() if name in names.get(group, ()))
    return next(packages, None)


@cache
def entry_points_of(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name; two packages must not declare the same name."""
    from importlib.metadata import entry_points

    from .faults import Fault, InputError

    points: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        other = points.setdefault(point.name, point)
        if other is not point and other.value != point.value:
            kind = group.rpartition(".")[2].removesuffix("s")
            words = f"two packages declare the name {point.name!r}: {other.value} and {point.value}"
            raise InputError("bad input", [Fault(kind, words)])
    return points


def loaded_entry_point(group: str, name: str) -> Any:
    """Return the object of an entry point; if its import fails, warn and return ``None``."""
    point = entry_points_of(group)[name]
    try:
        return point.load()
    except (Exception, SystemExit) as error:  # a broken package must not stop the others
        kind = group.rpartition(".")[2].removesuffix("s")
        words = f"the {kind} {name!r} of {point.value} cannot be imported: {error}"
        warnings.warn(words, stacklevel=3)
        return None


def attach_entry_points(
    module: str, group: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a module whose names are entry points."""

    def find(name: str) -> Any:
        if name == "__all__":
            return sorted(entry_points_of(group))
        if name.startswith("__") or name not in entry_points_of(group):
            package = package_with(group, name)
            words = "" if package is None else f"; it is part of {package}: pip install {package}"
            raise AttributeError(f"module {module!r} has no attribute {name!r}{words}")
        return entry_points_of(group)[name].load()

    return find, lambda: sorted(entry_points_of(group))
