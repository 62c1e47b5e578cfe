"""`optgap doctor`: what it reports, and its exit code."""

from importlib import metadata

import optgap


def test_the_installation_is_sound(optgap_command) -> None:
    ended = optgap_command("doctor", "--json")
    assert ended.code == 0
    report = ended.json
    assert report["optgap"] == optgap.__version__ and report["ok"]
    assert {each["package"] for each in report["packages"]} >= {"highspy", "ortools", "pyomo"}
    assert all(each["fits"] for each in report["packages"])
    assert {each["extra"] for each in report["extras"]} >= {"evolution"}
    assert [each["objective"] for each in report["engines"]] == [16.0] * 3
    shown = optgap_command("doctor").out
    assert "The engines agree on placement/fig6." in shown


def test_an_engine_that_answers_otherwise_is_a_fault(optgap_command, monkeypatch) -> None:
    solve = optgap.solve

    def other(instance, method, *, solver):
        found = solve(instance, method, solver=solver)
        return found.model_copy(update={"objective": 15.0}) if solver == "scip" else found

    monkeypatch.setattr("optgap.solve", other)
    ended = optgap_command("doctor", "--json")
    assert (ended.code, ended.json["engines_agree"], ended.json["ok"]) == (5, False, False)
    assert "DO NOT AGREE" in optgap_command("doctor").out


def test_an_engine_that_fails_and_a_missing_package_are_faults(optgap_command, monkeypatch) -> None:
    def broken(*given, **named):
        raise ImportError("no such library")

    monkeypatch.setattr("optgap.solve", broken)
    ended = optgap_command("doctor", "--json")
    assert ended.code == 5
    assert ended.json["engines"][0]["message"] == "ImportError: no such library"
    monkeypatch.undo()

    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    ended = optgap_command("doctor", "--json")
    assert ended.code == 5 and ended.json["packages"][0]["version"] is None
