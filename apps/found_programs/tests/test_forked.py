"""Programs that a server forks: apart from each other, and started again where it was killed."""

import os
import signal
import time
from pathlib import Path

import pytest

from optgap.core.faults import InputError
from optgap.processes import Contained
from optgap_found_programs.isolated import ForkServer, View

CHILD = """
import os, sys

shared = []

def load(given):
    shared.append(given)

def main(close):
    shared.append(sys.stdin.readline().strip())
    {body}
"""
ANSWER = "print(shared, os.getcwd(), sorted(os.environ), sys.argv, flush=True)"


@pytest.fixture
def server(tmp_path: Path):
    """Return a function from the child's last lines to a server, which ends with the test."""
    servers = []

    def start(body: str) -> ForkServer:
        file = tmp_path / "child.py"
        file.write_text(CHILD.format(body=body))
        settings = {"PATH": os.environ["PATH"]}
        servers.append(ForkServer({"child.py": file}, settings, {"shared": 1}))
        return servers[-1]

    yield start
    for each in servers:
        each.end()


def told(program: Contained, text: bytes) -> str:
    program.stdin.write(text + b"\n")
    program.stdin.flush()
    answer = program.stdout.read().decode().strip()
    program.end()
    program.stdout.close()
    return answer


def test_each_process_has_its_own_folder_settings_and_memory(server, tmp_path: Path) -> None:
    forks = server(ANSWER)
    for name in ("a", "b"):
        folder = tmp_path / name
        folder.mkdir()
        answer = told(forks.start(folder, {"HOME": str(folder)}), name.encode())
        settings = "['HOME', 'PATH']"
        assert answer == f"[{{'shared': 1}}, '{name}'] {folder} {settings} ['child.py']"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("pass", 0),
        ("os._exit(3)", 3),
        ("os.kill(os.getpid(), 11)", -11),
        ("os.kill(os.getppid(), 9)", -signal.SIGKILL),  # its supervisor
    ],
)
def test_the_code_of_its_end_is_known(body: str, code: int, server, tmp_path: Path) -> None:
    program = server(body).start(tmp_path, {})
    assert program.process.poll() is None
    program.stdin.write(b"\n")
    program.stdin.flush()
    assert program.process.wait(timeout=30) == code
    program.end()
    program.stdout.close()


def test_what_it_said_last_is_known(server, tmp_path: Path) -> None:
    program = server("raise ValueError('so it is')").start(tmp_path, {})
    told(program, b"")
    assert program.stderr_tail().startswith("ValueError: so it is")


def test_all_that_it_started_ends_with_it(server, tmp_path: Path) -> None:
    body = "print(os.fork() or os.setsid() or os.getpid(), flush=True); import time; time.sleep(60)"
    program = server(body).start(tmp_path, {})
    program.stdin.write(b"\n")
    program.stdin.flush()
    started = [int(program.stdout.readline()) for _ in range(2)]
    program.end()
    program.stdout.close()
    until = time.monotonic() + 30
    while any(Path(f"/proc/{pid}").exists() for pid in started):
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_server_that_was_killed_is_started_again(server, tmp_path: Path) -> None:
    forks = server(ANSWER)
    told(forks.start(tmp_path, {}), b"first")
    os.kill(forks._process.pid, signal.SIGKILL)
    assert "second" in told(forks.start(tmp_path, {}), b"second")


def test_a_server_that_cannot_start_is_named(tmp_path: Path, capfd) -> None:
    file = tmp_path / "child.py"
    file.write_text("raise RuntimeError('it cannot be loaded')")
    forks = ForkServer({"child.py": file}, {"PATH": os.environ["PATH"]}, None)
    try:
        with pytest.raises(InputError, match="cannot be started"):
            forks.start(tmp_path, {})
    finally:
        forks.end()
    assert "it cannot be loaded" in capfd.readouterr().err


LOOKS = """
    close("")
    for name in ("seen", "seen/hidden", "own", "elsewhere"):
        try:
            print(name, open(name if name == "own" else f"PLACE/{name}/text").read(), flush=True)
        except OSError:
            print(name, "-", flush=True)
"""


@pytest.mark.parametrize("means", ["namespaces", "landlock"])
def test_a_closed_process_sees_its_view(means: str, tmp_path: Path) -> None:
    """A hidden folder stays hidden within a visible one, as the judge's among the packages."""
    for name in ("seen", "seen/hidden", "elsewhere", "folder"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "text").write_text(name)
    (tmp_path / "folder" / "own").write_text("own")
    file = tmp_path / "child.py"
    file.write_text(CHILD.format(body=LOOKS.replace("PLACE", str(tmp_path)).strip()))
    view = View((str(tmp_path / "seen"),), (str(tmp_path / "seen" / "hidden"),))
    forks = ForkServer({"child.py": file}, {"PATH": os.environ["PATH"]}, None, view, [means])
    try:
        if not forks.means():
            pytest.skip(f"this system has no {means} for an ordinary process")
        answer = told(forks.start(tmp_path / "folder", {}), b"")
    finally:
        forks.end()
    assert answer.splitlines() == ["seen seen", "seen/hidden -", "own own", "elsewhere -"]
