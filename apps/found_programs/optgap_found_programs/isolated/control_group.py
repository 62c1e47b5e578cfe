"""A Linux control group for each program, which limits its memory and its processes.

It needs cgroup v2 (Linux 5.14), and the right to make a group beside or below that of this process,
as a shell of a systemd session has.  Without a group the limits apply to each process separately.
"""

import os
import time
from contextlib import suppress

_ROOT = "/sys/fs/cgroup"
_MOST_PROCESSES = 512
RAN_OUT = "all its processes together needed more memory than the limit"
_PATIENCE = 5.0


def folder_for_groups(root: str = _ROOT) -> str:
    """Return a folder in which this process can create control groups; "" if there is none."""
    with suppress(OSError, ValueError), open("/proc/self/cgroup") as stream:
        own = next(line[3:].strip() for line in stream if line.startswith("0::"))
        for place in dict.fromkeys((root + own, os.path.dirname(root + own))):
            if place.startswith(root) and _is_usable(place.rstrip("/")):
                return place.rstrip("/")
    return ""


def _is_usable(place: str) -> bool:
    """Return whether a trial process can join a new group in a folder."""
    try:
        group = make(place, 2**30)
    except OSError:
        return False
    trial = os.fork()
    if trial == 0:
        with suppress(OSError):
            join(group)
            os._exit(0)
        os._exit(1)
    joined = os.waitpid(trial, 0)[1] == 0
    end(group)
    return joined


def make(place: str, memory: int) -> str:
    """Create a group with a memory limit in bytes; return its path."""
    group = f"{place}/optgap-{os.getpid()}-{time.monotonic_ns()}"
    os.mkdir(group)
    try:
        _write(group, "memory.max", memory)
        _write(group, "pids.max", _MOST_PROCESSES)
        for name, value in (("memory.swap.max", 0), ("memory.oom.group", 1)):
            with suppress(OSError):  # not every kernel has them
                _write(group, name, value)
    except OSError:
        end(group)
        raise
    return group


def join(group: str) -> None:
    """Move this process into a group."""
    _write(group, "cgroup.procs", 0)


def end(group: str) -> bool:
    """Kill the processes of a group and remove it; return whether they exceeded its memory."""
    ran_out = False
    with suppress(OSError), open(f"{group}/memory.events") as stream:
        events = dict(line.split() for line in stream)
        ran_out = int(events.get("oom_kill", 0)) > 0
    with suppress(OSError):
        _write(group, "cgroup.kill", 1)
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        try:
            os.rmdir(group)
        except FileNotFoundError:
            break
        except OSError:  # the kernel is still ending its processes
            time.sleep(0.01)
    return ran_out


def _write(group: str, name: str, value: int) -> None:
    handle = os.open(f"{group}/{name}", os.O_WRONLY)  # which makes no file
    try:
        os.write(handle, b"%d" % value)
    finally:
        os.close(handle)
