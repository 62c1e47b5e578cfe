"""A server that forks a process for each program, so that Python starts only once.

``python -S fork_server.py FD`` imports ``child.py`` from its own folder.  FD is a socket, or the
path of one if a limiter started this process, because a limiter passes no descriptors.  The first
line on the socket is a JSON document: the argument of ``child.load``, the allowed means of
isolation, and the view of a program.  The answer is the first of the means that works here, or an
empty line.  Each further line is an order: the folder, the settings and the memory limit of one
process (with control groups, of all its descendants).  With it come four descriptors: a socket to
the asker, and the process's stdin, stdout and stderr.  The answer is the id of a forked supervisor,
which runs ``child.main`` as its child and writes its exit code to the asker.  No program runs in
this process: each has its own fork.
"""

import gc
import json
import os
import socket
import sys
from contextlib import suppress

import child  # type: ignore[import-not-found]
import control_group  # type: ignore[import-not-found]
import isolation  # type: ignore[import-not-found]
import supervisor  # type: ignore[import-not-found]

_LONGEST = 1 << 16
_ENDS = 4  # descriptors of an order
_CODE = 16  # bytes of an exit code, at most


def main() -> None:
    """Prepare the child module once, then fork on request until the asker's socket closes."""
    line = _line_of(sys.argv[1])
    with line.makefile("rb") as stream:
        opening = json.loads(stream.readline())
    child.load(opening["given"])
    os.mkdir("root")  # which stays empty: each process makes it a root of its own
    view = {**opening["view"], "root": os.path.abspath("root")}
    means = isolation.first_that_works(opening["means"], view)
    groups = control_group.folder_for_groups()
    gc.freeze()
    line.send(means.encode() + b"\n")
    while True:
        order, ends, _, _ = socket.recv_fds(line, _LONGEST, _ENDS)
        _reap(os.WNOHANG if order else 0)
        if not order:
            return
        number = os.fork()
        if number == 0:
            line.close()
            document = json.loads(order)
            group = control_group.make(groups, document["memory"]) if groups else ""
            _serve(document, group, means, view, *ends)
            os._exit(0)
        for end in ends:
            os.close(end)
        line.send(b"%d\n" % number)


def _line_of(end: str) -> socket.socket:
    if end.isdigit():
        return socket.socket(fileno=int(end))
    line = socket.socket(socket.AF_UNIX)
    line.connect(end)
    return line


def _reap(patience: int) -> None:
    """Collect ended supervisors; ``patience`` is the option of ``waitpid``, so 0 waits for all."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, patience)[0]:
            pass


def _serve(
    order: dict[str, object],
    group: str,
    means: str,
    view: dict[str, object],
    asker: int,
    *streams: int,
) -> None:
    """Run as the supervisor of one process, in the folder and with the settings of the order."""
    os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(str(order["folder"]))
    os.environ.clear()
    os.environ.update(order["settings"])  # type: ignore[call-overload]
    sys.path[0], sys.argv[:] = os.getcwd(), ["child.py"]

    report, reported = os.pipe()
    isolation.prepare(means)

    def run() -> None:
        os.close(asker)
        if group:
            control_group.join(group)
        isolation.run(means, view, reported, child.main)

    code = supervisor.watch(asker, run)
    if group and control_group.end(group):
        os.write(2, f"\n{control_group.RAN_OUT}\n".encode())
    os.set_blocking(report, False)
    with suppress(BlockingIOError):  # no word: the code is that of the program itself
        code = int(os.read(report, _CODE))
    with suppress(OSError):  # the asker may be gone
        os.write(asker, b"%d" % code)


if __name__ == "__main__":
    main()
