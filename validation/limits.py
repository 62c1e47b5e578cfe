"""The limits of a solve, checked before any work: all faults at once."""

from __future__ import annotations

from math import inf
from numbers import Integral, Real
from typing import Any

from ..core.compiled import checked_choice
from ..core.faults import Fault, InputError
from ..core.memory import bytes_of

_MOST_THREADS = 1024


def check_limits(
    *,
    time_limit: Any = None,
    gap: Any = 0.0,
    seed: Any = 0,
    threads: Any = None,
    memory_limit: Any = None,
    compiled: Any = "auto",
    **_: Any,
) -> None:
    """Refuse limits of another type or out of range."""
    faults = []
    if time_limit is not None and not _is_number(time_limit):
        faults.append(Fault.of("time_limit", "must be a number of seconds >= 0", time_limit))
    if not _is_number(gap):
        faults.append(Fault.of("gap", "must be a number >= 0", gap))
    if not _is_whole(seed, 0, 2**63):
        faults.append(Fault.of("seed", "must be a whole number >= 0", seed))
    if threads is not None and not _is_whole(threads, 1, _MOST_THREADS):
        faults.append(Fault.of("threads", f"must be from 1 to {_MOST_THREADS}", threads))
    if faults:
        raise InputError("bad input", faults)
    checked_choice(compiled)
    if memory_limit is not None:
        bytes_of(memory_limit)


def _is_number(value: Any) -> bool:
    return type(value) is not bool and isinstance(value, Real) and 0 <= float(value) < inf


def _is_whole(value: Any, least: int, most: int) -> bool:
    return type(value) is not bool and isinstance(value, Integral) and least <= int(value) <= most
