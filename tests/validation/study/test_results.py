"""Instances that share a name are told apart, old lines are marked, tables have their columns."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

import optgap
from optgap.cli.arguments import app
from optgap.cli.gap_tables import as_latex
from optgap.validation.study import latest, names_apart, read_results, summaries

SUITE = """
name = "one"
time_limit = 10.0
methods = ["exact", "first-fit"]
[[instances]]
problem = "cluster_ratio"
seeds = [1]
set = { GRID }
"""


@pytest.fixture
def suite(tmp_path) -> Path:
    path = tmp_path / "one.toml"
    text = SUITE.replace("GRID", "groups = 2, demand = [0.5, 0.75, 1.0]")
    path.write_text(text.replace('"first-fit"', '"greedy"'))
    return path


@pytest.fixture
def stored(suite) -> Path:
    optgap.bench(suite, workers=1)
    return suite.with_suffix(".jsonl")


def test_instances_that_differ_in_one_field_have_names_that_differ(suite, stored) -> None:
    table = optgap.bench(suite, workers=1)
    names = table["instance"].unique().tolist()
    assert len(names) == 3, names
    results = read_results(stored)
    assert len(set(names_apart(results).values())) == 3
    report = CliRunner().invoke(app, ["report", str(stored), "-o", str(stored) + ".html"])
    assert report.exit_code == 0
    page = Path(f"{stored}.html").read_text()
    assert all(name in page for name in names)


def renamed(result: dict, source: str, digest: str) -> dict:
    row = {**result["row"], "instance": {"name": "same", "sha256": digest}}
    return {**result, "row": row, "source": source}


def test_the_settings_of_the_source_say_what_differs(stored) -> None:
    one = read_results(stored)[0]
    command = "optgap generate consolidation --seed 1 --set items=8"
    sources = {"a": f"{command} --set budget=0.1", "b": f"{command} --set budget=0.2", "c": command}
    names = names_apart(renamed(one, source, key) for key, source in sources.items())
    said = [names[one["row"]["problem"], key] for key in "abc"]
    assert said == ["same (budget=0.1)", "same (budget=0.2)", "same (default)"]
    names = names_apart(renamed(one, "x.json", key * 64) for key in "ab")
    assert list(names.values()) == [f"same ({key * 8})" for key in "ab"]


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_line_that_a_later_one_replaces_is_current_no_longer(suite, stored) -> None:
    assert [line["current"] for line in lines(stored)] == [True] * 6
    size = stored.stat().st_size
    before = stored.read_bytes()
    optgap.bench(suite, workers=1, again=["greedy"])
    assert stored.stat().st_size > size
    found = lines(stored)
    assert len(found) == 9
    assert sum(line["current"] for line in found) == 6
    assert [line["label"] for line in found if not line["current"]] == ["greedy"] * 3
    assert stored.read_bytes()[:size].replace(b"false,", b"true ,") == before
    kept = [line for line in found if line["current"]]
    assert {line["key"] for line in kept} == {line["key"] for line in latest(read_results(stored))}


def test_a_mark_that_a_kill_has_prevented_is_set_when_the_batch_goes_on(suite, stored) -> None:
    text = stored.read_bytes()
    stored.write_bytes(text + text.splitlines(keepends=True)[0])
    assert sum(line["current"] for line in lines(stored)) == 7
    optgap.bench(suite, workers=1)
    assert [line["current"] for line in lines(stored)] == [False, *[True] * 6]


def test_lines_of_an_older_format_are_read(stored) -> None:
    old = [{k: v for k, v in line.items() if k != "current"} for line in lines(stored)]
    stored.write_text("".join(json.dumps(line) + os.linesep for line in old))
    assert len(read_results(stored)) == 6


def test_figures_of_a_report_are_pdf(stored, tmp_path) -> None:
    folder = tmp_path / "figures"
    shown = CliRunner().invoke(app, ["report", str(stored), "--figures", str(folder)])
    assert shown.exit_code == 0, shown.output
    found = sorted(folder.glob("*.pdf"))
    assert found and len(found) <= 5
    assert all(path.read_bytes().startswith(b"%PDF-") for path in found)
    assert all(path.with_suffix(".csv").exists() for path in found)


def test_latex_has_nine_columns_at_most(tmp_path) -> None:
    table = optgap.compare("placement/fig6", ["exact", "ipa"])
    text = table.to_latex()
    head = next(line for line in text.splitlines() if "method" in line)
    assert head.count("&") == 8
    assert "{'" not in text and "& objective & gap & ratio &" in head
    assert table.to_latex(columns=["method", "seed"]).count("seed") == 1
    assert table.to_latex(tmp_path / "t.tex") is None
    assert (tmp_path / "t.tex").read_text() == text


def test_latex_has_no_letter_that_it_reads_as_another() -> None:
    """Text fonts of LaTeX print other signs for < and >."""
    summary = summaries(optgap.compare("placement/fig6", ["ipa"]).results)
    summary[0] |= {"label": "a<b_c – 5%", "worst_gap": 1e-6}
    assert r" & a$<$b\_c -- 5\% & 1 & " in as_latex(summary)
    assert r" & $<$0.01\% & " in as_latex(summary)


LATEX = r"""\documentclass{article}
\usepackage{booktabs}
\begin{document}
TABLE
\end{document}
"""


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not installed")
def test_latex_compiles(tmp_path) -> None:
    """Whatever names are: underscores, dashes, and letters that LaTeX takes for commands."""
    odd = r"a_b–c%d$e#f{g}h~i^j\k<l>m&n…≥×"
    instance = optgap.load("placement/fig6").replaced(name=odd)
    table = optgap.compare(instance, ["exact", "fuxi", "ipa"])
    summary = summaries(table.results)
    summary[0]["label"] = "exec:./lpt --plain – " + odd
    for k, text in enumerate([table.to_latex(), as_latex(summary)]):
        (tmp_path / f"{k}.tex").write_text(LATEX.replace("TABLE", text))
        made = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{k}.tex"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert made.returncode == 0, made.stdout[-2000:]


def test_a_comparison_of_two_files_of_one_name(tmp_path) -> None:
    for k, capacity in enumerate(([1, 2, 1], [2, 1, 1])):
        instance = optgap.load("placement/fig6").replaced(name="mine", capacity=capacity)
        optgap.save(instance, tmp_path / f"{k}.json")
    files = [str(tmp_path / f"{k}.json") for k in range(2)]
    shown = CliRunner().invoke(app, ["compare", *files, "--methods", "ipa", "--json"])
    names = [row["instance"]["name"] for row in json.loads(shown.stdout)]
    assert len(set(names)) == 2
    assert all(name.startswith("mine (") for name in names)


def test_missing_plans_count_in_the_gaps_of_a_summary(optgap_command, tmp_path) -> None:
    rule = tmp_path / "rule.py"
    rule.write_text(
        "def once(instance):\n    assert instance.name == 'fig6'\n    return {'machine': [0, 1]}\n"
    )
    found = optgap.compare(["placement/fig6", "placement/ties"], ["exact", f"{rule}:once"])
    lines = summaries(found.results)
    assert [(line["failed"], line["measured"]) for line in lines] == [(0, 2), (1, 1)]
    latex = as_latex(lines)
    assert " of 1 & no plan & no plan & " in latex.splitlines()[6]
    assert latex.startswith("% seconds: shifted geometric mean, with a shift of 1 s")
    ended = optgap_command(
        "compare", "placement/fig6", "placement/ties", "--methods", f"{rule}:once"
    )
    words = " ".join(ended.out.split())
    assert "no plan no plan" in words and "own proof: runs that proved their own answer" in words


def test_fronts_in_latex() -> None:
    table = optgap.compare("stage/two-machines", ["exact", "ipa-raa"])
    _, _, head, _, exact, two_steps, *_ = table.to_latex().splitlines()
    assert head == "instance & method & points & hypervolume & epsilon & status & seconds \\\\"
    assert "& exact & 3 & 100.00\\% & 0 & optimal &" in exact
    assert "& ipa-raa & 2 & 90.80\\% & 2 &" in two_steps
    chosen = table.to_latex(columns=["method", "front_measures"])
    assert "{'" not in chosen and "hypervolume 90.80\\%, epsilon 2" in chosen


def test_a_comparison_shows_the_status_and_why_a_run_stopped(optgap_command) -> None:
    out = optgap_command(
        "compare", "placement/stage-300x80", "--methods", "exact", "--time-limit", 0
    ).out
    assert "unknown (time limit)" in out
