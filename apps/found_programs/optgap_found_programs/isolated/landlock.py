"""Landlock (Linux 6.2 or newer): restrict permanently the files that a process may open."""

from __future__ import annotations

import ctypes
import os

import syscalls  # type: ignore[import-not-found]

TYPE_CHECKING = False  # importing typing takes longer than most programs
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_READ_FILE, _READ_FOLDER, _EXECUTE, _WRITE, _TRUNCATE = 1 << 2, 1 << 3, 1 << 0, 1 << 1, 1 << 14
_ALL = (1 << 15) - 1
_CONTROL_DEVICES = 1 << 15
_TCP, _OUTSIDE = 3, 3  # bind and connect; abstract sockets and signals
_LEAST = 3  # the first version that also keeps other files from being cut
_SIGNALS = 6  # the first that keeps signals from leaving


def version() -> int:
    """Return the ABI version of the kernel's Landlock; a number <= 0 if there is none."""
    return int(syscalls.LIBC.syscall(_CREATE, None, 0, 1))


def restrict(folder: str, visible: Sequence[str], hidden: Sequence[str]) -> None:
    """Restrict this process to its folder, and to reading visible paths that are not hidden."""
    known = version()
    if known < _LEAST:
        raise OSError(f"Landlock is missing or too old (version {known})")
    files = _ALL | (_CONTROL_DEVICES if known >= 5 else 0)
    rules = (ctypes.c_uint64 * 3)(files, _TCP if known >= 4 else 0, _OUTSIDE if known >= 6 else 0)
    size = 8 if known < 4 else 16 if known < 6 else 24
    made = syscalls.LIBC.syscall(_CREATE, rules, ctypes.c_size_t(size), 0)
    ruleset = syscalls.checked(made, "landlock_create_ruleset")
    _add(ruleset, folder, files)
    _add(ruleset, os.devnull, _READ_FILE | _WRITE)
    for path in visible:
        for place, access in _granted(path, hidden):
            _add(ruleset, place, access)
    syscalls.checked(syscalls.LIBC.syscall(_RESTRICT, ruleset, 0), "landlock_restrict_self")
    os.close(ruleset)


def signals_stay() -> bool:
    """Return whether Landlock can also restrict the signals that a process sends."""
    return version() >= _SIGNALS


def _granted(path: str, hidden: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield (path, rights) below a visible path; folders with hidden paths can only be listed."""
    path = os.path.realpath(path)
    if path in hidden or not os.path.exists(path):
        return
    if not any(each.startswith(path + os.sep) for each in hidden):
        yield path, _READ_FILE | _READ_FOLDER | _EXECUTE
        return
    yield path, _READ_FOLDER
    for name in os.listdir(path):
        yield from _granted(os.path.join(path, name), hidden)


def _add(ruleset: int, path: str, access: int) -> None:
    class Beneath(ctypes.Structure):
        _pack_ = 1
        _fields_ = [("access", ctypes.c_uint64), ("place", ctypes.c_int32)]

    if not os.path.isdir(path):
        access &= _READ_FILE | _EXECUTE | _WRITE | _TRUNCATE
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    rule = Beneath(access, place)
    added = syscalls.LIBC.syscall(_ADD, ruleset, 1, ctypes.byref(rule), 0)
    os.close(place)
    syscalls.checked(added, f"landlock_add_rule {path}")
