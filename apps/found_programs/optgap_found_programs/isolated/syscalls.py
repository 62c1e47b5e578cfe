"""A seccomp filter of Linux: system calls that an isolated process may not make.

`refuse` applies to the process and its descendants.  The filter refuses sockets, System V memory
and queues, access to other processes' memory, namespaces, mounts, and io_uring, whose system calls
bypass filters.
"""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
_CAPABILITIES = 0x20080522  # the version of the structure
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16  # offsets in seccomp_data
_NEW_NAMESPACES = 0x7E020080  # of the flags of clone

# System call numbers from 424 on are the same on all architectures.
_NEW = (424, 425, 426, 427, 428, 429, 430, 431, 432, 433, 434, 438, 440, 442, 452)
_CLONE3 = 435
_TABLES = {
    "x86_64": {
        "audit": 0xC000003E,
        # socket, SysV IPC, ptrace, mq_open, process_vm_*, kcmp, userfaultfd, mount family, setns,
        # unshare, open_by_handle_at, bpf, perf_event_open, keys
        "refused": (
            *(41, 29, 30, 64, 68, 101, 240, 310, 311, 312, 323, 155, 161, 165, 166, 272, 308),
            *(304, 321, 298, 248, 249, 250),
        ),
        # chmod, chown, xattr and utime families
        "attributes": (
            *(90, 91, 268, 92, 93, 94, 260, 188, 189, 190, 197, 198, 199),
            *(132, 235, 261, 280),
        ),
        # truncate, rename, unlink, rmdir, link, symlink, mkdir, mknod
        "names": (76, 82, 264, 316, 87, 263, 84, 86, 265, 88, 266, 83, 258, 133, 259),
        "own": (62, 200, 234, 129, 297, 302),  # kill, tkill, tgkill, sigqueueinfo, prlimit64
        "clone": 56,
    },
    "aarch64": {
        "audit": 0xC00000B7,
        "refused": (
            *(198, 194, 196, 190, 186, 117, 180, 270, 271, 272, 282, 41, 51, 40, 39, 97, 268),
            *(265, 280, 241, 217, 218, 219),
        ),
        "attributes": (53, 52, 54, 55, 5, 6, 7, 14, 15, 16, 88),
        "names": (45, 38, 276, 35, 37, 36, 34, 33),
        "own": (129, 130, 131, 138, 240, 261),
        "clone": 220,
    },
}


def checked(result: int, what: str) -> int:
    """Return the result of a C library call; raise `OSError`, naming ``what``, if it failed."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def is_known() -> bool:
    """Return whether the system call numbers of this machine's architecture are known."""
    return os.uname().sysname == "Linux" and os.uname().machine in _TABLES


def drop_privileges() -> None:
    """Drop all capabilities permanently, also root's capabilities on other users' files."""

    class Header(ctypes.Structure):
        _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]

    nothing = (ctypes.c_uint32 * 6)()
    checked(LIBC.capset(ctypes.byref(Header(_CAPABILITIES, 0)), nothing), "capset")
    checked(LIBC.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0), "no_new_privs")


def refuse(*further: str, others: bool) -> None:
    """Install the filter; with ``others`` it also refuses signals to other processes.

    ``further`` may be ``attributes`` (of files) and ``names`` (calls that change files by name).
    """
    lines = _program(further, os.getpid() if others else None)

    class Line(ctypes.Structure):
        _fields_ = [
            ("code", ctypes.c_uint16),
            ("yes", ctypes.c_uint8),
            ("no", ctypes.c_uint8),
            ("value", ctypes.c_uint32),
        ]

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_uint16), ("lines", ctypes.POINTER(Line))]

    array = (Line * len(lines))(*(Line(*line) for line in lines))
    program = Program(len(lines), array)
    checked(LIBC.prctl(_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0), "seccomp")


def _program(further: tuple[str, ...], own: int | None) -> list[tuple[int, int, int, int]]:
    """Return the filter's instructions: (code, lines to skip if true, the same if false, value)."""
    table = _TABLES[os.uname().machine]
    refused = (_RETURN, 0, 0, _ERROR | errno.EPERM)
    lines = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, table["audit"]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, 0x40000000),  # numbers of the x32 calls
        refused,
    ]
    for number in (*_NEW, *(each for name in ("refused", *further) for each in table[name])):  # type: ignore[attr-defined]
        lines += [(_EQUAL, 0, 1, number), refused]
    lines += [(_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, _ERROR | errno.ENOSYS)]
    lines += [
        (_EQUAL, 0, 4, table["clone"]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_ANY_BIT, 0, 1, _NEW_NAMESPACES),
        refused,
        (_RETURN, 0, 0, _ALLOW),
    ]
    for number in () if own is None else table["own"]:  # type: ignore[attr-defined]
        lines += [
            (_EQUAL, 0, 5, number),
            (_LOAD, 0, 0, _FIRST_ARGUMENT),
            (_EQUAL, 2, 0, own),
            (_EQUAL, 1, 0, 0),  # this process, or its own group
            refused,
            (_RETURN, 0, 0, _ALLOW),
        ]
    return [*lines, (_RETURN, 0, 0, _ALLOW)]  # type: ignore[list-item]
