"""The pictures that move, in a browser: their scripts compute what Python computes."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browser import BROWSER, reported

import optgap

DOCS = Path(__file__).parents[2] / "docs"
pytest.importorskip("sphinx", reason="the pictures belong to the docs")

# Every picture in one page; each test asks it with a piece of script.
ASKING = """<!doctype html><pre id="measured"></pre><script>
const names = NAMES;
(async () => {
  const frame = document.createElement("iframe");
  frame.style = "width: 900px; height: 900px";
  document.body.append(frame);
  await new Promise(done => { frame.onload = done; frame.src = "pictures.html"; });
  const page = frame.contentDocument, click = element => element.dispatchEvent(
    new frame.contentWindow.MouseEvent("click", {bubbles: true}));
  const figure = name => page.querySelector(`[data-picture="${name}"]`);
  const says = name => figure(name).querySelector(".says").textContent;
  const slide = (input, value) => {
    input.value = value;
    input.dispatchEvent(new frame.contentWindow.Event("input"));
  };
  const answer = await (async () => { ASKED })();
  document.querySelector("#measured").textContent = JSON.stringify([{name: names[0], answer}]);
})();
</script>"""


@pytest.fixture
def moving(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return the package of the pictures."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(DOCS / "_ext")])
    import moving

    yield moving


@pytest.fixture
def ask(moving: Any, tmp_path: Path) -> Any:
    """Return a function that asks the pictures by a script, and returns its answer."""
    if BROWSER is None:
        pytest.skip("no Chromium on this machine")

    def answer(script: str, *names: str) -> Any:
        shown = "".join(map(moving.figure, names or moving.names()))
        page = f'<!doctype html><meta charset="utf-8"><body>{shown}</body>'
        (tmp_path / "pictures.html").write_text(page)
        asking = ASKING.replace("ASKED", script)
        found, console = reported(tmp_path, asking, ["it"], 900, tmp_path / "profile")
        assert console["complaints"] == []
        return found["answer"]

    return answer


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text()


def test_words_are_large_on_a_slide(moving: Any) -> None:
    """At least 24 of 720 pixels high, in the size that the style of slides gives a picture."""
    letters, width, height = (
        int(re.search(words, (DOCS / "_static" / f"{name}.css").read_text())[1])
        for name, words in (
            *(("moving", r"moving svg .*font: (\d+)px"), ("slides", r"svg .*max-width: (\d+)px")),
            ("slides", r"svg .*max-height: (\d+)px"),
        )
    )
    for name in moving.names():
        box = re.search(r'viewBox="0 0 (\d+) (\d+)"', moving.figure(name))
        assert letters * min(width / int(box[1]), height / int(box[2])) >= 24, name


def test_every_picture_is_on_a_page_and_alone(moving: Any) -> None:
    """It fetches nothing, and without its script a drawing and a sentence remain."""
    shown = re.findall(r"^```\{moving\} (\w+)$", "".join(map(page_of, DOCS.glob("*.md"))), re.M)
    assert sorted(shown) == moving.names()
    for name in moving.names():
        figure = moving.figure(name)
        assert not re.search(r"https?://|fetch\(|import\(|src=", figure), name
        assert "<title>" in figure and len(figure.split('class="says"')[1].split("</p>")[0]) > 80
        assert len((DOCS / "_ext" / "moving" / f"{name}.js").read_text().splitlines()) < 90


def page_of(path: Path) -> str:
    return path.read_text()


def test_the_price(moving: Any, ask: Any) -> None:
    """The bound is the one that the checker computes for the price."""
    three = optgap.load("cluster_ratio/three-groups")
    prices = [0.0, 0.5, 1.0, 2.5, 3.0, 4.0, 7.25]
    asked = ask(
        f"""const before = says("price"), input = figure("price").querySelector("input");
        slide(input, input.value);
        return {{before, after: says("price"), found: {prices}.map(figure("price").compute)}};""",
        "price",
    )
    assert asked["before"] == asked["after"]
    problem = optgap.problem_named("cluster_ratio")
    for price, found in zip(prices, asked["found"], strict=True):
        certificate = {"kind": "multiplier", "price": price}
        (fault,) = problem.check_certificate(three, certificate, float("inf"))
        assert f"it proves {found['bound']:.9g}".rstrip("0").rstrip(".") in fault.message
    slopes = [(each["fewest"] - 15, each["most"] - 15) for each in asked["found"]]
    assert slopes == sorted(slopes, reverse=True)


def test_hall(moving: Any, ask: Any) -> None:
    """For all sets and thresholds the script counts the room that a count in Python finds."""
    from moving import hall

    printed = re.search(r"seconds = (\[\[.*\]\])", page("lesson-2-certificate"))
    assert printed and ast.literal_eval(printed[1]) == hall.SECONDS
    sets = [list(s) for size in range(1, 6) for s in combinations(range(5), size)]
    values = sorted({value for row in hall.SECONDS for value in row})
    asked = ask(
        f"""const before = says("hall"), input = figure("hall").querySelector("[type=range]");
        slide(input, input.value);
        const found = {sets}.map(s => {values}.map(v => figure("hall").compute(s, v)));
        return {{before, after: says("hall"), found}};""",
        "hall",
    )
    assert asked["before"] == asked["after"]
    latency = np.array(hall.SECONDS)
    violated = set()
    for chosen, row in zip(sets, asked["found"], strict=True):
        for value, found in zip(values, row, strict=True):
            reached = (latency[chosen] <= value).any(axis=0)
            assert found["reached"] == reached.tolist()
            assert found["room"] == np.array(hall.ROOM)[reached].sum()
            assert found["violates"] == (found["room"] < len(chosen))
            violated |= {value} if found["violates"] else set()
    stage = {"name": "s", "latency": hall.SECONDS, "capacity": hall.ROOM}
    stage = optgap.load({"problem": "placement", "version": 1, **stage})
    optimum = optgap.solve(stage, "bottleneck").objective
    assert violated == {value for value in values if value < optimum}  # Hall's theorem


def test_the_flow(moving: Any, ask: Any) -> None:
    """Whichever paths are taken, the last flow is the largest one, and a cut shows it."""
    from moving import flow

    asked = ask(
        """const {paths, push, reached, value} = figure("flow").compute;
        const ends = [], visit = flow => {
          const open = paths(flow);
          if (open.length) open.forEach(path => visit(push(flow, path)));
          else ends.push({flow, value: value(flow), side: reached(flow)});
        };
        visit([0, 0, 0, 0, 0]);
        const button = () => figure("flow").querySelector(".paths button");
        while (button()) click(button());
        return {ends, says: says("flow")};""",
        "flow",
    )
    best = flow.largest_flow()
    assert {end["value"] for end in asked["ends"]} == {best}
    for end in asked["ends"]:
        cut = sum(most for i, j, most in flow.ARCS if i in end["side"] and j not in end["side"])
        assert cut == best
        assert all(0 <= x <= a[2] for x, a in zip(end["flow"], flow.ARCS, strict=True))
    assert f"The flow is {best:g}, and no path is left" in asked["says"]
    printed = re.search(r"^arcs = (\[.*\])$", page("lesson-4-flow"), re.MULTILINE)
    assert printed and ast.literal_eval(printed[1]) == flow.ARCS


def test_the_sum_of_constraints(moving: Any, ask: Any) -> None:
    """Factors that prove a bound are those of the dual, and no bound is below the optimum."""
    from moving import duality

    grid = np.stack(np.meshgrid(*[np.arange(0, 3.01, 0.5)] * 3), axis=-1).reshape(-1, 3)
    asked = ask(
        f"""const before = says("duality"), input = figure("duality").querySelector("input");
        slide(input, input.value);
        return {{before, after: says("duality"),
          found: {grid.tolist()}.map(figure("duality").compute)}};""",
        "duality",
    )
    assert asked["before"] == asked["after"]
    for factors, found in zip(grid, asked["found"], strict=True):
        total = factors @ np.array(duality.ROWS)
        assert found["total"] == total.tolist()
        assert found["side"] == factors @ np.array(duality.SIDES)
        assert found["proves"] == bool((total >= duality.EARNS).all())
    best = min(found["side"] for found in asked["found"] if found["proves"])
    assert duality.optimum() == pytest.approx((4, 2, 16)) and best == 16
    text = page("lesson-7-duality")
    printed = [re.search(rf"^{name} = np.array\((.*)\)$", text, re.M) for name in "cAb"]
    numbers = [ast.literal_eval(found[1]) for found in printed if found]
    assert numbers == [duality.EARNS, duality.ROWS, duality.SIDES]


def test_the_tree(moving: Any, ask: Any) -> None:
    """Node by node the picture says what the log of the page's own search says."""
    from moving import tree

    asked = ask(
        """const [first, next] = figure("tree").querySelectorAll("button"), seen = () =>
          [...figure("tree").querySelectorAll("[data-node]")].filter(
            node => node.getAttribute("class") !== "off").length;
        click(first);
        const texts = [[says("tree"), seen()]];
        while (!next.disabled) { click(next); texts.push([says("tree"), seen()]); }
        return texts;""",
        "tree",
    )
    log = tree.log()
    assert [count for _, count in asked] == list(range(1, len(log) + 1))
    for (words, _), row in zip(asked, log, strict=True):
        assert row["what"] in words and f"worth more than {row['bound']}." in words
        assert row["value"] is None or f"value {round(row['value'], 2):g}:" in words
    assert asked[-1][0].endswith("No part is left, so the incumbent is optimal.")
