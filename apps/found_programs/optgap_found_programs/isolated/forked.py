"""Programs forked by a server: contained like commands, but started in milliseconds."""

import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock
from typing import IO, Any

from optgap.faults import input_error
from optgap.processes import SUPERVISOR, Contained, end_descendants

_HERE = Path(__file__).parent
_SERVER = "fork_server.py"
_BESIDE = (
    "isolation.py",
    "namespaces.py",
    "landlock.py",
    "syscalls.py",
    "control_group.py",
)
_MEASURED = "measured"
_MEMORY = 4 * 2**30
_LINE = 64  # bytes of an answer of the server, at most
_PATIENCE = 15.0  # seconds that it may take for one


class _Forked:
    """A process whose supervisor (a process id) holds the other end of a socket, its lifeline."""

    def __init__(
        self, supervisor: int, lifeline: socket.socket, stdin: int, stdout: int, stderr: int
    ) -> None:
        self._supervisor = supervisor
        self._lifeline: socket.socket | None = lifeline
        self._said, self._code = b"", -signal.SIGKILL  # unless the supervisor says otherwise
        self.stdin: IO[bytes] = os.fdopen(stdin, "wb")
        self.stdout: IO[bytes] = os.fdopen(stdout, "rb")
        self.stderr: IO[bytes] = os.fdopen(stderr, "rb")

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        until = None if timeout is None else time.monotonic() + timeout
        while self._lifeline is not None:
            left = None if until is None else max(0.0, until - time.monotonic())
            if not select.select([self._lifeline], [], [], left)[0]:
                raise subprocess.TimeoutExpired("a forked program", timeout or 0.0)
            said = self._lifeline.recv(_LINE)
            self._said += said
            if not said:
                self._part()
        return self._code

    def kill(self) -> None:
        """Kill the process, and its supervisor, as the program may have stopped the supervisor."""
        if self._lifeline is not None:
            end_descendants(self._supervisor)
            with suppress(ProcessLookupError):
                os.kill(self._supervisor, signal.SIGKILL)
            self._part()

    def _part(self) -> None:
        if self._lifeline is not None:
            self._lifeline.close()
            self._lifeline = None
            self._code = int(self._said or self._code)

    def let_go(self) -> None:
        if self._lifeline is not None:
            with suppress(OSError):  # its supervisor may be gone
                self._lifeline.shutdown(socket.SHUT_WR)


@dataclass(frozen=True)
class View:
    """The paths that an isolated program may read, and the paths below them that are hidden."""

    visible: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


class ForkServer:
    """A server process that has imported ``child.py`` and forks itself for each program.

    ``files`` are copied beside the server under their keys, ``child.py`` among them; ``settings``
    are its complete environment, ``given`` is the argument of ``child.load``.  The first of the
    ``means`` (see `isolation.py`) that works here isolates each process, except for its ``view``. A
    ``limiter`` is a command that runs the server and its descendants, like BenchExec's runexec; its
    output ``name=value`` becomes ``measured`` when the server has ended.
    """

    def __init__(
        self,
        files: Mapping[str, Path],
        settings: Mapping[str, str],
        given: Any,
        view: View = View(),
        means: Sequence[str] = ("none",),
        limiter: Sequence[str] = (),
    ) -> None:
        self._files, self._settings = files, dict(settings)
        self._opening = {"given": given, "view": asdict(view), "means": list(means)}
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._means, self._limiter = "", tuple(limiter)
        self.measured: dict[str, str] = {}

    def means(self) -> str:
        """Start the server; return its means of isolating processes, "" if none works."""
        with self._lock:
            if self._process is None:
                self._begin()
            return self._means

    def end(self) -> None:
        """End the server; the processes that it has forked continue."""
        with self._lock:
            self._stop()

    def start(self, folder: Path, settings: Mapping[str, str], memory: int = _MEMORY) -> Contained:
        """Fork a process in a folder, with ``settings`` besides those of the server.

        ``memory``, in bytes, limits all its processes together if there are control groups.
        """
        lifeline, held = socket.socketpair()
        pipes = [os.pipe() for _ in range(3)]  # stdin, stdout, stderr: read end, write end
        (given, stdin), (stdout, answered), (stderr, said) = pipes
        theirs = [held.fileno(), given, answered, said]
        order = {
            "folder": str(folder),
            "settings": {**self._settings, **settings},
            "memory": memory,
        }
        try:
            with self._lock:
                supervisor = self._send_order(order, theirs)
                if not supervisor:  # somebody has killed it
                    self._stop()
                    supervisor = self._send_order(order, theirs)
                if not supervisor:
                    raise input_error("program", "cannot be started: no process can be forked")
        except BaseException:
            lifeline.close()
            for end in (stdin, stdout, stderr):
                os.close(end)
            raise
        finally:
            held.close()
            for end in (given, answered, said):
                os.close(end)
        return Contained(_Forked(supervisor, lifeline, stdin, stdout, stderr))

    def _send_order(self, order: dict[str, Any], ends: Sequence[int]) -> int:
        """Send an order; return the process id of the new supervisor, or 0 if there is none."""
        try:
            if self._process is None:
                self._begin()
            socket.send_fds(self._line, [json.dumps(order).encode() + b"\n"], list(ends))
            return int(self._line.recv(_LINE) or 0)
        except OSError:
            return 0

    def _begin(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="fork-server-")
        beside = {name: _HERE / name for name in (_SERVER, *_BESIDE)}
        for name, path in {**self._files, **beside, SUPERVISOR.name: SUPERVISOR}.items():
            shutil.copyfile(path, Path(self._folder.name, name))
        self._line, theirs = socket.socketpair()
        with theirs:
            if self._limiter:
                self._line.close()
                self._line = self._limited()
            else:
                self._process = self._started(str(theirs.fileno()), theirs.fileno())
        self._line.sendall(json.dumps(self._opening).encode() + b"\n")
        self._means = self._line.recv(_LINE).decode().strip()  # now it is ready
        self._line.settimeout(_PATIENCE)

    def _started(self, end: str, *passed: int, out: Any = subprocess.DEVNULL) -> Any:
        return subprocess.Popen(
            [*self._limiter, sys.executable, "-S", _SERVER, end],
            stdin=subprocess.DEVNULL,
            stdout=out,
            pass_fds=passed,
            env=self._settings,
            cwd=self._folder.name,
            start_new_session=True,
        )

    def _limited(self) -> socket.socket:
        """Start the server under the limiter; return the socket on which the server connects."""
        place = Path(self._folder.name)
        with socket.socket(socket.AF_UNIX) as door, (place / _MEASURED).open("wb") as out:
            door.bind(str(place / "line"))
            door.listen(1)
            door.settimeout(0.1)
            self._process = self._started(str(place / "line"), out=out)
            while True:
                try:
                    return door.accept()[0]
                except TimeoutError:
                    if self._process.poll() is not None:
                        command = Path(self._limiter[0]).name
                        raise input_error("--limits", f"{command} starts no process here") from None

    def _stop(self) -> None:
        """Stop the server; kill it if a program has paused it or one of its supervisors."""
        if self._process is None:
            return
        self._line.close()
        try:
            self._process.wait(timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            end_descendants(self._process.pid)
            self._process.kill()
            self._process.wait()
        measured = Path(self._folder.name, _MEASURED)
        if measured.exists():
            lines = measured.read_text(errors="replace").splitlines()
            self.measured = dict(line.split("=", 1) for line in lines if "=" in line)
        self._folder.cleanup()
        self._process = None
