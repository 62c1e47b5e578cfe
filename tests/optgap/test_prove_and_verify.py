"""`optgap prove` and `optgap verify`: what they write, say and refuse."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import optgap
from optgap.cli.arguments import app
from optgap.validation.proving.folder import MODEL, OUTCOME, PROOF, SOLUTION

RUN = CliRunner()


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proofs") / "two-clusters"
    outcome = optgap.prove("macrow/two-clusters", folder)
    assert (outcome.status, outcome.bound_kind) == ("optimal", "model-certified")
    assert (outcome.objective, outcome.bound) == (2.625, 2.625)
    return folder


@pytest.fixture
def copied(proof: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(proof, tmp_path / "proof"))


def test_a_proof_is_verified_against_model_and_instance(proof: Path) -> None:
    found = optgap.verify(proof)
    assert found.valid and found.kind == "model-tree"
    assert (found.objective, found.bound, found.instance) == (2.625, 2.625, "two-clusters")
    assert len(found.checks) == 3


def test_the_folder_verifies_itself_without_optgap(proof: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-I", "-S", "verify_proof.py", "."],
        cwd=proof,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.startswith("PROVEN: 21/8 is the optimum of the model")


def test_a_proof_without_its_instance_is_about_the_model_alone(copied: Path) -> None:
    for path in copied.iterdir():
        if path.name not in (MODEL, PROOF, SOLUTION):
            path.unlink()
    found = optgap.verify(copied)
    assert (
        found.valid
        and found.checks[-1] == "no instance was given: the proof is only about the model"
    )


def test_the_proof_of_another_instance_is_refused(proof: Path) -> None:
    found = optgap.verify(proof, "macrow/colors")
    assert not found.valid
    assert "is not the model of the instance 'colors'" in found.violations[0].message


def test_an_edited_instance_outcome_or_model_is_refused(copied: Path) -> None:
    outcome = json.loads((copied / OUTCOME).read_text())
    for changes, words in (
        ({"bound": 2.5}, "claims the bound 2.5"),
        ({"bound_kind": "certified"}, "does not make a bound 'certified'"),
        ({"certificate": None}, "without a certificate"),
        ({"certificate": {**outcome["certificate"], "model_sha256": "0"}}, "another model"),
    ):
        (copied / OUTCOME).write_text(json.dumps(outcome | changes))
        assert words in " ".join(str(each) for each in optgap.verify(copied).violations)


def test_a_certificate_has_the_same_form(tmp_path: Path) -> None:
    outcome = optgap.prove("placement/fig6", tmp_path / "hall", "bottleneck")
    assert outcome.bound_kind == "certified"
    found = optgap.verify(tmp_path / "hall")
    assert found.valid and (found.kind, found.bound) == ("certificate", 16.0)
    assert not optgap.verify(tmp_path / "hall", "placement/ties").valid
    document = json.loads((tmp_path / "hall" / OUTCOME).read_text())
    document["bound"] = document["objective"] = 15.0
    (tmp_path / "hall" / OUTCOME).write_text(json.dumps(document))
    assert not optgap.verify(tmp_path / "hall").valid


def test_an_infeasible_instance_is_proven_so(tmp_path: Path) -> None:
    for name in ("placement/infeasible", "queue_config/infeasible", "macrow/too-few-tokens"):
        folder = tmp_path / name.replace("/", "-")
        assert optgap.prove(name, folder).status == "infeasible"
        found = optgap.verify(folder)
        assert found.valid and found.infeasible and "no feasible point" in (found.proven or "")


def test_a_time_limit_of_nothing_leaves_no_proof(tmp_path: Path) -> None:
    outcome = optgap.prove("macrow/two-clusters", tmp_path / "late", time_limit=0.0)
    assert (outcome.status, outcome.stopped) == ("unknown", "time_limit")
    assert not (tmp_path / "late").exists()


def test_commands_say_what_is_proven(tmp_path: Path) -> None:
    folder = str(tmp_path / "proof")
    written = RUN.invoke(app, ["prove", "eviction/hunted-greedy", "-o", folder])
    assert written.exit_code == 0 and "model-certified" in written.output
    verified = RUN.invoke(app, ["verify", folder])
    assert verified.exit_code == 0 and verified.output.startswith("PROVEN: 43/10")
    found = json.loads(RUN.invoke(app, ["verify", folder, "--json"]).output)
    assert (found["valid"], found["bound"], found["violations"]) == (True, 4.3, [])
    (tmp_path / "proof" / PROOF).write_text("{")
    refused = RUN.invoke(app, ["verify", folder])
    assert refused.exit_code == 5 and "REFUSED" in refused.output


def test_bad_input_is_refused_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(optgap.InputError, match="is neither a folder with a proof"):
        optgap.verify(tmp_path / "nowhere")
    with pytest.raises(optgap.InputError, match="has neither proof"):
        optgap.verify(tmp_path)
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(optgap.InputError, match="is not empty and contains no proof"):
        optgap.prove("placement/fig6", tmp_path)
    with pytest.raises(optgap.InputError, match="has no certificate for this instance"):
        optgap.prove("macrow/colors", tmp_path / "new", "round-robin")


def test_a_function_is_no_folder() -> None:
    with pytest.raises(optgap.InputError, match="folder: must be a path; a method is the third"):
        optgap.prove("placement/fig6", lambda instance: {"machine": [0, 0]})


def test_check_says_that_the_proof_lies_elsewhere(proof: Path) -> None:
    found = optgap.check("macrow/two-clusters", proof / OUTCOME)
    assert found.violations == () and found.certificate == "none"
    assert "`optgap verify` checks its folder" in found.unchecked[0]


@pytest.mark.parametrize(
    ("name", "points"),
    [("resource_plan/fig8", 7), ("stage/two-machines", 3), ("resource_plan/appendix-e-four", 4)],
)
def test_a_whole_front_is_proven(name: str, points: int, tmp_path: Path) -> None:
    """One proof for every point, and the last programs have none; three objectives as well."""
    outcome = optgap.prove(name, tmp_path / "front")
    assert outcome.front is not None
    assert (outcome.status, outcome.front_complete, len(outcome.front)) == ("optimal", True, points)
    exact = optgap.solve(name)
    assert exact.front is not None
    mine, theirs = ([point.objectives for point in each] for each in (outcome.front, exact.front))
    assert sorted(map(str, mine)) == sorted(map(str, theirs))
    found = optgap.verify(tmp_path / "front")
    assert found.valid and found.kind == "model-front"
    assert not optgap.verify(tmp_path / "front", "resource_plan/fig7").valid


def test_a_front_with_a_gap_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "front"
    optgap.prove("resource_plan/fig8", folder)
    document = json.loads((folder / "front.json").read_text())
    for number, program in enumerate(document["programs"]):
        less = [each for k, each in enumerate(document["programs"]) if k != number]
        (folder / "front.json").write_text(json.dumps(document | {"programs": less}))
        assert not optgap.verify(folder).valid, program
    for number, changes in (
        (0, {"values": None}),
        (1, {"limits": [None, None]}),
        (2, {"limits": 1}),
    ):
        programs = [dict(each) for each in document["programs"]]
        programs[number] |= changes
        (folder / "front.json").write_text(json.dumps(document | {"programs": programs}))
        assert not optgap.verify(folder).valid, changes
    (folder / "front.json").write_text("{")
    assert "is not JSON" in optgap.verify(folder).violations[0].message


def test_a_tightened_model_is_proven_as_such(tmp_path: Path) -> None:
    """The model's own tightening needs a smaller tree, and is built again by the verifier."""
    nodes = {}
    for tightened in (False, True):
        folder = tmp_path / str(tightened)
        outcome = optgap.prove("macrow/two-clusters", folder, options={"tightened": tightened})
        assert outcome.objective == 2.625
        assert outcome.options["tightened"] is tightened
        assert optgap.verify(folder).valid
        nodes[tightened] = outcome.certificate["nodes"]
    assert nodes[True] < nodes[False]


def test_an_option_that_is_not_the_models_is_refused(tmp_path: Path) -> None:
    with pytest.raises(optgap.InputError, match="is not an option of the exact model"):
        optgap.prove("placement/fig6", tmp_path / "proof", options={"tightened": True})
