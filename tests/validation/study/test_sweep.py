"""Sweeps: every value is what a solve of its own gives, bounds hold, and bad ranges are refused."""

import csv
import itertools
import sys

import numpy as np
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.instances.consolidation import Consolidation
from optgap.validation.running.solve import solve
from optgap.validation.study.sweep import values_of


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
    assert "<svg" in picture.read_text()


def test_ranges() -> None:
    assert values_of("budget=0:3") == ("budget", [0, 1, 2, 3])
    assert values_of("budget=0:1:0.25") == ("budget", [0, 0.25, 0.5, 0.75, 1])
    for wrong in ("budget", "budget=3", "budget=3:0", "budget=0:1000000", "budget=0:1:0", "b=a:c"):
        with pytest.raises(InputError, match="--set"):
            values_of(wrong)


def test_fields_that_are_no_numbers_are_refused() -> None:
    for field in ("latency", "nmae", "version"):
        with pytest.raises(InputError, match="is not a numeric field of this instance"):
            optgap.sweep("placement/fig6", field, [1])


def test_a_value_that_breaks_the_instance_is_said() -> None:
    with pytest.raises(InputError, match="migration_budget"):
        optgap.sweep("consolidation/no-budget-for-exchange", "migration_budget", [-1])


def budgeted(seed: int) -> Consolidation:
    """Return a small cluster that runs, with migrations that cost something."""
    rng = np.random.default_rng(seed)
    machines = [{"name": f"m{j}", "capacity": [10]} for j in range(5)]
    items = [
        {
            "name": f"p{i}",
            "demand": [int(rng.integers(2, 5))],
            "machine": f"m{i % 5}",
            "migration_cost": int(rng.integers(1, 4)),
        }
        for i in range(8)
    ]
    return Consolidation(
        name="b", resources=["cpu"], machines=machines, items=items, migration_budget=0
    )


@pytest.mark.parametrize("seed", range(4))
def test_a_staircase_is_known_from_its_edges(seed: int, monkeypatch) -> None:
    instance, solved = budgeted(seed), []

    def counted(changed, *given, **more):
        solved.append(changed.migration_budget)
        return solve(changed, *given, **more)

    sweeping = sys.modules["optgap.validation.study.sweep"]  # the door has a function of that name
    monkeypatch.setattr(sweeping, "solve", counted)
    rows = optgap.sweep(instance, "migration_budget", range(17), ["exact"])
    steps = len({row.outcomes["exact"].objective for row in rows})
    assert len(solved) <= 2 + 4 * (steps - 1) < 17
    for row in rows:
        changed = instance.replaced(migration_budget=row.value)
        outcome = row.outcomes["exact"]
        assert outcome.status == "optimal"
        assert outcome.objective == row.bound == solve(changed, "exact").objective
        assert outcome.instance.sha256 == changed.sha256
        assert not optgap.check(changed, outcome).violations
        if row.value not in solved:
            assert outcome.details["plan_of"] < row.value < outcome.details["bound_of"]
            assert outcome.bound_kind in ("certified", "solver", "cross-checked")


def test_what_is_impossible_for_more_is_impossible_for_less() -> None:
    rows = optgap.sweep("cluster_ratio/infeasible", "containers", range(6, 14), ["exact"])
    status = [row.outcomes["exact"].status for row in rows]
    assert status == ["infeasible"] * 6 + ["optimal"] * 2
    assert all(not optgap.check(_containers(row.value), row.outcomes["exact"]).violations
               for row in rows)  # fmt: skip


def _containers(value: float):
    return optgap.load("cluster_ratio/infeasible").replaced(containers=int(value))


def test_a_bound_of_a_looser_value_is_shared() -> None:
    """Bounds never rise as a budget grows."""
    rows = optgap.sweep(budgeted(1), "migration_budget", range(4), ["rtcr", "column-generation"])
    for tight, loose in itertools.pairwise(rows):
        assert tight.bound >= loose.bound


def test_a_sweep_of_fronts_measures_them(optgap_command, tmp_path) -> None:
    command = ("sweep", "stage/two-machines", "--set", "max_per_machine=1:2")
    picture = tmp_path / "s.svg"
    ended = optgap_command(*command, "--methods", "exact,ipa-raa", "--plot", picture, "--json")
    one, two = ended.json
    assert list(one)[1:4] == ["exact points", "exact hypervolume", "exact epsilon"]
    assert (one["exact points"], two["exact points"]) == (4, 3)
    assert (one["exact epsilon"], two["exact epsilon"]) == (0, 0)
    instance = optgap.load("stage/two-machines").with_number("max_per_machine", 2)
    front = [list(p.objectives.values()) for p in optgap.solve(instance, "exact").front]
    ours = [list(p.objectives.values()) for p in optgap.solve(instance, "ipa-raa").front]
    shares = [min(max(a / c, b / d) for a, b in ours) for c, d in front]
    assert two["ipa-raa epsilon"] == pytest.approx(max(shares) - 1)
    assert 0 < two["ipa-raa hypervolume"] < two["exact hypervolume"]
    assert "hypervolume" in picture.read_text()
    assert "exact points" in optgap_command(*command).out


def test_hypervolumes_of_a_sweep_have_one_reference_point() -> None:
    """More places only add plans, and only a common point lets the volumes show it."""
    swept = optgap.sweep("stage/two-machines", "max_per_machine", [1, 2, 3], ["exact"])
    volumes = [row["exact hypervolume"] for row in swept.rows]
    assert volumes == sorted(volumes) and volumes[0] < volumes[1]
