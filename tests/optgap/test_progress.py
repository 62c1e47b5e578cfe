"""Progress from Python: a live line on a terminal and in a notebook, silence elsewhere."""

import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import optgap
from optgap import progress
from optgap.core.faults import InputError
from optgap.core.run import Run
from optgap.progress import BatchProgress, NotebookScreen, ProgressLine, Screen, python_screen

FIG6 = "placement/fig6"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal as stderr, on which progress is shown at once."""
    screen = Terminal()
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=screen, modules=sys.modules))
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0.0)
    monkeypatch.setattr(progress, "LIVE_SECONDS", 0.001)
    monkeypatch.delenv("OPTGAP_PROGRESS", raising=False)
    return screen


def plan_slowly(instance: Any) -> dict[str, list[int]]:
    import time

    time.sleep(0.2)
    return {"machine": [2, 0]}


def test_solve_and_compare_show_a_line_and_remove_it(terminal: Terminal) -> None:
    optgap.compare(FIG6, ["ipa", plan_slowly], time_limit=20)
    lines = terminal.getvalue().split("\r\x1b[K")
    assert any("plan_slowly on fig6" in line and "1 of 2 runs" in line for line in lines)
    assert lines[-1] == ""
    terminal.truncate(0)
    optgap.solve(FIG6, plan_slowly, time_limit=20)
    assert "solve on fig6: 0 s" in terminal.getvalue()


@pytest.mark.parametrize("how", ["keyword", "environment", "no terminal"])
def test_it_is_silent_where_nobody_looks(
    how: str, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    if how == "environment":
        monkeypatch.setenv("OPTGAP_PROGRESS", "0")
    if how == "no terminal":
        monkeypatch.setattr(Terminal, "isatty", lambda self: False)
    optgap.solve(FIG6, plan_slowly, time_limit=20, progress=False if how == "keyword" else None)
    assert terminal.getvalue() == ""


def test_asked_for_it_also_writes_to_a_log(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Terminal, "isatty", lambda self: False)
    optgap.solve(FIG6, plan_slowly, time_limit=20, progress=True)
    assert terminal.getvalue().startswith("solve on fig6: 0 s\n")


def test_another_value_is_refused() -> None:
    with pytest.raises(InputError, match=r"progress: must be True, False or None \(found 'yes'\)"):
        optgap.solve(FIG6, progress="yes")  # type: ignore[arg-type]


def test_the_line_has_incumbent_bound_and_gap_and_passes_reports_on(terminal: Terminal) -> None:
    heard: list[Run] = []
    with ProgressLine("work", listener=heard.append) as line:
        run = Run("minimize", listener=line)
        run.report(objective=8.0, bound=6.0)
        line._show()
    assert "work: 0 s, incumbent 8, bound 6, gap 25.00%" in terminal.getvalue()
    assert heard == [run]


def test_the_line_says_that_it_waits_for_the_compiler(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "compiling", lambda: (3, 12, 4.4))
    ProgressLine("work")._show()
    assert "work: 0 s, compiling (once): 3 of 12 kernels, 4 s" in terminal.getvalue()


def test_a_notebook_replaces_one_output(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, str]] = []

    class Handle:
        def update(self, content: dict[str, str], raw: bool) -> None:
            shown.append(("update", content["text/plain"]))

    def display(content: dict[str, str], **_: Any) -> Handle:
        shown.append(("display", content["text/plain"]))
        return Handle()

    shell = SimpleNamespace(kernel=object())
    module = SimpleNamespace(get_ipython=lambda: shell)
    monkeypatch.setitem(sys.modules, "IPython", module)
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    monkeypatch.delenv("OPTGAP_PROGRESS", raising=False)
    screen = python_screen(None)
    assert isinstance(screen, NotebookScreen)
    screen.show("a")
    screen.show("b")
    screen.clear()
    assert shown == [("display", "a"), ("update", "b"), ("update", "")]


def test_a_batch_has_a_bar_and_its_last_line_stays(terminal: Terminal) -> None:
    batch = SimpleNamespace(total=2, known=0, done=1, failed=0, last="fig6, ipa")
    shown = BatchProgress("s", Screen())
    shown(batch)  # type: ignore[arg-type]
    assert "s: [##########----------] 1 of 2 runs" in terminal.getvalue()
    batch.done = 2
    shown(batch)  # type: ignore[arg-type]
    assert terminal.getvalue().endswith("2 of 2 runs, fig6, ipa\n")


def test_a_hunt_says_how_many_it_tried(terminal: Terminal) -> None:
    optgap.hunt("placement", "ipa", seed=3, evaluations=200)
    assert "instances tried, worst loss" in terminal.getvalue()


def test_an_outcome_says_what_was_compiled() -> None:
    outcome = optgap.solve(FIG6, "ipa")
    compiled = outcome.model_copy(update={"timing": {"compile": 21.04}})
    assert "21.0 s of compiling and imports, once" in repr(compiled)
    assert "compiling" not in repr(outcome.model_copy(update={"timing": {"compile": 0.1}}))
