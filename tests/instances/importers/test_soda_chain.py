"""SODA's chain: what one model hands to the next."""

import json

import numpy as np
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.instances.importers.soda_chain import Goals, microq_of, microw_of, usual_goals
from optgap.instances.macrow import MacroW

MACRO = {
    "problem": "macrow",
    "version": 1,
    "name": "chain",
    "nodes": [
        {"name": "n1", "mips": 1000, "cluster": "A"},
        {"name": "n2", "mips": 1000, "cluster": "A"},
    ],
    "pes": [
        {"name": "p1", "goal": 600},
        {"name": "p2", "goal": 200, "usable_mips": {"n2": 250}},
        {"name": "p3", "goal": 400},
        {"name": "idle", "goal": 0},
    ],
    "streams": [{"from": "p1", "to": "p2", "rate": 5}],
}
CHOSEN = {"candidates": {"p1": ["n1"], "p2": ["n1", "n2"], "p3": ["n2"], "idle": ["n1"]}}


@pytest.fixture
def macro() -> MacroW:
    return MacroW.model_validate(MACRO)


def test_components_are_the_weak_ones_with_a_goal(macro) -> None:
    curves = usual_goals(macro).components
    assert [curve.pes for curve in curves] == [("p1", "p2"), ("p3",)]
    assert curves[0].mips.tolist() == [0, 400, 800, 1200]


def test_microq_has_the_candidates_and_what_they_can_give(macro) -> None:
    micro = microq_of(macro, CHOSEN)
    p1, p2 = micro.components[0].pes
    assert (p1.nodes, p2.nodes) == (("n1",), ("n1", "n2"))
    assert (p1.max_mips, p2.max_mips) == (1000, 1000 + 250)
    assert p1.pacing.tolist() == [0, 300, 600, 900]
    assert np.allclose(p1.pacing + p2.pacing, micro.components[0].mips)


def test_the_whole_chain(macro) -> None:
    """Everybody gets one and a half goals where there is room: p1 and p3 share n1 and n2 alone."""
    micro = microq_of(macro, CHOSEN)
    quantities = optgap.solve(micro)
    assert quantities.status == "optimal"
    fractions = microw_of(micro, quantities.decision, macro=macro)
    given = {pe.name: pe.goal for pe in fractions.pes}
    assert sum(given.values()) == pytest.approx(sum(quantities.decision["mips"].values()))
    assert fractions.pes[1].allowed["n2"] == (((0.0, 0.25)),)
    outcome = optgap.solve(fractions)
    assert outcome.objective == pytest.approx(0, abs=1e-6)
    following = microw_of(micro, quantities.decision, outcome.decision, max_total_change=0.0)
    assert optgap.solve(following).objective == pytest.approx(0, abs=1e-6)
    assert following.max_total_change == 0.0


def test_given_goals(macro) -> None:
    goals = Goals.model_validate(
        {
            "name": "given",
            "components": [
                {
                    "name": "c",
                    "pes": ["p1", "p2"],
                    "mips": [0, 100],
                    "importance": [0, 7],
                    "pacing": {"p1": [0, 10], "p2": [0, 90]},
                }
            ],
        }
    )
    micro = microq_of(macro, CHOSEN, goals)
    assert micro.components[0].pes[1].pacing.tolist() == [0, 90]
    assert optgap.solve(micro).objective == 7


def test_faults_of_goals(macro) -> None:
    curve = {"name": "c", "pes": ["p1", "q"], "mips": [0, 1], "importance": [0, 1]}
    with pytest.raises(
        InputError, match=r"components\[1\].pes\[0\]: already belongs to component 'c'"
    ):
        Goals.model_validate({"name": "g", "components": [curve, {**curve, "name": "d"}]})
    with pytest.raises(InputError, match=r"components\[0\].pes\[1\]: is not a PE"):
        microq_of(macro, CHOSEN, Goals.model_validate({"name": "g", "components": [curve]}))
    short = {**curve, "pes": ["p1", "p2"], "pacing": {"p1": [0, 1]}}
    with pytest.raises(InputError, match="lacks these PEs"):
        microq_of(macro, CHOSEN, Goals.model_validate({"name": "g", "components": [short]}))


def test_the_command(optgap_command, tmp_path) -> None:
    files = {name: tmp_path / f"{name}.json" for name in ("macro", "s1", "micro", "s2", "w", "s3")}
    files["macro"].write_text(json.dumps(MACRO))
    optgap_command("solve", files["macro"], "-o", files["s1"])
    ended = optgap_command("chain", files["macro"], files["s1"], "-o", files["micro"])
    assert ended.code == 0, ended.err
    optgap_command("solve", files["micro"], "-o", files["s2"])
    options = ("--macro", files["macro"], "--max-total-change", 5000, "-o", files["w"])
    ended = optgap_command("chain", files["micro"], files["s2"], *options)
    assert ended.code == 0, ended.err
    assert optgap_command("solve", files["w"], "-o", files["s3"]).code == 0
    again = ("--previous", files["s3"], "-o", files["w"])
    assert optgap_command("chain", files["micro"], files["s2"], *again).code == 0
    assert optgap.load(files["w"]).previous
    for arguments, words in (
        ((files["w"], files["s3"]), "must be macrow or microq"),
        ((files["macro"], files["s2"]), "is not a feasible solution"),
        (
            (files["macro"], files["s1"], "--previous", files["s3"]),
            "cannot be combined with an instance",
        ),
        (
            (files["micro"], files["s2"], "--goals", files["s3"]),
            "cannot be combined with an instance",
        ),
        (
            (files["micro"], files["s2"], "--previous", files["s1"]),
            "no fractions of a microw solution",
        ),
        ((files["micro"], files["s2"], "--macro", files["w"]), "must be an instance of macrow"),
    ):
        ended = optgap_command("chain", *arguments)
        assert (ended.code, words in ended.err) == (2, True), ended.err
