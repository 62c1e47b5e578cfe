"""Forks a process for each program, so that an interpreter starts once and not for each of them.

``python -S fork_server.py FD`` imports ``child.py``, which stands beside it.  FD is a socket.  The
first line on it is a JSON document for ``child.load``.  Each further line is an order: the folder
and the settings of one process, with four descriptors: a socket to the asker, and the process's
stdin, stdout and stderr.  A forked warden runs ``child.main`` as its child and writes the code with
which it ends to the asker.  No program runs in this process: each has a copy of its own.
"""

import gc
import json
import os
import socket
import sys
from contextlib import suppress

import child  # type: ignore[import-not-found]
import warden  # type: ignore[import-not-found]

_LONGEST = 1 << 16
_ENDS = 4  # descriptors of an order


def main() -> None:
    """Prepare the child once, then fork until the asker is gone."""
    line = socket.socket(fileno=int(sys.argv[1]))
    with line.makefile("rb") as opening:
        child.load(json.loads(opening.readline()))
    gc.freeze()
    line.send(b".")
    while True:
        order, ends, _, _ = socket.recv_fds(line, _LONGEST, _ENDS)
        _reap(os.WNOHANG if order else 0)
        if not order:
            return
        if os.fork() == 0:
            line.close()
            _serve(json.loads(order), *ends)
            os._exit(0)
        for end in ends:
            os.close(end)
        line.send(b".")


def _reap(patience: int) -> None:
    """Take note of the wardens that have ended; at the end wait for them."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, patience)[0]:
            pass


def _serve(order: dict[str, object], asker: int, *streams: int) -> None:
    """Be the warden of one process, in its folder and with its settings alone."""
    os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(str(order["folder"]))
    os.environ.clear()
    os.environ.update(order["settings"])  # type: ignore[call-overload]
    sys.path[0], sys.argv[:] = os.getcwd(), ["child.py"]

    def run() -> None:
        os.close(asker)
        child.main()

    code = warden.watch(asker, run)
    with suppress(OSError):  # the asker may be gone
        os.write(asker, b"%d" % code)


if __name__ == "__main__":
    main()
