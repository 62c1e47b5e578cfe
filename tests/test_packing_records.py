"""Records of published packings: a proof is found, kept, proven anew, and refused when forged."""

from __future__ import annotations

import json
import sys
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import optgap

ROOT = Path(__file__).parents[1]


@pytest.fixture
def packing(script, tmp_path: Path, monkeypatch) -> Any:
    module = script(ROOT / "benchmarks" / "packing_records.py")
    monkeypatch.setattr(module, "FILE", tmp_path / "records.jsonl")
    monkeypatch.setattr(module, "TRIED", tmp_path / "results" / "tried.jsonl")
    return module


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


def told(packing: Any, folder: Path, monkeypatch, capsys, *options: str) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["packing_records.py", str(folder), *options])
    with pytest.raises(SystemExit) as ended:
        packing.main()
    return int(ended.value.code), capsys.readouterr().out


def test_a_proof_is_kept_and_proven_anew(packing, folder, monkeypatch, capsys) -> None:
    assert told(packing, folder, monkeypatch, capsys, "--search", "30")[0] == 0
    out = folder / "written"
    code, words = told(packing, folder, monkeypatch, capsys, "--write", str(out))
    assert (code, words) == (0, "1 of 1 proven, 0 faults\n")
    solution = out / "New-class3_30_3_0.solution.json"
    assert optgap.check(out / "New-class3_30_3_0.json", solution).certificate == "valid"


@pytest.mark.parametrize(
    ("key", "forge"),
    [
        ("plan", lambda plan: [1] * len(plan)),
        ("machines", lambda machines: machines - 1),
        ("sha256", lambda digest: digest[::-1]),
        ("certificate", lambda _: {"kind": "weights", "weights": [0, 0, 1]}),
    ],
)
def test_a_forged_record_is_refused(
    packing, folder, monkeypatch, capsys, key: str, forge: Any
) -> None:
    told(packing, folder, monkeypatch, capsys, "--search", "30")
    record = json.loads(packing.FILE.read_text())
    record[key] = forge(record[key])
    packing.FILE.write_text(json.dumps(record) + "\n")
    code, words = told(packing, folder, monkeypatch, capsys)
    assert code == 1
    assert "New/class3_30_3_0.vbp: " in words


def test_the_records_are_plans_of_so_many_machines(script) -> None:
    module = script(ROOT / "benchmarks" / "packing_records.py")
    records = module.lines_of(module.FILE)
    assert len({record["sha256"] for record in records}) == len(records) > 0
    for record in records:
        lower, best = record["published"]
        assert len(set(record["plan"])) == record["machines"]
        assert lower <= record["machines"] <= best == lower + 1
        assert len(record["plan"]) == int(record["file"].split("_")[1])


@pytest.fixture
def draw(packing, script, monkeypatch, tmp_path: Path) -> Any:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    module = script(ROOT / "benchmarks" / "packing_draw.py")
    monkeypatch.setattr(module, "DRAWN", tmp_path / "drawn.json")
    return module


@pytest.fixture
def vipr(packing, script, monkeypatch, tmp_path: Path) -> Any:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    monkeypatch.setitem(sys.modules, "packing_records", packing)
    module = script(ROOT / "benchmarks" / "packing_vipr.py")
    monkeypatch.setattr(module, "FIGURES", tmp_path / "figures.json")
    monkeypatch.setattr(module, "FILE", tmp_path / "records.jsonl")
    return module


@pytest.mark.parametrize("says", ["[10, 10]", "[10, 11]"])
def test_a_record_becomes_a_certificate_that_a_checker_must_accept(
    packing, vipr, folder, monkeypatch, capsys, says: str
) -> None:
    """The second of the checkers proves less than is claimed."""
    told(packing, folder, monkeypatch, capsys, "--search", "30")
    checker = folder / "checker"
    checker.write_text(f'#!/bin/sh\necho "Successfully verified optimal value range {says}."\n')
    checker.chmod(0o755)
    code, words = told(vipr, folder, monkeypatch, capsys, "--into", str(folder / "out"),
                       "--checker", str(checker))  # fmt: skip
    assert code == (says != "[10, 10]")
    assert words.endswith(f"1 certificates, {code} refused by {checker}\n")
    (row,) = json.loads(vipr.FIGURES.read_text())["rows"]
    assert (row["kind"], row["accepted"]) == ("weights", not code)


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
    monkeypatch.setattr(draw, "open_ones", lambda _: iter(()))
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
