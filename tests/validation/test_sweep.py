"""Sweeps: every value is what a solve of its own gives, bounds hold, and bad ranges are refused."""

import csv

import pytest

import optgap
from optgap.core.faults import InputError
from optgap.validation.sweep import values_of


def test_every_value_is_solved_as_it_would_be_alone() -> None:
    source = "consolidation/no-budget-for-exchange"
    instance = optgap.load(source)
    for swept in optgap.sweep(source, "migration_budget", range(6), ["exact", "rtcr"]):
        changed = instance.replaced(migration_budget=swept.value)
        alone = optgap.solve(changed, "exact")
        assert swept.outcomes["exact"].objective == alone.objective == swept.bound
        assert swept.outcomes["rtcr"].objective >= swept.bound


def test_the_command_writes_rows_and_a_picture(optgap_command, tmp_path) -> None:
    table, picture = tmp_path / "s.csv", tmp_path / "s.svg"
    command = ("sweep", "consolidation/no-budget-for-exchange", "--set", "migration_budget=0:4:2")
    ended = optgap_command(*command, "--methods", "exact,rtcr", "-o", table, "--plot", picture)
    assert ended.code == 0, ended.err
    with table.open() as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == ["migration_budget", "bound", "exact", "rtcr"]
    assert [float(row["exact"]) for row in rows] == [3, 3, 2]
    assert picture.read_text().startswith("<svg")


def test_ranges() -> None:
    assert values_of("budget=0:3") == ("budget", [0, 1, 2, 3])
    assert values_of("budget=0:1:0.25") == ("budget", [0, 0.25, 0.5, 0.75, 1])
    for wrong in ("budget", "budget=3", "budget=3:0", "budget=0:1000000", "budget=0:1:0", "b=a:c"):
        with pytest.raises(InputError, match="--set"):
            values_of(wrong)


def test_fields_that_are_no_numbers_are_refused() -> None:
    for field in ("latency", "nmae", "version"):
        with pytest.raises(InputError, match="is no number of this instance"):
            optgap.sweep("placement/fig6", field, [1])


def test_a_value_that_breaks_the_instance_is_said() -> None:
    with pytest.raises(InputError, match="migration_budget"):
        optgap.sweep("consolidation/no-budget-for-exchange", "migration_budget", [-1])
