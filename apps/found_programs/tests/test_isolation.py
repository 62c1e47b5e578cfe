"""What a judged program can reach at each level of isolation, and that nothing outlives it."""

import ctypes
import json
import os
import socket
import time
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path

import pytest

from optgap.core.faults import InputError
from optgap_found_programs import isolation, task_named
from optgap_found_programs.isolated import ForkServer
from optgap_found_programs.running import server_of
from optgap_found_programs.task import DATA

TRACES = DATA / "spot" / "traces_test.csv"
MEANS = ("namespaces", "landlock", "descriptors")
FILES = {"open", "dir_fd", "ctypes", "root in /proc", "subprocess", "symlink", "hard link"}


@pytest.fixture(params=MEANS)
def means(request, monkeypatch) -> str:
    """Leave the judge one means alone, if this system has it."""
    return only(request.param, monkeypatch)


def only(means: str, monkeypatch) -> str:
    level = "weak" if means == "descriptors" else "strict"
    monkeypatch.setitem(isolation.MEANS, level, (means,))
    try:
        server, _ = server_of(task_named("prism"), level)
    except InputError:
        pytest.skip(f"{means} does not work for this user on this system")
    server.end()
    return means


def level_of(means: str) -> str:
    return "weak" if means == "descriptors" else "strict"


# Each function returns something if it has found tomorrow's prices or a way to the judge.
ATTEMPTS = """
import ctypes, gc, importlib, inspect, json, os, pathlib, socket, subprocess, sys

FACTS = json.loads(%r)
PATH = FACTS["traces"]
LIBC = ctypes.CDLL(None, use_errno=True)


def opened():
    return open(PATH).read()


def dir_fd():
    return os.read(os.open(PATH[1:], os.O_RDONLY, dir_fd=os.open("/", os.O_RDONLY)), 9)


def from_ctypes():
    number = LIBC.open(PATH.encode(), 0)
    return number >= 0 and os.read(number, 9)


def descriptors_in_proc():
    found = []
    for pid in os.listdir("/proc"):
        if pid.isdigit() and int(pid) != os.getpid():
            found += [os.open(f"/proc/{pid}/fd/{fd}", 0) for fd in os.listdir(f"/proc/{pid}/fd")]
    return found


def root_in_proc():
    return open("/proc/self/root" + PATH).read()


def memory_of_the_parent():
    return open(f"/proc/{os.getppid()}/mem", "rb")


def environment_of_the_judge():
    return open(f"/proc/{FACTS['judge']}/environ", "rb").read()


def imported():
    return importlib.import_module("optgap_found_programs.spot").references()


def from_subprocess():
    return subprocess.run(["cat", PATH], capture_output=True, check=True).stdout


def objects():
    texts = [o for each in gc.get_objects() if isinstance(each, (list, tuple, dict))
             for o in (each.values() if isinstance(each, dict) else each) if isinstance(o, str)]
    frame, names = inspect.currentframe(), []
    while frame:
        texts += [v for v in list(frame.f_locals.values()) if isinstance(v, str)]
        frame = frame.f_back
    return [t for t in texts if len(t) > 100 and set(t) <= {"0", "1"}]


def network():
    with socket.create_connection(("127.0.0.1", FACTS["port"]), 1) as line:
        return line.recv(9)


def abstract_socket():
    with socket.socket(socket.AF_UNIX) as line:
        line.connect("\\0" + FACTS["abstract"])
        return True


def symlink():
    os.symlink(PATH, "link")
    return open("link").read()


def hard_link():
    os.link(PATH, "hard")
    return open("hard").read()


def shared_memory():
    return open("/dev/shm/" + FACTS["shared"]).read() or open("/dev/shm/" + FACTS["shared"], "rb")


def memory_of_the_judge():
    class Piece(ctypes.Structure):
        _fields_ = [("at", ctypes.c_void_p), ("length", ctypes.c_size_t)]
    kept = ctypes.create_string_buffer(8)
    own, other = Piece(ctypes.addressof(kept), 8), Piece(FACTS["address"], 8)
    LIBC.process_vm_readv(FACTS["judge"], ctypes.byref(own), 1, ctypes.byref(other), 1, 0)
    return kept.raw == b"tomorrow"


def traced():
    return LIBC.ptrace(0x4206, FACTS["judge"], 0, 0) == 0


def signalled():
    os.kill(FACTS["judge"], 0)
    return True


def unshared():
    return LIBC.unshare(0x10020000) == 0


def unmounted():
    return LIBC.umount2(os.path.dirname(os.path.dirname(os.__file__)).encode(), 2) == 0


def changed():
    os.chmod(FACTS["mine"], 0o600)
    return True


def retimed():
    os.utime(FACTS["mine"], (0, 0))
    return True


def cut():
    os.truncate(FACTS["mine"], 0)
    return True


def renamed():
    os.rename(FACTS["mine"], FACTS["mine"] + "-away")
    return True


def removed():
    os.remove(FACTS["mine"])
    return True


def changed_through_what_it_reads():
    with open(os.__file__) as stream:
        before = os.fstat(stream.fileno()).st_mode
        os.fchmod(stream.fileno(), before)
    return True


NAMES = {
    "open": opened, "dir_fd": dir_fd, "ctypes": from_ctypes, "fd in /proc": descriptors_in_proc,
    "root in /proc": root_in_proc, "parent's memory": memory_of_the_parent,
    "judge's environment": environment_of_the_judge, "import": imported,
    "subprocess": from_subprocess, "objects": objects, "network": network,
    "abstract socket": abstract_socket, "symlink": symlink, "hard link": hard_link,
    "shared memory": shared_memory, "judge's memory": memory_of_the_judge, "ptrace": traced,
    "signal": signalled, "unshare": unshared, "umount": unmounted,
    "chmod": changed, "utime": retimed, "truncate": cut, "rename": renamed, "remove": removed,
    "fchmod": changed_through_what_it_reads,
}


def reached():
    found = []
    for name, attempt in NAMES.items():
        try:
            if attempt():
                found.append(name)
        except Exception:
            pass
    return found
"""
STRATEGY = """
from sky_spot.strategies.strategy import Strategy
from sky_spot.utils import ClusterType

class Solution(Strategy):
    def _step(self, last, has_spot):
        raise ValueError("reached " + json.dumps(reached()))
"""


@pytest.fixture
def reached(judged, tmp_path):
    """Return a function from a level to what a program of `spot` reaches there."""
    secret = ctypes.create_string_buffer(b"tomorrow")
    shared = SharedMemory(create=True, size=64)
    name = f"optgap-test-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as line, socket.socket(socket.AF_UNIX) as local:
        local.bind("\0" + name)
        local.listen()
        (tmp_path / "mine").write_text("mine")
        facts = {
            "mine": str(tmp_path / "mine"),
            "traces": str(TRACES),
            "judge": os.getpid(),
            "port": line.getsockname()[1],
            "abstract": name,
            "shared": shared.name.lstrip("/"),
            "address": ctypes.addressof(secret),
        }

        def run(level: str) -> set[str]:
            line.settimeout(5)
            found = judged(
                "spot", ATTEMPTS % json.dumps(facts) + STRATEGY, instances=1, isolation=level
            )
            row = found.rows[0]
            assert (row.status, row.isolation) == ("crash", level), row
            return set(json.loads(row.violations[0].partition("reached ")[2]))

        yield run
    shared.close()
    shared.unlink()


def test_a_program_reaches_nothing(means: str, reached, tmp_path: Path) -> None:
    """Two dozen ways to tomorrow's prices and to the judge."""
    assert reached(level_of(means)) == set()
    assert (tmp_path / "mine").read_text() == "mine"


def test_without_isolation_the_attempts_succeed(reached) -> None:
    """Otherwise the test above would say nothing."""
    found = reached("none")
    assert found > FILES - {"hard link"}
    assert {"judge's environment", "signal", "chmod", "truncate", "rename"} <= found


def test_the_best_level_is_the_default_and_each_row_names_it(means, monkeypatch, judged, seed):
    for level in ("strict", "weak"):
        own = (means,) if level_of(means) == level else ()
        monkeypatch.setitem(isolation.MEANS, level, own)
    found = judged("prism", seed("prism"))
    assert [row.isolation for row in found.rows] == [level_of(means)] * 2
    assert found.as_document()["rows"][0]["isolation"] == level_of(means)
    assert found.note.startswith(f"isolation {level_of(means)}: ")


@pytest.mark.parametrize("task", ["prism", "spot", "cloudcast", "txn", "placement"])
def test_the_score_is_that_of_every_level(task: str, means: str, judged, seed) -> None:
    closed = judged(task, seed(task), instances=1, isolation=level_of(means))
    open_ = judged(task, seed(task), instances=1, isolation="none")
    assert closed.correct and closed.score == open_.score


def test_strict_is_refused_where_nothing_offers_it(
    monkeypatch, optgap_command, tmp_path, seed
) -> None:
    monkeypatch.setitem(isolation.MEANS, "strict", ())
    path = tmp_path / "found.py"
    path.write_text(seed("prism"))
    ended = optgap_command("judge", "prism", str(path), "--instances", "1", "--isolation", "strict")
    assert ended.code == 2
    assert "needs Linux with user namespaces or Landlock" in " ".join(ended.err.split())


def test_a_level_that_does_not_exist_is_refused(judged, seed) -> None:
    with pytest.raises(InputError, match="must be strict, weak or none"):
        judged("prism", seed("prism"), isolation="strickt")


def test_a_program_has_its_folder_and_its_packages(means: str, judged, after) -> None:
    """Writing and the file of a specification are no matter of the weak level's programs."""
    body = "import numpy\nassert numpy.ones(3).sum() == 3\n"
    if means != "descriptors":
        body += "open('notes', 'w').write('x')\nassert open('notes').read() == 'x'\n"
    text = after("prism", "compute_model_placement", body + "return result")
    assert judged("prism", text, isolation=level_of(means)).correct


def test_a_strategy_reads_its_specification(means: str, judged, seed) -> None:
    text = seed("spot").replace(
        "return self\n", "import json\n        json.load(open(spec_path))\n        return self\n", 1
    )
    assert text != seed("spot")
    assert judged("spot", text, instances=1, isolation=level_of(means)).correct


FORK = "import os, signal, sys, time\n"
HARM = {
    "kills its parent": FORK + "os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(600)",
    "stops its parent": FORK + "os.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(600)",
    "kills its grandparent": FORK
    + "ppid = int(open(f'/proc/{os.getppid()}/stat').read().rsplit(')', 1)[1].split()[1])\n"
    "os.kill(ppid, signal.SIGKILL)\ntime.sleep(600)",
    "stops its grandparent": FORK
    + "ppid = int(open(f'/proc/{os.getppid()}/stat').read().rsplit(')', 1)[1].split()[1])\n"
    "os.kill(ppid, signal.SIGSTOP)\ntime.sleep(600)",
    "stops its group": FORK + "os.kill(0, signal.SIGSTOP)\ntime.sleep(600)",
    "stops itself": FORK + "os.kill(os.getpid(), signal.SIGSTOP)\ntime.sleep(600)",
    "forks often": FORK + "for _ in range(40):\n    os.fork() or time.sleep(600)\ntime.sleep(600)",
    "leaves a daemon": FORK
    + "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        time.sleep(600)\n"
    "    os._exit(0)\nreturn result",
    "leaves a daemon that heeds nothing": FORK
    + "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
    "        for k in (1, 2, 3, 15, 17, 18):\n            signal.signal(k, signal.SIG_IGN)\n"
    "        time.sleep(600)\n    os._exit(0)\nreturn result",
}


def marked(word: str) -> list[str]:
    """Return the living processes that have a word in their environment."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            state = (place / "stat").read_text().rsplit(")", 1)[1].split()[0]
            if state != "Z" and word.encode() in (place / "environ").read_bytes():
                found.append(place.name)
        except OSError:
            continue
    return [pid for pid in found if int(pid) != os.getpid()]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("kind", [*MEANS, "none"])
def test_nothing_outlives_the_judge(kind: str, harm: str, monkeypatch, judged, after) -> None:
    """The judge ends by itself, in time or `late`, and every process is gone."""
    if kind != "none":
        only(kind, monkeypatch)
    level = "none" if kind == "none" else level_of(kind)
    if level == "none" and "kills" in harm:
        pytest.skip("without isolation a program may end its supervisor; the page says so")
    word = f"C.{os.getpid()}-{time.monotonic_ns()}"
    monkeypatch.setenv("LANG", word)
    text = after("prism", "compute_model_placement", HARM[harm])
    row = judged("prism", text, instances=1, time_limit=0.5, isolation=level).rows[0]
    assert row.status in ("ok", "late", "crash")
    until = time.monotonic() + 30
    while marked(word):
        assert time.monotonic() < until, marked(word)
        time.sleep(0.01)


def test_a_server_refuses_what_is_not_there(tmp_path: Path) -> None:
    child = tmp_path / "child.py"
    child.write_text("def load(given): pass\n")
    server = ForkServer({"child.py": child}, {}, None, means=())
    try:
        assert server.means() == ""
    finally:
        server.end()
