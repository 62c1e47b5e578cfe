"""Available memory, amounts of memory in words, and results that stay in memory."""

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TypeVar
from weakref import WeakKeyDictionary

from .faults import Fault, InputError, input_error

_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_UNITS |= {"KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}
_MOST = 2**63 - 1
MOST_MADE = 4 * 2**30  # bytes of an instance that a generator or an importer makes
_PART, _NUMBER = 1024, 40  # bytes of an object, and of a number while others are made of it
_GROUPS = (
    (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")),
    (
        Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
        Path("/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ),
)


K = TypeVar("K")
V = TypeVar("V")


def kept_with(function: Callable[[K], V]) -> Callable[[K], V]:
    """Return the function with a cache, which keeps each result as long as its argument exists."""
    results: WeakKeyDictionary[K, V] = WeakKeyDictionary()

    @wraps(function)
    def result_of(argument: K) -> V:
        if argument not in results:
            results[argument] = function(argument)
        return results[argument]

    return result_of


def bytes_of(amount: int | str) -> int:
    """Return an amount of memory, such as 8000000000, 8GB or 7.5GiB, in bytes."""
    match = re.fullmatch(r"([0-9]{1,20}(?:\.[0-9]{1,20})?) ?([A-Za-z]{0,3})", str(amount).strip())
    unit = None if match is None else _UNITS.get(match[2].upper())
    if match is None or unit is None or isinstance(amount, (bool, float)):
        raise input_error("memory_limit", "must be bytes, or an amount such as 8GB", amount)
    size = int(float(match[1]) * unit) if "." in match[1] else int(match[1]) * unit
    if not 1 <= size <= _MOST:
        raise input_error("memory_limit", "must be from 1 byte to 2^63 - 1", amount)
    return size


def in_words(size: int) -> str:
    """Return a number of bytes in words, such as ``7.5 GiB``."""
    for name in ("GiB", "MiB", "KiB"):
        unit = _UNITS[name.upper()]
        if size >= unit:
            return f"{size / unit:,.1f} {name}" if name == "GiB" else f"{size / unit:,.0f} {name}"
    return f"{size} bytes"


def check_size(*, parts: float = 0, numbers: float = 0) -> None:
    """Raise an error, before an instance is made, if it would be too large for the memory.

    ``parts`` is the number of named objects, such as jobs; ``numbers`` is that of array cells.
    """
    size = parts * _PART + numbers * _NUMBER
    free = free_memory()
    room = MOST_MADE if free is None else min(MOST_MADE, free)
    if not size <= room:
        more = numbers * _NUMBER > parts * _PART
        amount = f"{numbers:,.0f} numbers" if more else f"{parts:,.0f} parts"
        rule = (
            f"would be {amount}, about {in_words(int(size))}; at most "
            f"{in_words(room)} are available"
        )
        raise InputError("too large", [Fault("size", rule)])


_freezes = 0  # in force; counting the frozen objects would visit them all


@contextmanager
def objects_frozen() -> Iterator[None]:
    """Context manager: collections skip all present objects, such as those of an instance."""
    global _freezes
    _freezes += 1
    gc.freeze()
    try:
        yield
    finally:
        _freezes -= 1
        if not _freezes:
            gc.unfreeze()


@contextmanager
def collector_paused() -> Iterator[None]:
    """Context manager: pause the garbage collector while many objects are created.

    At the end they count as old, so that the next collection does not visit them all.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            if not _freezes:  # else it would release the objects of another freeze
                gc.freeze()
                gc.unfreeze()
            gc.enable()


def free_memory() -> int | None:
    """Return the bytes that this process can still allocate; ``None`` if unknown."""
    limits = [_meminfo(), *(_group(limit, used) for limit, used in _GROUPS)]
    return min((limit for limit in limits if limit is not None), default=None)


def _meminfo() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None


def _group(limit: Path, used: Path) -> int | None:
    """Return the free memory of a control group (cgroup v1 or v2), or ``None`` without limit."""
    try:
        most = limit.read_text().strip()
        return None if most == "max" else max(0, int(most) - int(used.read_text()))
    except (OSError, ValueError):
        return None
