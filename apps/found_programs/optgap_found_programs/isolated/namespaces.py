"""Linux namespaces (5.12 or newer): a process with its own files, processes and network.

The supervisor calls `unshare_processes`; the next process that it forks is the first of a process
namespace, and `close_off` gives it a file system.  When it ends, the kernel ends all others in it.
"""

from __future__ import annotations

import ctypes
import os

import syscalls  # type: ignore[import-not-found]

TYPE_CHECKING = False  # importing typing takes longer than most programs
if TYPE_CHECKING:
    from collections.abc import Sequence

_USER, _PROCESSES = 0x10000000, 0x20000000
_MOUNTS, _NETWORK, _IPC, _NAMES = 0x00020000, 0x40000000, 0x08000000, 0x04000000
_BIND, _RECURSIVE, _PRIVATE, _DETACH = 1 << 12, 1 << 14, 1 << 18, 2
_READ_ONLY, _NO_SUID, _NO_DEVICES = 1, 2, 4
_SET_ATTRIBUTES, _FROM_HERE, _WHOLE_TREE = 442, -100, 0x8000
_PIVOT = {"x86_64": 155, "aarch64": 41}
_DEVICES = ("null", "zero", "full", "random", "urandom")


def unshare_processes() -> None:
    """Create a user namespace for the same user, and a process namespace for the next fork."""
    user, group = os.geteuid(), os.getegid()
    if os.uname().machine not in _PIVOT:
        raise OSError(f"the system calls of {os.uname().machine} are not known")
    syscalls.checked(syscalls.LIBC.unshare(_USER | _PROCESSES), "unshare")
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as stream:
            stream.write(text)


def close_off(root: str, folder: str, visible: Sequence[str], hidden: Sequence[str]) -> None:
    """Give this process a file system that has only ``folder`` and the visible paths in it."""
    new = _MOUNTS | _NETWORK | _IPC | _NAMES
    syscalls.checked(syscalls.LIBC.unshare(new), "unshare")
    _mount(None, "/", None, _RECURSIVE | _PRIVATE)
    _mount("tmpfs", root, "tmpfs", _NO_SUID | _NO_DEVICES, "mode=755,size=1m")
    shown: list[str] = []
    for path in sorted({*visible, *map(os.path.realpath, visible)}, key=len):
        if os.path.exists(path) and not path.startswith(tuple(each + os.sep for each in shown)):
            _show(root, path, _READ_ONLY | _NO_SUID | _NO_DEVICES)
            shown.append(path)
    for path in hidden:
        if os.path.isdir(root + path):
            _mount("tmpfs", root + path, "tmpfs", _READ_ONLY, "mode=755,size=4k")
    for name in _DEVICES:
        _show(root, f"/dev/{name}", _NO_SUID)
    os.mkdir(root + "/dev/shm")
    _mount("tmpfs", root + "/dev/shm", "tmpfs", _NO_SUID | _NO_DEVICES, "mode=1777,size=64m")
    _show(root, folder, _NO_SUID | _NO_DEVICES)
    _set_attributes(root, _READ_ONLY, whole=False)
    os.chdir(root)
    pivot = _PIVOT[os.uname().machine]
    syscalls.checked(syscalls.LIBC.syscall(pivot, b".", b"."), "pivot_root")
    syscalls.checked(syscalls.LIBC.umount2(b".", _DETACH), "umount")
    os.chdir(folder)


def _show(root: str, path: str, attributes: int) -> None:
    """Mount a file or folder at the same path below the new root."""
    target = root + path
    if os.path.isdir(path):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "w"):
            pass
    _mount(path, target, None, _BIND | _RECURSIVE)
    _set_attributes(target, attributes, whole=True)


def _mount(what: str | None, where: str, kind: str | None, flags: int, data: str = "") -> None:
    texts = [None if text is None else os.fsencode(text) for text in (what, where, kind)]
    done = syscalls.LIBC.mount(*texts, ctypes.c_ulong(flags), data.encode() or None)
    syscalls.checked(done, f"mount {where}")


def _set_attributes(path: str, attributes: int, *, whole: bool) -> None:
    """Add attributes to a mount, and if ``whole``, to all mounts below it."""
    wanted = (ctypes.c_uint64 * 4)(attributes, 0, 0, 0)
    flags = _WHOLE_TREE if whole else 0
    done = syscalls.LIBC.syscall(
        _SET_ATTRIBUTES, _FROM_HERE, os.fsencode(path), flags, wanted, ctypes.c_size_t(32)
    )
    syscalls.checked(done, f"mount_setattr {path}")
