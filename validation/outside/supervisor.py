"""The supervisor of a program: it kills the program and its descendants when its caller ends.

``python supervisor.py FD COMMAND...`` runs the command as a child.  FD is the read end of a pipe
whose write end the calling process holds.  When the pipe closes, all descendants of the command are
killed, even those that have left its session.  ``fork_server.py`` does the same with a function
instead of a command.  This file imports nothing of optgap, so that it starts quickly.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import time

TYPE_CHECKING = False  # importing typing takes longer than most programs
if TYPE_CHECKING:
    from collections.abc import Callable

_SUBREAPER = 36  # of Linux' prctl: orphans become children of this process
_PATIENCE = 5.0


def main() -> None:
    """Run the command; exit with its exit code."""
    asker, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(asker, False)
    code = watch(asker, lambda: _become(command))
    if code < 0:
        if -code not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)


def watch(asker: int, run: Callable[[], object]) -> int:
    """Run a function in a child process, then kill its descendants; return its exit code."""
    _adopt_orphans()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # it ends when the pipe closes, and not before
    child = os.fork()
    if child == 0:
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGPIPE", "SIGXFSZ"):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        run()
        os._exit(0)
    for stream in (0, 1):
        os.close(stream)  # whoever reads and writes there deals with the child alone
    code = _wait(child, asker)
    _kill_all()
    return -signal.SIGKILL if code is None else code


def _become(command: list[str]) -> None:
    """Replace this process by the command."""
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"cannot be started: {error.strerror}", file=sys.stderr, flush=True)
    os._exit(127)


def _adopt_orphans() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_SUBREAPER, 1, 0, 0, 0)


def _wait(child: int, asker: int) -> int | None:
    """Return the child's exit code, or ``None`` if the asker ends before the child."""
    wake, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        ready, _, _ = select.select([asker, wake], [], [], 1.0)
        if asker in ready:
            return None
        if wake in ready:
            os.read(wake, 512)


def _descendants(ancestor: int) -> set[int]:
    """Return the ids of the living descendants of a process, as far as /proc lists them."""
    parents: dict[int, int] = {}
    ended: set[int] = set()
    try:
        names = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return set()
    for name in names:
        try:
            with open(f"/proc/{name}/stat", "rb") as stat:
                state, parent, *_ = stat.read().rsplit(b")", 1)[1].split()
        except (OSError, ValueError, IndexError):
            continue
        parents[int(name)] = int(parent)
        ended |= {int(name)} if state == b"Z" else set()
    family = {ancestor}
    grown = True
    while grown:
        more = {pid for pid, parent in parents.items() if parent in family} - family
        family |= more
        grown = bool(more)
    return family - ended - {ancestor}


def _kill_all() -> None:
    """Kill all descendants until none is left, also orphans, which this process inherits."""
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        _kill(_descendants(os.getpid()))
        time.sleep(0.01)


def end_descendants(ancestor: int) -> None:
    """Kill the descendants of another process until none is left or the time is up."""
    until = time.monotonic() + _PATIENCE
    while (found := _descendants(ancestor)) and time.monotonic() < until:
        _kill(found)
        time.sleep(0.01)


def _kill(pids: set[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            continue


if __name__ == "__main__":
    main()
