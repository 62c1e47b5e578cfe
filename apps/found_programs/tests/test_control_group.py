"""Control groups, where a process may make one; elsewhere with a folder in place of the kernel."""

import os
from pathlib import Path

import pytest

from optgap_found_programs.isolated import control_group
from optgap_found_programs.judging import JudgedRow

FILES = ("memory.max", "memory.swap.max", "memory.oom.group", "pids.max", "cgroup.procs")


def test_without_a_control_group_there_is_no_folder(tmp_path: Path) -> None:
    assert control_group.folder_for_groups(str(tmp_path)) == ""


def test_a_group_gets_its_limits(tmp_path: Path, monkeypatch) -> None:
    """A plain folder has no files of its own: they are made here when the group is."""
    make = os.mkdir

    def kernel(path: str) -> None:
        make(path)
        for name in (*FILES, "cgroup.kill"):
            Path(path, name).touch()
        Path(path, "memory.events").write_text("low 0\noom 1\noom_kill 1\n")

    monkeypatch.setattr(control_group.os, "mkdir", kernel)
    group = Path(control_group.make(str(tmp_path), 2**20))
    assert [(group / name).read_text() for name in FILES[:4]] == ["1048576", "0", "1", "512"]
    control_group.join(str(group))
    assert (group / "cgroup.procs").read_text() == "0"  # this process

    def remove(path: str) -> None:
        assert Path(path, "cgroup.kill").read_text() == "1"
        raise FileNotFoundError

    monkeypatch.setattr(control_group.os, "rmdir", remove)
    assert control_group.end(str(group)) is True


def test_many_processes_share_one_limit_of_memory(judged, after) -> None:
    if not control_group.folder_for_groups():
        pytest.skip("no control group with a limit of memory can be made here")
    body = """
import os, time
for _ in range(8):
    if os.fork() == 0:
        kept = b"x" * (200 * 2**20)
        time.sleep(60)
time.sleep(60)"""
    text = after("prism", "compute_model_placement", body)
    row: JudgedRow = judged("prism", text, instances=1, memory="512MiB").rows[0]
    assert row.status == "memory"
