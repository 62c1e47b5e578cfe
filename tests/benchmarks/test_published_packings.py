"""Published packings: draws among them, and proofs of open ones as VIPR certificates."""

from __future__ import annotations

import json
import sys
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def packing(script) -> Any:
    return script(ROOT / "benchmarks" / "published_packings.py")


@pytest.fixture
def folder(packing, tmp_path: Path) -> Path:
    """Return a folder like the published one, with one instance of 30 items."""
    drawn = packing.smoke_file(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "results_data").mkdir()
    for name in ("New", "Panigrahy", "Triplet"):
        with tarfile.open(tmp_path / "data" / f"{name}_instances.tar.gz", "w:gz") as archive:
            if name == "New":
                archive.add(drawn, arcname=drawn.name)
        summary = tmp_path / "results_data" / f"{name}_summary_known.csv"
        header = "instance_name\tLB\tOPT\tbest_overall\n"
        summary.write_text(header + ("class3_30_3_0\t1\t-1\t2\n" if name == "New" else ""))
    return tmp_path


@pytest.fixture
def draw(packing, script, monkeypatch, tmp_path: Path) -> Any:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    module = script(ROOT / "benchmarks" / "packing_draw.py")
    monkeypatch.setattr(module, "DRAWN", tmp_path / "drawn.json")
    return module


@pytest.fixture
def vipr(script, monkeypatch, tmp_path: Path) -> Any:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    module = script(ROOT / "benchmarks" / "packing_vipr.py")
    monkeypatch.setattr(module, "FIGURES", tmp_path / "figures.json")
    return module


@pytest.mark.parametrize("says", ["[{0}, {0}]", "[{0}, {0}1]"])
def test_a_solution_of_the_library_becomes_a_certificate_that_a_checker_must_accept(
    vipr, tmp_path: Path, monkeypatch, capsys, says: str
) -> None:
    """The second of the checkers proves less than is claimed."""
    rows = [
        row for row in vipr.solved_rows(20) if row.solution()["certificate"]["kind"] == "prices"
    ]
    monkeypatch.setattr(vipr, "solved_rows", lambda _: rows[:1])
    checker = tmp_path / "checker"
    checker.write_text(
        '#!/bin/sh\necho "Successfully verified optimal value range '
        f'{says.format(int(rows[0].best))}."\n'
    )
    checker.chmod(0o755)
    options = ("--into", str(tmp_path / "out"), "--checker", str(checker))
    monkeypatch.setattr(sys, "argv", ["packing_vipr.py", *options])
    with pytest.raises(SystemExit) as ended:
        vipr.main()
    refused = int(says.endswith("1]"))
    assert ended.value.code == refused
    assert capsys.readouterr().out.endswith(f"1 certificates, {refused} refused by {checker}\n")
    (row,) = json.loads(vipr.FIGURES.read_text())["rows"]
    assert (row["kind"], row["accepted"]) == ("prices", not refused)


def test_a_certificate_by_patterns_is_checked(vipr, capsys) -> None:
    vipr.smoke()
    assert "two certificates of a drawn packing" in capsys.readouterr().out


def test_the_largest_patterns_hold_all_sets_that_fit(vipr, tmp_path: Path) -> None:
    instance = vipr.read(vipr.smoke_file(tmp_path))
    small = instance.model_copy(update={"items": instance.items[:9]})
    patterns = list(vipr.largest_patterns(small))
    sizes = np.array([item.demand for item in small.items])
    sets = [set(np.flatnonzero([k >> i & 1 for i in range(9)]).tolist()) for k in range(2**9)]
    fitting = [s for s in sets if (sizes[list(s)].sum(axis=0) <= small.machines[0].capacity).all()]
    largest = [s for s in fitting if not any(s < other for other in fitting)]
    assert sorted(map(sorted, patterns)) == sorted(map(sorted, largest))


def test_a_draw_has_no_instance_twice_and_none_that_is_known(draw) -> None:
    names = [f"New/class{c}_{n}_{d}_{k}.vbp" for c in (1, 3) for n in (60, 120, 250)
             for d in (3, 5) for k in range(10)]  # fmt: skip
    known = {name for name in names if name.endswith("_9.vbp")}
    both = draw.drawn(names, known, 7)
    assert both == draw.drawn(names[::-1], known, 7) != draw.drawn(names, known, 8)
    every = both["all"] + both["hard"]
    assert (len(both["all"]), len(both["hard"])) == (24, 14)
    assert len(set(every)) == len(every)
    assert known.isdisjoint(every)
    assert not any("_60_" in name for name in every)
    assert all(name.startswith("New/class1_") for name in both["hard"])


def test_what_is_drawn_is_measured_once_and_files_at_fault_are_refused(
    draw, folder, monkeypatch
) -> None:
    monkeypatch.setattr(draw, "FEWEST", 30)
    monkeypatch.setattr(draw, "open_ones", lambda *_, **__: iter(()))
    draw.measure(folder, 1, 30.0, 0, 1)
    name = "New/class3_30_3_0.vbp"
    results = json.loads(draw.DRAWN.read_text())
    found = results["rows"][name]
    assert found["bound"] == found["plan"] == 10
    assert found["published"] == {"bound": 1, "optimum": -1, "plan": 2}
    monkeypatch.setattr(draw, "row", lambda *_: pytest.fail("it is measured already"))
    draw.measure(folder, 1, 30.0, 0, 1)
    assert json.loads(draw.DRAWN.read_text()) == results


def test_a_file_with_a_size_below_nothing_is_refused(draw, tmp_path: Path) -> None:
    path = tmp_path / "class1_2_1_0.vbp"
    path.write_text("1\n10\n2\n5 1\n-1 1\n")
    assert "must not be negative" in draw.row(path, 10.0)["refused"]
