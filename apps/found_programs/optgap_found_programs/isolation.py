"""The isolation of judged programs: its level, the means, and the folders they may read.

The folders of optgap and of this package are hidden even if a view would show them, because they
contain the judge, its instances and the references.
"""

import os
import site
import sys
import sysconfig
from pathlib import Path
from typing import Literal, get_args

from optgap.faults import input_error, near_miss

from .isolated import View
from .task import DATA, Task, suite_folder

Isolation = Literal["strict", "weak", "none"]
_LEVELS = get_args(Isolation)
MEANS: dict[Isolation, tuple[str, ...]] = {
    "strict": ("namespaces", "landlock"),
    "weak": ("descriptors",),
    "none": ("none",),
}
NOTES: dict[Isolation, str] = {
    "strict": "isolation strict: the program saw only its folder and Python with packages: no "
    "other process and no network",
    "weak": "isolation weak: the program could open no file; outside Linux it could reach the "
    "network and other processes",
    "none": "isolation none: the program could read every file that this account can, "
    "including the judge's, and stop its processes",
}
_PARTS = ("", "core", "instances", "formulations", "solvers", "heuristics", "validation")
_SYSTEM = (
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/nix/store", "/gnu/store"),
    *("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/usr/share/zoneinfo"),
)


def means_of(isolation: str | None) -> tuple[str, ...]:
    """Return the mechanisms for an isolation level, best first; with ``None``, all mechanisms."""
    if isolation is None:
        return tuple(means for level in _LEVELS for means in MEANS[level])
    if isolation not in _LEVELS:
        rule = f"must be strict, weak or none {near_miss(isolation, _LEVELS)}"
        raise input_error("--isolation", rule, isolation)
    return MEANS[isolation]  # type: ignore[index]


def level_of(means: str, wanted: str | None) -> Isolation:
    """Return the level of the working mechanism ``means``; raise an error if there is none."""
    for level in _LEVELS:
        if means in MEANS[level]:
            return level  # type: ignore[no-any-return]
    remedy = {
        "strict": "needs Linux with user namespaces or Landlock 3 (Linux 6.2); neither works here. "
        "Allow one of them, or leave the option out",
        "weak": "needs an open-file limit that programs cannot raise, not met here; leave it out",
    }
    raise input_error("--isolation", remedy.get(str(wanted), "is not possible here"), wanted)


def view_of(task: Task) -> View:
    """Return the paths that a task's programs may read, and the hidden paths among them."""
    every = [suite_folder(name) for name in _PARTS]
    folders = [each for each in every if each.parent not in every]  # the others lie within these
    installed = [Path(place) for place in site.getsitepackages()]
    if task.closed is None:
        hidden, opened = folders, []
    else:
        hidden, opened = list(task.closed), [each for each in folders if each not in task.closed]
    others = [place / "optgap" for place in installed if place / "optgap" not in folders]
    others.append(DATA.parent)
    python = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    libraries = os.environ.get("LD_LIBRARY_PATH", "").split(":")
    places = [*python, *installed, *opened, *_SYSTEM, f"{sys.prefix}/pyvenv.cfg"]
    places += [f"{sys.base_prefix}/lib", *(each for each in libraries if os.path.isabs(each))]
    visible = dict.fromkeys(map(str, places))
    secret = {os.path.realpath(each) for each in [*hidden, *others]}
    return View(tuple(visible), tuple(sorted(secret)))
