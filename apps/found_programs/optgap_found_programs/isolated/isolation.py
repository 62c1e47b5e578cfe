"""Run a program with access to its own folder, Python and installed packages only.

There are four means, the strictest first: ``namespaces`` and ``landlock`` (level strict),
``descriptors`` (weak: no further file can be opened) and ``none``.  A view lists the ``visible``
paths and the ``hidden`` ones below them.  The supervisor calls `prepare` and forks a process for
`run`.  `run` gives the program's runner a function that it calls just before the program starts.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import io
import os
import resource
import socket
import sys
from contextlib import suppress
from functools import partial

import landlock  # type: ignore[import-not-found]
import namespaces  # type: ignore[import-not-found]
import syscalls  # type: ignore[import-not-found]

TYPE_CHECKING = False  # importing typing takes longer than most programs
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_FAILED = 126
_MOST_DESCRIPTORS = 1 << 16
_MOST_PROCESSES = 512  # in a user namespace: those of this program alone; root has no limit
_SECRET = os.path.abspath(__file__)  # in a folder that is not visible


def first_that_works(allowed: list[str], view: dict[str, Any]) -> str:
    """Return the first allowed means that isolates a trial process; "" if none does."""
    return next((means for means in allowed if means == "none" or _works(means, view)), "")


def _works(means: str, view: dict[str, Any]) -> bool:
    """Return whether a trial process with these means can reach neither files nor the network."""
    trial = os.fork()
    if trial == 0:
        with suppress(BaseException), open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 2)
            os.makedirs("trial", exist_ok=True)
            os.chdir("trial")
            prepare(means)
            inner = os.fork()
            if inner == 0:
                _, report = os.pipe()
                run(means, view, report, partial(_try, means))
            os._exit(os.waitstatus_to_exitcode(os.waitpid(inner, 0)[1]))
        os._exit(_FAILED)
    return os.waitstatus_to_exitcode(os.waitpid(trial, 0)[1]) == 0


def _try(means: str, close: Callable[[str], None]) -> None:
    close("")
    with suppress(OSError):
        os.open(_SECRET, os.O_RDONLY)
        os._exit(_FAILED)
    if means != "descriptors":
        with suppress(OSError), socket.socket() as line:
            line.connect(("127.0.0.1", 9))
        with open("trial", "w") as stream:
            stream.write("x")
        os.remove("trial")
    os._exit(0)


def prepare(means: str) -> None:
    """Prepare this supervisor for forking isolated processes: create its namespaces if needed."""
    if means == "namespaces":
        namespaces.unshare_processes()


def run(
    means: str, view: dict[str, Any], report: int, program: Callable[[Callable[[str], None]], None]
) -> None:
    """Isolate the forked process and run a program in it; never return.

    In a process namespace a second process runs the program, and its exit code is written to the
    descriptor ``report``.
    """
    try:
        if means == "namespaces":
            folder = os.getcwd()
            namespaces.close_off(view["root"], folder, view["visible"], view["hidden"])
            resource.setrlimit(resource.RLIMIT_NPROC, (_MOST_PROCESSES, _MOST_PROCESSES))
            _run_inside(report)
        else:
            os.setsid()  # whoever signals its own group meets nobody else
        os.closerange(3, _MOST_DESCRIPTORS)
    except OSError as error:
        os.write(2, f"cannot be isolated: {error}\n".encode())
        os._exit(_FAILED)
    program(partial(_close, means, view))
    os._exit(0)


def _run_inside(report: int) -> None:
    """Fork, and return in the child only; when the child ends, the parent exits with its code."""
    child = os.fork()
    if child == 0:
        os.setsid()
        return
    for stream in (0, 1, 2):
        os.close(stream)
    while True:
        ended, status = os.wait()
        if ended == child:
            code = os.waitstatus_to_exitcode(status)
            os.write(report, b"%d" % code)
            os._exit(code & 0xFF)


def _close(means: str, view: dict[str, Any], text: str) -> None:
    """Isolate this process permanently; ``descriptors`` first imports modules named in ``text``."""
    if means == "none":
        return
    if means == "descriptors":
        _open_beforehand(text)
    if means == "landlock":
        syscalls.drop_privileges()
        landlock.restrict(os.getcwd(), view["visible"], view["hidden"])
        syscalls.refuse("attributes", others=not landlock.signals_stay())
        return
    if syscalls.is_known():
        syscalls.drop_privileges()
        if means == "namespaces":
            syscalls.refuse(others=False)
            return
        syscalls.refuse("attributes", "names", others=True)
    if means == "descriptors":
        _open_no_more()


def _open_no_more() -> None:
    """Forbid this process to open further files; raise an error if it could lift the ban itself."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    except (OSError, ValueError):
        return
    raise RuntimeError("the limit of open files can be raised again")


def _open_beforehand(text: str) -> None:
    """Import the modules that a program names, and read the files in its folder, beforehand."""
    tree = ast.parse("")
    with suppress(SyntaxError, ValueError):  # which the program's own start reports
        tree = ast.parse(text)
    for node in ast.walk(tree):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
        for name in names:
            with suppress(Exception):  # no module, or none that is here
                importlib.import_module(name)
    if "numpy" in sys.modules:
        importlib.import_module("numpy.random")  # which numpy itself imports when it is needed
    kept = {}
    for name in os.listdir("."):
        with suppress(OSError), open(name, "rb") as stream:
            kept[os.path.abspath(name)] = stream.read()
    folder, usual = os.getcwd(), builtins.open

    def opened(file: Any, mode: str = "r", *further: Any, **named: Any) -> Any:
        path = os.path.join(folder, file) if isinstance(file, (str, os.PathLike)) else None
        if path not in kept or mode not in ("r", "rt", "rb"):
            return usual(file, mode, *further, **named)
        content = kept[path]
        return io.BytesIO(content) if mode == "rb" else io.StringIO(content.decode())

    builtins.open = opened
