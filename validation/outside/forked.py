"""Programs that a server forks: as contained as a command, and started in a few milliseconds."""

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
from pathlib import Path
from threading import Lock
from typing import IO, Any

from ...core.faults import input_error
from .contained import Contained

_SERVER = Path(__file__).with_name("fork_server.py")
_WARDEN = Path(__file__).with_name("warden.py")
_CODE = 16  # bytes of an exit code, at most


class _Forked:
    """A process whose warden holds the other end of a socket, its leash."""

    def __init__(self, leash: socket.socket, stdin: int, stdout: int, stderr: int) -> None:
        self._leash: socket.socket | None = leash
        self._said, self._code = b"", -signal.SIGKILL  # unless the warden says otherwise
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
        while self._leash is not None:
            left = None if until is None else max(0.0, until - time.monotonic())
            if not select.select([self._leash], [], [], left)[0]:
                raise subprocess.TimeoutExpired("a forked program", timeout or 0.0)
            said = self._leash.recv(_CODE)
            self._said += said
            if not said:
                self.kill()
        return self._code

    def kill(self) -> None:
        if self._leash is not None:
            self._leash.close()
            self._leash = None
            self._code = int(self._said or self._code)

    def let_go(self) -> None:
        if self._leash is not None:
            with suppress(OSError):  # its warden may be gone
                self._leash.shutdown(socket.SHUT_WR)


class ForkServer:
    """A process that has imported ``child.py`` and forks it for each program.

    ``files`` are copied beside the server under the names that they get, ``child.py`` among them;
    ``settings`` are its whole environment, ``given`` is the argument of ``child.load``.
    """

    def __init__(self, files: Mapping[str, Path], settings: Mapping[str, str], given: Any) -> None:
        self._files, self._settings, self._given = files, dict(settings), given
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def end(self) -> None:
        """End the server; what it has forked is not its own any more."""
        with self._lock:
            self._stop()

    def start(self, folder: Path, settings: Mapping[str, str]) -> Contained:
        """Start a process in a folder, with these settings beside the server's own."""
        leash, held = socket.socketpair()
        pipes = [os.pipe() for _ in range(3)]  # stdin, stdout, stderr: read end, write end
        (given, stdin), (stdout, answered), (stderr, said) = pipes
        theirs = [held.fileno(), given, answered, said]
        order = {"folder": str(folder), "settings": {**self._settings, **settings}}
        try:
            with self._lock:
                if not self._send_order(order, theirs):  # somebody has killed it
                    self._stop()
                    if not self._send_order(order, theirs):
                        raise input_error("program", "cannot be started: no process can be forked")
        except BaseException:
            leash.close()
            for end in (stdin, stdout, stderr):
                os.close(end)
            raise
        finally:
            held.close()
            for end in (given, answered, said):
                os.close(end)
        return Contained(_Forked(leash, stdin, stdout, stderr))

    def _send_order(self, order: dict[str, Any], ends: Sequence[int]) -> bool:
        """Send an order, and return whether a process was forked."""
        try:
            if self._process is None:
                self._begin()
            socket.send_fds(self._line, [json.dumps(order).encode() + b"\n"], list(ends))
            return bool(self._line.recv(1))
        except OSError:
            return False

    def _begin(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="fork-server-")
        for name, path in {**self._files, _SERVER.name: _SERVER, _WARDEN.name: _WARDEN}.items():
            shutil.copyfile(path, Path(self._folder.name, name))
        self._line, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-S", _SERVER.name, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env=self._settings,
                cwd=self._folder.name,
                start_new_session=True,
            )
        self._line.sendall(json.dumps(self._given).encode() + b"\n")
        self._line.recv(1)  # it is ready

    def _stop(self) -> None:
        if self._process is not None:
            self._line.close()
            self._process.wait()
            self._folder.cleanup()
            self._process = None
