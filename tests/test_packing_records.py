"""Records of published packings: a proof is found, kept, proven anew, and refused when forged."""

from __future__ import annotations

import json
import sys
import tarfile
from pathlib import Path
from typing import Any

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
