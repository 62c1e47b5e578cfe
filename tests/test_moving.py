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

DOCS = Path(__file__).parents[1] / "docs"
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


def test_the_front(moving: Any, ask: Any) -> None:
    """Limits find all points; weights find those of the lower left of the hull."""
    asked = ask(
        """const {within, lightest} = figure("front").compute;
        const costs = [...Array(400).keys()], weights = [...Array(2001).keys()].map(k => k / 2000);
        return {limits: costs.map(within), weights: weights.map(lightest), says: says("front")};""",
        "front",
    )
    front = optgap.solve(optgap.generate("resource_plan", 1, instances=5), "exact").front
    points = sorted((p.objectives["cost"], p.objectives["latency"]) for p in front)
    for limit, found in enumerate(asked["limits"]):
        affordable = [k for k, (cost, _) in enumerate(points) if cost <= limit]
        assert found == min(affordable, key=lambda k: points[k][1], default=-1)
    for k, found in enumerate(asked["weights"]):
        sums = [k / 2000 * cost + (1 - k / 2000) * latency for cost, latency in points]
        assert sums[found] == pytest.approx(min(sums), abs=0.02)
    names: dict[str, Any] = {}
    code = re.search(r"(def line_at.*?    return hull)\n", page("lesson-3-front"), re.DOTALL)
    assert code
    exec(code[1], names)
    hull = {points.index(point) for point in names["supported"](points)}
    assert set(asked["limits"]) - {-1} == set(range(len(points)))
    assert set(asked["weights"]) == hull < set(range(len(points)))


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


def test_the_columns(moving: Any, ask: Any) -> None:
    """The steps go up to the last one, whose bound the lesson's own loop finds too."""
    from moving import columns

    asked = ask(
        """const [first, next] = figure("columns").querySelectorAll("button");
        click(first);
        const texts = [says("columns")];
        while (!next.disabled) { click(next); texts.push(says("columns")); }
        return texts;""",
        "columns",
    )
    steps = columns.steps()
    assert len(asked) == len(steps)
    for words, step in zip(asked, steps, strict=True):
        assert f"needs {step['bound']:g} machines" in words
        worth = round(float(np.dot(step["best"], step["prices"])), 3)
        assert f"worth {worth:g}:" in words
        assert np.dot(step["best"], columns.SIZES) <= columns.CAPACITY
        assert np.dot(step["prices"], columns.DEMAND) == pytest.approx(step["bound"], abs=2e-3)
    bounds = [step["bound"] for step in steps]
    assert bounds == sorted(bounds, reverse=True)
    assert [step["worth"] > 1 for step in steps] == [True] * (len(steps) - 1) + [False]
    text = page("lesson-5-columns")
    assert "capacity, sizes, demand = 10, np.array([6, 5, 4, 3]), np.array([5, 7, 4, 6])" in text
    assert (columns.CAPACITY, columns.SIZES, columns.DEMAND) == (10, [6, 5, 4, 3], [5, 7, 4, 6])


def test_the_shrinking_stage(moving: Any, ask: Any) -> None:
    """The script's rule and optimum are those of the lesson and of optgap, on many parts."""
    from moving import shrink

    random = np.random.default_rng(5)
    parts = []
    for _ in range(60):
        rows = np.flatnonzero(random.random(12) < random.uniform(0.2, 1)).tolist()
        columns = np.flatnonzero(random.random(5) < 0.8).tolist()
        parts.append([rows, columns])
    asked = ask(
        f"""const shrink = figure("shrink"), start = says("shrink");
        const ends = [];
        let now = [[...Array(12).keys()], [0, 1, 2, 3, 4]];
        while (now) {{
          ends.push([...now, shrink.compute(...now).times]);
          now = shrink.shrunk(...now);
        }}
        return {{start, ends, found: {parts}.map(part => shrink.compute(...part))}};""",
        "shrink",
    )
    stage = optgap.generate("placement", shrink.SEED, instances=12, machines=5, noise=0.3)
    latency, room = stage.dense_latency().round(1), stage.beta
    times = []
    for number in range(10):
        each = optgap.generate("placement", number, instances=12, machines=5, noise=0.3)
        table, best = each.dense_latency(), optgap.solve(each, "bottleneck").objective
        rule = shrink.by_regret(table.tolist(), each.beta.tolist())
        times.append(table[range(12), rule].max() / best)
    assert int(np.argmax(times)) == shrink.SEED
    source = re.search(r"write_text\('''\n(.*?)'''\)", page("lesson-6-project"), re.DOTALL)
    assert source
    lesson: dict[str, Any] = {}
    exec(source[1], lesson)
    for (rows, columns), found in zip(parts, asked["found"], strict=True):
        if not rows or room[columns].sum() < len(rows):
            assert found is None
            continue
        part = {"name": "p", "latency": latency[np.ix_(rows, columns)].tolist()}
        part |= {"problem": "placement", "version": 1, "capacity": room[columns].tolist()}
        instance = optgap.load(part)
        machine = lesson["by_regret"](instance)["machine"]
        assert machine == shrink.by_regret(part["latency"], part["capacity"])
        assert found["rule"] == [columns[j] for j in machine]
        assert found["optimum"] == optgap.solve(instance, "bottleneck").objective
        assert found["ends"] == max(part["latency"][i][j] for i, j in enumerate(machine))
    times = [end[2] for end in asked["ends"]]
    assert times == sorted(times) and len(asked["ends"][-1][0]) < 12
    assert asked["start"].startswith("12 instances on 5 machines.")
    assert f"{times[0]:.2f} times" in shrink.picture().says
    assert shrink.picture().says.rstrip(".") in asked["start"]


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
