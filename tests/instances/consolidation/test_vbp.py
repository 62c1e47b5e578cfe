"""Files of vector packing: by hand, broken, and as published."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import optgap
from optgap.core.faults import InputError
from optgap.instances.consolidation import read_packing

REAL = Path(__file__).parents[4] / "shared" / "data" / "vbp_vectorpack" / "small"
GOOD = "2\n10 8\n3\n5 4 2\n3 2 1\n2.5 0 3\n"


def test_by_hand(tmp_path: Path) -> None:
    (tmp_path / "x.vbp").write_text(GOOD)
    instance, warnings = read_packing(tmp_path / "x.vbp", name="x")
    assert warnings == ()
    assert instance.resources == ("r1", "r2")
    assert [item.demand for item in instance.items] == [(5, 4)] * 2 + [(3, 2)] + [(2.5, 0)] * 3
    assert {machine.capacity for machine in instance.machines} == {(10, 8)}
    assert optgap.solve(instance, "column-generation").objective == 3


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("2\n10 8\n", "x.vbp: ends too early, or is not a file of vector packing"),
        (GOOD.replace("2\n10 8", "3\n10 8", 1), "x.vbp line 2: must have 3 capacities (found 2)"),
        (
            GOOD.replace("10 8", "10 -8"),
            "line 2: capacities must be numbers of at least 0 (found '-8'",
        ),
        (
            GOOD.replace("\n3\n", "\n4\n"),
            "line 3: announces 4 rows, but the file has 3; is it cut off?",
        ),
        (GOOD.replace("\n3\n", "\n2\n"), "x.vbp line 3: announces 2 rows, but the file has 3"),
        (
            GOOD.replace("\n3\n", "\nx\n"),
            "line 3: must be an integer of at least 1 (found 'x')",
        ),
        (
            GOOD.replace("3 2 1", "-3 2 1"),
            "x.vbp line 5: size 1: must not be negative (found '-3')",
        ),
        (GOOD.replace("3 2 1", "3 9 1"), "line 5: size 2: does not fit in a bin of 8 (found '9')"),
        (GOOD.replace("3 2 1", "3 nan 1"), "line 5: size 2: must be a number (found 'nan')"),
        (
            GOOD.replace("3 2 1", "3 2 0"),
            "line 5: number of items: must be an integer of at least 1",
        ),
        (GOOD.replace("3 2 1", "3 2"), "line 5: must have 2 sizes and the number of items"),
    ],
)
def test_faults(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "x.vbp").write_text(text)
    with pytest.raises(InputError) as caught:
        read_packing(tmp_path / "x.vbp")
    assert fault in str(caught.value)


def test_all_faults_at_once(tmp_path: Path) -> None:
    (tmp_path / "x.vbp").write_text("1\n10\n3\n-1 1\nx 1\n11 0\n")
    with pytest.raises(InputError, match="4 faults"):
        read_packing(tmp_path / "x.vbp")


@pytest.mark.skipif(not REAL.exists(), reason="the vector packing instances are not here")
def test_published_files_and_their_optima() -> None:
    """A handful that is solved quickly; one published file has a negative size."""
    with (REAL / "opt.csv").open() as stream:
        optima = {row["instance"]: (row["set"], int(row["OPT"])) for row in csv.DictReader(stream)}
    for name in ("class1_20_3_0", "class4_40_5_0", "class6_20_10_0"):
        folder, optimum = optima[name]
        instance, _ = read_packing(REAL / folder / f"{name}.vbp")
        outcome = optgap.solve(instance, "column-generation", gap=0)
        assert outcome.objective == outcome.bound == optimum
    with pytest.raises(InputError, match="size 3: must not be negative"):
        read_packing(REAL / "Triplet" / "classC_60_3_0.vbp")


def test_a_packing_file_is_counted_before_its_items_are_made(tmp_path: Path) -> None:
    rows = "\n".join(["1 100000"] * 50_000)
    (tmp_path / "large.vbp").write_text(f"1\n100\n50000\n{rows}\n")
    with pytest.raises(InputError, match=r"more than 100,000 items.*5,?000,?000,?000"):
        read_packing(tmp_path / "large.vbp")
