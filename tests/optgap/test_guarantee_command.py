"""`optgap guarantee` and `optgap verify`: what they write and say, and how they end."""

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from guarantee_rows import MAKESPAN, ODD, makespan

import optgap
from optgap.testing import assert_guarantee

LPT = ("--method", "lpt", "--free", "times", "--assume", "sorted", "--problem", str(MAKESPAN))


@pytest.fixture(autouse=True)
def no_problem_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPTGAP_PROBLEM_FILES", "")


@pytest.fixture
def instance(tmp_path: Path) -> str:
    path = tmp_path / "five.json"
    optgap.save(makespan(), path)
    return str(path)


def test_the_document_is_printed_written_and_verified(
    optgap_command: Callable[..., Any], instance: str, tmp_path: Path
) -> None:
    path = tmp_path / "lpt.json"
    ended = optgap_command("guarantee", instance, *LPT, "-o", str(path), "--json")
    document = ended.json
    assert ended.code == 0 and json.loads(path.read_text()) == document
    assert list(document) == [
        *("guarantee", "problem", "instance", "method", "free", "assumptions", "sense", "kind"),
        *("ratio", "at_least", "at_most", "attained", "worst_instance", "ray", "paths"),
        *("programs", "seconds", "certificate"),
    ]
    assert (document["guarantee"], document["ratio"], document["paths"]) == (1, "7/6", 4)
    verified = optgap_command("verify", str(path), "--problem", str(MAKESPAN))
    assert verified.code == 0 and "at most 7/6 times the optimum" in verified.out
    path.write_text(path.read_text().replace('"7/6"', '"8/7"'))
    refused = optgap_command("verify", str(path), "--problem", str(MAKESPAN), "--json")
    assert refused.code == 5 and refused.json["violations"][0]["message"]


def test_the_text_has_the_ratio_the_worst_instance_and_the_assumptions(
    optgap_command: Callable[..., Any], instance: str
) -> None:
    out = optgap_command("guarantee", instance, *LPT).out
    for words in (
        "lpt: its objective is at most 7/6 times the optimum, exactly",
        "1.166667: attained",
        "worst instance: times = [3, 3, 2, 2, 2]",
        "every number of times is a real number >= 0 (5 rows)",
        "each list of times falls or stays equal (4 rows)",
        "4 paths, ",
    ):
        assert words in out


def test_an_unbounded_ratio_ends_with_its_ray(optgap_command: Callable[..., Any]) -> None:
    out = optgap_command("guarantee", "placement/fig6", "--method", "ipa", "--free", "latency").out
    assert "has no limit as a multiple of the optimum" in out and "it grows along" in out


def test_a_search_without_time_ends_with_nothing(
    optgap_command: Callable[..., Any], instance: str
) -> None:
    ended = optgap_command("guarantee", instance, *LPT, "--time-limit", "0", "--json")
    assert ended.code == 4
    assert ended.json["kind"] == "bounds" and ended.json["at_least"] is None


def test_bad_input_ends_with_its_place(optgap_command: Callable[..., Any], instance: str) -> None:
    for options, words in (
        (["--method", f"{ODD}:multiplied", "--free", "times"], "product of two inputs"),
        (["--method", "lpt", "--free", "time"], "did you mean 'times'?"),
    ):
        ended = optgap_command("guarantee", instance, *options, "--problem", str(MAKESPAN))
        assert ended.code == 2 and words in ended.err


def test_the_generator_of_a_problem_gives_the_size(optgap_command: Callable[..., Any]) -> None:
    """Without an assumption there are enough paths for a worker, which reads the problem's file."""
    options = ("--size", "machines=2", "--size", "jobs=4", "--workers", "1", *LPT[:4], *LPT[6:])
    document = optgap_command("guarantee", "makespan", *options, "--json").json
    assert (document["ratio"], len(document["worst_instance"]["times"])) == ("1", 4)
    ended = optgap_command("guarantee", "makespan", "--size", "jobs", *LPT)
    assert ended.code == 2 and "--size: must be KEY=VALUE" in ended.err


def test_the_contract_ends_with_a_guarantee_of_each_heuristic(
    optgap_command: Callable[..., Any],
) -> None:
    options = (str(MAKESPAN), "--instances", "1", "--guarantee")
    rules = [
        clause["rule"] for clause in optgap_command("contract", *options, "times", "--json").json
    ]
    assert rules[-1].startswith("lpt: its objective is at most ") and "exactly" in rules[-1]
    ended = optgap_command("contract", *options, "time")
    assert ended.code == 2 and "did you mean 'times'?" in ended.err


def test_an_interrupt_keeps_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch, optgap_command: Callable[..., Any], instance: str
) -> None:
    from optgap.validation.guarantees.search import ConePrograms

    largest, count = ConePrograms.largest, iter(range(60))

    def interrupted(*given: Any, **how: Any) -> Any:
        if next(count) == 50:
            signal.raise_signal(signal.SIGINT)
            time.sleep(1)
        return largest(*given, **how)

    monkeypatch.setattr(ConePrograms, "largest", interrupted)
    ended = optgap_command("guarantee", instance, *LPT, "--json")
    assert ended.code == 130
    assert ended.json["kind"] == "bounds" and ended.json["at_least"] is not None


def test_assert_guarantee_passes_or_shows_the_worst_instance() -> None:
    limits: dict[str, Any] = {"free": "times", "assume": "sorted"}
    assert str(assert_guarantee("lpt", makespan(), ratio="7/6", **limits)) == "7/6"
    with pytest.raises(AssertionError, match=r"7/6, more than 1.1; .*\[3, 3, 2, 2, 2\]"):
        assert_guarantee("lpt", makespan(), ratio=1.1, **limits)
    with pytest.raises(AssertionError, match="has no limit, more than 2"):
        assert_guarantee("ipa", "placement/fig6", free="latency", ratio=2)


def test_assert_guarantee_fails_if_nothing_is_proven_in_time() -> None:
    with pytest.raises(AssertionError, match="2 is not proven in 0 s"):
        assert_guarantee("lpt", makespan(), free="times", ratio=2, time_limit=0)
