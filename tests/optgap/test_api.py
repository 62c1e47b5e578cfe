"""The five verbs from Python."""

import pytest

import optgap


def test_a_few_lines() -> None:
    instance = optgap.load("placement/fig6")
    best = optgap.solve(instance)
    quick = optgap.solve(instance, "ipa", seed=1)
    assert (best.objective, best.status) == (16.0, "optimal")
    assert quick.objective == 16.0
    assert optgap.check(instance, quick).feasible


def test_compare_returns_a_table() -> None:
    table = optgap.compare(["placement/fig6", "placement/no-column-order"], ["bottleneck", "ipa"])
    assert list(table["instance"]) == ["fig6", "fig6", "no-column-order", "no-column-order"]
    assert list(table["objective"]) == [16, 16, 10, 1000]
    assert list(table["gap_kind"]) == ["proven"] * 4
    assert list(table["gap_trust"]) == ["certified"] * 4


def test_generate_and_save(tmp_path) -> None:
    instance = optgap.generate("placement", 5, instances=6, machines=4)
    optgap.save(instance, tmp_path / "instance.json")
    assert optgap.load(tmp_path / "instance.json") == instance
    outcome = optgap.solve(instance, "bottleneck")
    optgap.save(outcome, tmp_path / "solution.json")
    result = optgap.check(tmp_path / "instance.json", tmp_path / "solution.json")
    assert not result.violations


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        ({"time_limit": -1}, "time_limit"),
        ({"gap": float("nan")}, "gap"),
        ({"threads": 0}, "threads"),
        ({"start": {"machine": [0, 0]}}, "start.machine 0"),
        ({"options": {"colour": 1}}, "colour"),
    ],
)
def test_wrong_arguments_are_input_errors(arguments: dict, place: str) -> None:
    with pytest.raises(optgap.InputError) as caught:
        optgap.solve(optgap.load("placement/fig6"), **arguments)
    assert caught.value.faults[0].place == place


def test_unknown_attribute() -> None:
    with pytest.raises(AttributeError, match="slove"):
        _ = optgap.slove
    assert "solve" in dir(optgap)


def test_input_error_survives_pickling() -> None:
    import pickle

    error = optgap.InputError("file", [optgap.Fault("place", "rule", "value")])
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
