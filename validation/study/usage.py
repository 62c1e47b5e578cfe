"""What a run uses of its machine: processor seconds and peak memory of the process that solves."""

from __future__ import annotations

import resource
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any, TypeAlias

Usage: TypeAlias = dict[str, float | int | None]
_STATUS, _PEAK = Path("/proc/self/status"), Path("/proc/self/clear_refs")
_RESET = "5"  # what the kernel takes for: the peak begins anew
_KIB = 1024


def measure(run: Callable[[], Any], outside: bool = False) -> tuple[Any, Usage]:
    """Return what a run returns, and what it used.

    Processor seconds include all threads and all processes that have ended since.  Memory is that
    of this process: a method from ``outside`` has another one, and no figure.
    """
    reset = _peak_begins_anew()
    before, begun = _memory("VmRSS"), _processor_seconds()
    answer = run()
    seconds = _processor_seconds() - begun
    counts = reset and not outside
    return answer, {
        "processor_seconds": round(seconds, 6),
        "peak_bytes": _memory("VmHWM") if counts else None,
        "bytes_before": before if counts else None,
    }


def _processor_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def _peak_begins_anew() -> bool:
    """Forget the peak of earlier runs; return whether this system can."""
    try:
        _PEAK.write_text(_RESET)
    except OSError:
        return False  # no Linux, or not allowed: then there is no peak of one run
    return True


def _memory(field: str) -> int | None:
    """Return the bytes in a field of the kernel's report on this process."""
    if not _STATUS.exists():
        return None
    lines = (line.split() for line in _STATUS.read_text().splitlines())
    return next((int(words[1]) * _KIB for words in lines if words[0] == f"{field}:"), None)
