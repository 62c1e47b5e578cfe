"""The tool `judge` of the server for agents."""

from pathlib import Path
from types import SimpleNamespace

import pytest

import optgap
from optgap.core.installed import entry_points_of
from optgap_found_programs.agents import judge_tool


def server(folder: Path, *, programs: bool) -> SimpleNamespace:
    return SimpleNamespace(
        memory="1GiB", programs=programs, limit=lambda _: 30.0, file=lambda name: folder / name
    )


def test_no_program_is_judged_unless_programs_are_allowed(tmp_path: Path) -> None:
    judge = judge_tool(server(tmp_path, programs=False))
    with pytest.raises(optgap.InputError, match="is not executed without --allow-programs"):
        judge("prism", "seed.py")


def test_the_tool_returns_the_verdict(tmp_path: Path, seed) -> None:
    assert entry_points_of("optgap.tools")["judge"].load() is judge_tool
    (tmp_path / "seed.py").write_text(seed("prism"))
    verdict = judge_tool(server(tmp_path, programs=True))("prism", "seed.py", instances=1)
    assert [row["status"] for row in verdict["rows"]] == ["ok"]
