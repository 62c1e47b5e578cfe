"""The report: what it says, that nothing of an instance gets into it unescaped, and how it looks
in a real browser."""

import json
import re
import shutil
import subprocess

import pytest

import optgap
from optgap.validation.catalogue import problem_names
from optgap.validation.running.compare import outcomes
from optgap.validation.study.report_page import report
from optgap.validation.study.results import MOST_TRACED, result

NASTY = "<script>alert(1)</script>"


def results(*sources, methods=None):
    found = []
    for source in sources:
        instance = optgap.load(source)
        found += [result(instance, each, source) for each in outcomes(instance, methods)]
    return found


@pytest.fixture(scope="module")
def page() -> str:
    several = results("placement/fig6", "placement/no-column-order", "placement/infeasible")
    fronts = results("resource_plan/appendix-e-three")
    return report([*several, *fronts], title="fig6 & others", command="optgap compare …")


def test_says_gaps_bounds_and_how_it_was_made(page) -> None:
    for words in (
        "fig6 &amp; others",
        "certified",
        "proven",
        "33.33%",
        "primal integral",
        "highspy",
        "optgap compare …",
        "reference point latency 41, cost 26, memory 21.3",
    ):
        assert words in page


def test_needs_nothing_from_outside(page) -> None:
    assert not re.search(r'(src|href)="(?!#)|@import|url\((?!#)', page), "only its own parts"
    assert "<script" not in page


def test_notes_of_an_instance_are_repeated() -> None:
    instance = optgap.generate("consolidation", 1, items=4).model_copy(
        update={"notes": ("preferred affinity of <web> is not modelled",)}
    )
    outcome = optgap.solve(instance, "first-fit")
    text = report([result(instance, outcome, "here")], title="t", command="c")
    assert "<li>preferred affinity of &lt;web&gt; is not modelled</li>" in text


def test_names_from_instances_are_escaped() -> None:
    instance = optgap.load("placement/fig6").model_copy(update={"name": NASTY})
    found = [result(instance, each, NASTY) for each in outcomes(instance, ["ipa"])]
    page = report(found, title=NASTY, command=NASTY)
    assert "<script" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("name", problem_names())
def test_loads_of_every_problem(name) -> None:
    from optgap.validation.catalogue import problem_named

    instance = optgap.load(f"{name}/{problem_named(name).demo}")
    for outcome in outcomes(instance):
        kept = result(instance, outcome, name)["loads"]
        assert (kept is None) == (outcome.decision is None)
        if kept is not None:
            assert kept["value"] == sorted(kept["value"], reverse=True)
            assert len(kept["value"]) == len(kept["rank"])


def test_a_long_trace_is_thinned_and_keeps_its_ends() -> None:
    instance = optgap.load("placement/fig6")
    outcome = optgap.solve(instance, "ipa")
    long = [(float(k), 1000.0 - k, None) for k in range(1000)]
    kept = result(instance, outcome.model_copy(update={"trace": long}), "x")["row"]["trace"]
    assert len(kept) == MOST_TRACED
    assert (kept[0][0], kept[-1][0]) == (0.0, 999.0)


def test_compare_writes_it(optgap_command, tmp_path) -> None:
    path = tmp_path / "r.html"
    ended = optgap_command("compare", "placement/fig6", "--methods", "ipa", "--report", path)
    assert ended.code == 0
    assert f"wrote {path}" in ended.out
    assert "optgap compare placement/fig6 --methods ipa" in path.read_text()


def test_compare_refuses_a_report_it_cannot_write(optgap_command, tmp_path) -> None:
    ended = optgap_command("compare", "placement/fig6", "--report", tmp_path / "no" / "r.html")
    assert ended.code == 2
    assert "folder does not exist" in ended.err


MEASURING = """<script>addEventListener("load", () => {
  const boxes = [...document.querySelectorAll("svg.chart")].map(s => s.getBoundingClientRect());
  const found = {
    charts: boxes.length, drawn: boxes.filter(b => b.width > 200 && b.height > 100).length,
    sideways: document.documentElement.scrollWidth - innerWidth,
    requests: performance.getEntriesByType("resource").length,
    paper: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.body).color,
  };
  const pre = document.createElement("pre"); pre.id = "measured";
  pre.textContent = JSON.stringify(found); document.body.append(pre);
});</script></body>"""

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")
@pytest.mark.parametrize("width", [1200, 500])
@pytest.mark.parametrize(("scheme", "paper"), [(1, "rgb(255, 255, 255)"), (0, "rgb(20, 24, 30)")])
def test_in_a_browser(page, tmp_path, width, scheme, paper) -> None:
    """Wide and narrow, light and dark: all charts are drawn, nothing sticks out, no request."""
    path = tmp_path / "page.html"
    path.write_text(page.replace("</body>", MEASURING))
    command = [
        BROWSER,
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        f"--blink-settings=preferredColorScheme={scheme}",
        f"--user-data-dir={tmp_path / 'profile'}",
        f"--window-size={width},900",
        "--dump-dom",
        path.as_uri(),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    measured = re.search(r'<pre id="measured">(.*?)</pre>', done.stdout)
    assert measured, done.stderr[-2000:]
    found = json.loads(measured[1])
    assert found["charts"] == page.count("<svg class=")
    assert found["drawn"] == found["charts"] > 5
    assert found["sideways"] <= 0
    assert found["requests"] == 0
    assert found["paper"] == paper
