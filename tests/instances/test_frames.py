"""Instances made of pandas tables: the order follows the names, and the names are kept."""

import numpy as np
import pandas as pd
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.instances.cold_stock import ColdStock
from optgap.instances.consolidation import Consolidation
from optgap.instances.placement import Placement
from optgap.instances.resource_plan import ResourcePlan
from optgap.instances.stage import Stage
from optgap.instances.warm_pool import WarmPool

LATENCY = pd.DataFrame(
    [[12.0, np.nan, 9.0], [4.0, 5.0, 6.0]], index=["map", "join"], columns=["a", "b", "c"]
)


def test_a_placement_keeps_the_names_and_follows_them() -> None:
    capacity = pd.Series({"c": 3, "a": 1, "b": 2})
    instance = Placement(name="mine", latency=LATENCY, capacity=capacity)
    assert instance.instance_names == ("map", "join")
    assert instance.machine_names == ("a", "b", "c")
    assert instance.capacity.tolist() == [1, 2, 3]
    assert np.isnan(instance.latency[0, 1])
    plain = Placement(name="mine", latency=LATENCY.to_numpy(), capacity=np.array([1, 2, 3]))
    assert plain.sha256 == instance.sha256, "names are labels"
    assert plain.instance_names is None
    assert optgap.solve(instance).objective == optgap.solve(plain).objective


def test_names_survive_the_file(tmp_path) -> None:
    instance = Placement(name="mine", latency=LATENCY, capacity=[1, 2, 3])
    optgap.save(instance, tmp_path / "mine.json")
    assert optgap.load(tmp_path / "mine.json", Placement).machine_names == ("a", "b", "c")
    changed = instance.replaced(latency=LATENCY[["c", "b", "a"]])
    assert changed.latency[0, 0] == 12, "a table follows the names that the instance has"


def test_a_table_read_from_csv(tmp_path) -> None:
    (tmp_path / "l.csv").write_text("task,a,b\nmap,3,\njoin,4,5\n")
    (tmp_path / "m.csv").write_text("machine,slots\nb,1\na,2\n")
    latency = pd.read_csv(tmp_path / "l.csv", index_col=0)
    machines = pd.read_csv(tmp_path / "m.csv", index_col=0)
    instance = Placement(name="csv", latency=latency, capacity=machines)
    assert instance.capacity.tolist() == [2, 1]
    assert optgap.solve(instance).objective == 4


def test_names_that_do_not_fit_are_named_all_at_once() -> None:
    with pytest.raises(InputError) as caught:
        Placement(name="x", latency=LATENCY, capacity=pd.Series({"a": 1, "B": 2, "c": 3}))
    words = str(caught.value)
    assert "capacity: has no machine of this name, but latency has one (found 'b')" in words
    assert "capacity: has a machine whose name latency does not have (found 'B')" in words
    with pytest.raises(InputError, match="more than once"):
        Placement(name="x", latency=LATENCY, capacity=pd.Series([1, 1, 1], index=list("aac")))
    with pytest.raises(InputError, match=r"machine_names: must have 3 entries"):
        Placement(name="x", latency=LATENCY.to_numpy(), capacity=[1, 1, 1], machine_names=["a"])
    with pytest.raises(InputError, match=r"instance_names\[1\]: is already the name in"):
        Placement(name="x", latency=[[1.0], [1.0]], capacity=[2], instance_names=["a", "a"])


def test_a_stage_from_a_long_table() -> None:
    """One row for each instance, configuration and machine; a missing row cannot run."""
    configurations = pd.DataFrame({"cores": [1.0, 2.0]}, index=["small", "large"])
    rows = [
        ("i0", "small", "a", 4.0),
        ("i0", "large", "a", 2.0),
        ("i0", "small", "b", 8.0),
        ("i0", "large", "b", 6.0),
        ("i1", "large", "a", 3.0),
        ("i1", "small", "b", 5.0),
        ("i1", "large", "b", 4.0),
    ]
    table = pd.DataFrame(rows, columns=["instance", "configuration", "machine", "seconds"])
    latency = table.set_index(["instance", "configuration", "machine"])["seconds"]
    stage = Stage(
        name="long",
        latency=latency,
        configurations=configurations.loc[["large", "small"]],
        weights=pd.Series({"cores": 1.0}),
        available=pd.DataFrame({"cores": [3.0, 4.0]}, index=["a", "b"]),
    )
    assert stage.machine_names == ("a", "b")
    assert stage.configurations[:, 0].tolist() == [1.0, 2.0], "in the order of the latencies"
    assert np.isnan(stage.latency[1, 0, 0])
    with pytest.raises(InputError, match="more than one row with these names"):
        stage.replaced(latency=pd.concat([latency, latency.iloc[:1]]))
    assert stage.latency[0].tolist() == [[4.0, 8.0], [2.0, 6.0]]


def test_options_series_and_records() -> None:
    index = pd.MultiIndex.from_product([["i0", "i1"], ["small", "large"]])
    options = pd.DataFrame({"seconds": [4, 2, 6, 3], "cost": [1, 3, 1, 4]}, index=index)
    goals = [{"name": "seconds", "aggregate": "max"}, {"name": "cost", "aggregate": "sum"}]
    plan = ResourcePlan(name="plan", objectives=goals, options=options)
    assert plan.instance_names == ("i0", "i1")
    assert plan.options.of(1).tolist() == [[6.0, 1.0], [3.0, 4.0]]
    use = pd.Series([1.0, 5.0, 3.0], index=pd.date_range("2026-01-01", periods=3))
    assert WarmPool(name="pool", allocated=use, machine_size=2.0, max_short=0).ticks == 3
    assert ColdStock(name="stock", demand=use, stock=1, period=1, lead=1, max_short=0).days == 3
    items = pd.DataFrame({"name": ["p", "q"], "cpu": [1, 2], "machine": ["a", None]})
    items["demand"] = items[["cpu"]].to_numpy().tolist()
    machines = pd.DataFrame({"capacity": [[4], [4]]}, index=["a", "b"])
    packing = Consolidation(
        name="pods",
        resources=["cpu"],
        machines=machines,
        items=items[["name", "demand", "machine"]],
    )
    assert [item.machine for item in packing.items] == ["a", None]
    assert packing.machines[1].name == "b"
