"""Whatever a file holds, the answer is one clear message and exit code 2."""

from __future__ import annotations

import json
import os
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.core.faults import InputError, printable
from optgap.core.files import document_of, parse_json, read_json

PLACEMENT = {"problem": "placement", "version": 1, "name": "p", "latency": [[1]], "capacity": [1]}


def refused(path: Path, *words: str) -> None:
    """Check that a file is refused with some words."""
    with pytest.raises(InputError) as error:
        optgap.load(path)
    assert all(word in str(error.value) for word in words), str(error.value)


@pytest.fixture
def file(tmp_path: Path):
    """Return what writes a document to a file."""

    def write(document: Any) -> Path:
        path = tmp_path / "i.json"
        path.write_text(document if isinstance(document, str) else json.dumps(document))
        return path

    return write


def test_pipes_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    refused(tmp_path / "pipe.json", "is a pipe")
    refused(Path("/dev/zero"), "/dev/zero")


def test_sixty_thousand_repeated_keys_take_no_time(file) -> None:
    pairs = ", ".join(f'"k{k}": 1, "k{k}": 2' for k in range(60_000))
    refused(file("{" + pairs + "}"), "the key appears more than once")


@pytest.mark.parametrize("text", ["[" * 200 + "]" * 200, '{"a":' * 200 + "1" + "}" * 200])
def test_deep_documents(text: str) -> None:
    with pytest.raises(InputError, match="nested too deeply"):
        parse_json(text, "x")


def test_millions_of_lists_are_counted_first(tmp_path: Path) -> None:
    (tmp_path / "i.json").write_text("[" + "[1]," * 1000 + "[1]]")
    with pytest.raises(InputError, match="lists and objects"):
        read_json(tmp_path / "i.json", most_boxes=1000)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": "\ud800"}, "is not valid Unicode text"),
        ({"latency": [[1e308]]}, "latency[0][0]: is too large a number"),
        ({"latency": [[10**30]]}, "latency[0][0]: is too large a number"),
        ({"capacity": [2**60]}, "capacity[0]: is too large a number"),
        ({"max_per_machine": 2**60}, "max_per_machine"),
        ({"latency": {"npy": "a\0b.npy"}}, "latency.npy"),
        ({"latency": {"npy": "x" * 5000 + ".npy"}}, "latency.npy"),
        ({"latency": {"npy": "loop.npy"}}, "latency.npy"),
        ({"latency": {"npy": "pipe.npy"}}, "must be a regular file"),
        ({"latency": {"npy": "archive.npy"}}, "it is an archive"),
    ],
)
def test_what_cannot_be_used(file, tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    (tmp_path / "loop.npy").symlink_to("loop.npy")
    os.mkfifo(tmp_path / "pipe.npy")
    with (tmp_path / "archive.npy").open("wb") as stream:
        np.savez(stream, a=np.ones((1, 1)))
    refused(file({**PLACEMENT, **changes}), words)


@pytest.mark.parametrize("source", ["a\0b", "x" * 5000, "\ud800.json"])
def test_paths_that_are_none(optgap_command, source: str) -> None:
    assert optgap_command("show", source).code == 2


def test_a_grid_is_counted_before_it_is_enumerated(file) -> None:
    document = json.loads(json.dumps(document_of(optgap.load("queue_config/fig7-fair"))))
    queue = document["queues"][0]
    document["queues"] = [{**queue, "name": f"q{k}", "min_share": 0} for k in range(20)]
    document["jobs"] = [{**job, "queue": "q0"} for job in document["jobs"]]
    document["shares"] = [k / 20 for k in range(1, 20)]
    document["shares"] = [0.01 * k for k in range(1, 40)]
    refused(file(document), "settings for 20 queues")


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "placement/fig6", "--threads", "1000000"),
        ("generate", "placement", "--set", "spread=1e300"),
        ("generate", "placement", "--set", "instances=1000000000000000"),
    ],
)
def test_settings_out_of_range(optgap_command, arguments: tuple[str, ...]) -> None:
    assert optgap_command(*arguments).code == 2


@pytest.mark.parametrize("pattern", ["/etc/*.json", "**x/*.json", "a/**b"])
def test_patterns_of_suites(optgap_command, tmp_path: Path, pattern: str) -> None:
    suite = tmp_path / "suite.toml"
    suite.write_text(f'name = "s"\n[[instances]]\nfiles = ["{pattern}"]\n')
    ended = optgap_command("bench", suite)
    assert ended.code == 2
    suite.write_text("a = " + "[" * 5000 + "]" * 5000)
    assert optgap_command("bench", suite).code == 2


def test_what_nobody_foresaw_is_one_sentence(optgap_command, monkeypatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("of all things")

    monkeypatch.setattr("optgap.validation.running.solve", broken)
    ended = optgap_command("solve", "placement/fig6")
    assert ended.code == 70
    assert "this is a defect of optgap (ZeroDivisionError: of all things)" in ended.err
    report = Path(ended.err.split("report it with ")[1].strip())
    assert "Traceback" in report.read_text()
    report.unlink()


def test_escape_sequences_are_shown(optgap_command, file) -> None:
    name = "\x1b]0;mine\x07\x1b[31mred"
    ended = optgap_command("show", file({**PLACEMENT, "name": name}))
    assert "\x1b" not in ended.out
    assert "\\x1b]0;mine" in ended.out
    ended = optgap_command("show", file({**PLACEMENT, name: 1}))
    assert "\x1b" not in ended.err + ended.out
    assert printable("plain, ünï, 漢字\n") == "plain, ünï, 漢字\n"


VALUES = [None, True, -1, 0, 2**63, 10**400, 1e308, -1e308, 1e-320, "", "\ud800", "\x1b[2J", [], {}]


def mutated(document: Any, rng: random.Random) -> Any:
    """Return a document with something in it changed, dropped or repeated."""
    if isinstance(document, dict) and document and rng.random() < 0.9:
        key = rng.choice(list(document))
        changed = dict(document)
        if rng.random() < 0.1:
            del changed[key]
        else:
            changed[key] = mutated(document[key], rng)
        return changed
    if isinstance(document, list) and document and rng.random() < 0.9:
        k = rng.randrange(len(document))
        return [*document[:k], mutated(document[k], rng), *document[k + 1 :]]
    return rng.choice(VALUES)


SMALL = {
    "placement": "fig6", "resource_plan": "fig7", "stage": "two-machines", "macrow": "two-clusters",
    "microq": "two-components", "microw": "three-pes", "cluster_ratio": "three-groups",
    "queue_config": "fig7-fair", "consolidation": "exchange", "utility": "four-jobs",
}  # fmt: skip


@pytest.mark.parametrize("problem", SMALL)
def test_mutations_end_in_a_message_or_a_plan(problem: str) -> None:
    """Nothing but `InputError` leaves the functions, whatever stands in a file or a decision."""
    rng = random.Random(7)
    source = f"{problem}/{SMALL[problem]}"
    document = json.loads(json.dumps(document_of(optgap.load(source))))
    entry = optgap.problem_named(problem)
    heuristic = next(m.name for m in entry.methods if not m.solvers)
    for _ in range(60):
        try:
            instance = entry.instance.model_validate(mutated(document, rng))
            outcome = optgap.solve(instance, heuristic, time_limit=2)
        except InputError:
            continue
        assert outcome.status in ("optimal", "feasible", "infeasible", "unknown")
    told = optgap.solve(optgap.load(source)).model_dump(mode="json")
    for _ in range(60):
        try:
            optgap.check(source, mutated(told, rng))
        except InputError:
            continue


@pytest.mark.parametrize("levels", [99, 102, 5000])
@pytest.mark.parametrize("kind", ["list", "object", "itself"])
def test_deep_values_in_python_are_refused_as_in_files(levels: int, kind: str) -> None:
    told = optgap.solve("placement/fig6").model_dump(mode="json")
    deep: Any = 1.0
    for _ in range(levels):
        deep = [deep] if kind == "list" else {"a": deep}
    if kind == "itself":
        deep["a"] = deep
    for key in ("trace", "decision", "certificate", "details", "problem"):
        with suppress(InputError):  # in objects of names a hundred levels may be details
            optgap.check("placement/fig6", {**told, key: deep})
            assert (levels, kind) == (99, "object")
    with pytest.raises(InputError):
        optgap.solve({"problem": "placement", "version": 1, "name": "deep", "latency": deep})
