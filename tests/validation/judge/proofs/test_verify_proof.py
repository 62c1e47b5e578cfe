"""The stand-alone verifier: what it accepts, and every way in which it refuses."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import random
import runpy
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from optgap.validation.judge import verify_proof
from optgap.validation.judge.verify_proof import ModelRow, Refused, verify

# max 5a + 4b + 3c with 2a + 3b + c <= 3.5, whole a, b, c from 0 to 1: 8 with a = c = 1
MODEL = """NAME knapsack
OBJSENSE
    MAX
ROWS
 N value
 L room
COLUMNS
    M0 'MARKER' 'INTORG'
    a value 5 room 2
    b value 4 room 3
    c value 3 room 1
    M1 'MARKER' 'INTEND'
RHS
    RHS room 3.5
RANGES
BOUNDS
 LO BND a 0
 UP BND a 1
 LO BND b 0
 UP BND b 1
 LO BND c 0
 UP BND c 1
ENDATA
"""
SOLUTION: dict[str, Any] = {"objective": "8", "values": {"a": 1, "c": "1"}}
# split a at 0; with a = 0 no two of the others reach 9 (and 4b + 3c <= 7); else 3b + c <= 1.5
PROOF: dict[str, Any] = {
    "format": "optgap-proof",
    "version": 1,
    "model_sha256": hashlib.sha256(MODEL.encode()).hexdigest(),
    "bound": 8,
    "root": [],
    "nodes": [[[], 0, 0], [[[1]]], [[[0, 0, 1], [1]]]],
}


# the same with a continuous c: a better point is strictly better
MIXED = MODEL.replace(
    "    c value 3 room 1\n    M1 'MARKER' 'INTEND'\n",
    "    M1 'MARKER' 'INTEND'\n    c value 3 room 1\n",
)
# 2a + 3b + c <= 3.5 and a + b + c >= 3, without an objective
INFEASIBLE = MODEL.replace(" N value\n", "").replace(" L room", " L room\n G sum")
for _name, _value in (("a", 5), ("b", 4), ("c", 3)):
    INFEASIBLE = INFEASIBLE.replace(f"{_name} value {_value}", f"{_name} sum 1")
INFEASIBLE = INFEASIBLE.replace("RHS room 3.5", "RHS room 3.5 sum 3")
NOTHING = PROOF | {"bound": None, "nodes": [[[[0, 0, 1, 1, -4]]]]}


def folder_of(
    folder: Path, proof: Any = PROOF, solution: Any = SOLUTION, model: str = MODEL
) -> Path:
    (folder / "model.mps").write_text(model)
    (folder / "solution.json").write_text(json.dumps(solution))
    digest = hashlib.sha256(model.encode()).hexdigest()
    if isinstance(proof, dict) and model is not MODEL:
        proof = proof | {"model_sha256": digest}
    (folder / "proof.json").write_text(proof if isinstance(proof, str) else json.dumps(proof))
    return folder


def test_a_proof_by_hand_is_accepted(tmp_path: Path) -> None:
    proven = verify(folder_of(tmp_path))
    assert (proven.bound, proven.objective, proven.optimal, proven.nodes) == (8, 8, True, 3)


def test_a_weaker_bound_is_accepted_and_a_stronger_one_is_not(tmp_path: Path) -> None:
    weaker = verify(folder_of(tmp_path, PROOF | {"bound": "17/2"}))
    assert (weaker.bound, weaker.optimal) == (Fraction(17, 2), False)
    with pytest.raises(Refused, match="the solution is better than the bound"):
        verify(folder_of(tmp_path, PROOF | {"bound": 7}))


def test_it_runs_with_the_standard_library_alone(tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-S", verify_proof.__file__, str(folder_of(tmp_path))]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (
        result.stdout
        == "PROVEN: 8 is the optimum of the model (1 rows, 3 columns, 3 nodes, 0 cuts)\n"
    )
    (tmp_path / "solution.json").write_text("{")
    result = subprocess.run(command, capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (5, "")
    assert result.stderr.startswith("REFUSED: solution.json: is not JSON")
    assert subprocess.run([*command[:-1], "nowhere"], capture_output=True).returncode == 2


def test_a_mixed_model_and_one_without_a_point_are_proven(tmp_path: Path) -> None:
    mixed = folder_of(tmp_path, solution={"values": SOLUTION["values"]}, model=MIXED)
    assert str(verify(mixed)) == (
        "PROVEN: 8 is the optimum of the model (1 rows, 3 columns, 3 nodes, 0 cuts)"
    )
    with pytest.raises(Refused, match="the solution is better than the bound"):
        verify(folder_of(tmp_path, PROOF | {"bound": "7999/1000"}, model=MIXED))
    with pytest.raises(
        Refused, match=r"nodes\[0\]: splits column 2, which is not an integer column"
    ):
        verify(folder_of(tmp_path, PROOF | {"nodes": [[[], 2, 0], *NODES[1:]]}, model=MIXED))
    empty = folder_of(tmp_path, NOTHING, model=INFEASIBLE)
    with pytest.raises(Refused, match="must be missing, because the proof is of infeasibility"):
        verify(empty)
    (empty / "solution.json").unlink()
    assert str(verify(empty)) == (
        "PROVEN: the model has no feasible point (2 rows, 3 columns, 1 nodes, 0 cuts)"
    )
    with pytest.raises(Refused, match=r"solution\.json: is missing"):
        verify_proof.verified(MODEL.encode(), PROOF, None)


def test_the_command_names_each_folder_and_ends_with_5_if_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [tmp_path / "weaker", tmp_path / "wrong"]
    for folder, bound in zip(folders, (f"8{'0' * 30}", 7), strict=True):
        folder.mkdir()
        folder_of(folder, PROOF | {"bound": bound})

    def ended(*arguments: str) -> object:
        monkeypatch.setattr(sys, "argv", ["verify_proof.py", *arguments])
        with pytest.raises(SystemExit) as end:
            runpy.run_path(str(verify_proof.__file__), run_name="__main__")
        return end.value.code

    assert ended(*map(str, folders)) == 5
    said = capsys.readouterr()
    assert said.out == (
        f"{folders[0]}: PROVEN: no solution is better than about 8e+30; the solution has 8 "
        "(1 rows, 3 columns, 3 nodes, 0 cuts)\n"
    )
    assert said.err.startswith(f"{folders[1]}: REFUSED: proof.json, bound: the solution is better")
    assert (ended(), ended(str(tmp_path / "none"))) == (2, 2)


def test_objectives_in_decimals_are_multiples_of_their_unit(tmp_path: Path) -> None:
    """5a + 4b + 2.5c is a multiple of a half: a better point has 8 or more, not 7.6."""
    decimals = MODEL.replace("c value 3", "c value 2.5")
    solved = {"objective": "15/2", "values": SOLUTION["values"]}
    proof = PROOF | {"bound": "15/2", "nodes": [NODES[0], [[[1]]], [[[0, 0, 1], [1]]]]}
    assert verify(folder_of(tmp_path, proof, solved, decimals)).optimal
    check = verify_proof.Proof(verify_proof.MpsReader(decimals).model, Fraction(-15, 2))
    twice = check.combined([2, 0, 3], "here")  # the row is 4a + 6b + 2c <= 7
    assert (twice.terms, twice.side) == ({0: -8, 1: 2, 2: -4}, -11)
    assert check.below is not None
    assert (check.below.terms, check.below.side) == ({0: -10, 1: -8, 2: -5}, -16)


def test_a_solution_may_be_inside_a_row() -> None:
    row = ModelRow([0], [2], 2, 8)
    model = verify_proof.Model(
        columns={"x": 0}, cost={0: 3}, rows=[row], lower=[0], upper=[4], integer=[True]
    )
    for x, place in ((0, "row 0 of the model is below"), (1, None), (4, None), (5, "is outside")):
        if place is None:
            assert verify_proof.objective_of(model, {"values": {"x": x}}) == 3 * x
            continue
        with pytest.raises(Refused, match=place):
            verify_proof.objective_of(model, {"values": {"x": x}})


def test_bounds_follow_from_a_row_with_one_open_end_and_not_from_two() -> None:
    free = verify_proof.Model(lower=[None, 0], upper=[None, None], integer=[False, False])
    box = verify_proof.Box(free)
    box.shrink(verify_proof.Inequality({0: 1, 1: -1}, 5))
    assert (box.lower, box.upper) == ([None, 0], [None, None])
    box.shrink(verify_proof.Inequality({0: 2, 1: 1}, 5))
    assert (box.lower, box.upper) == ([None, 0], [Fraction(5, 2), None])
    box.shrink(verify_proof.Inequality({1: 1}, Fraction(1, 2**verify_proof.MOST_BITS)))
    assert box.upper == [Fraction(5, 2), None]  # a number too long to be of use
    box.shrink(verify_proof.Inequality({1: 1000, 0: 1000}, 1))  # x0 is the second one here
    assert box.upper == [Fraction(1, 1000), None]
    box.shrink(verify_proof.Inequality({0: 3**50}, 1))
    grid = verify_proof.GRID
    assert box.upper == [Fraction(-(-grid // 3**50), grid), None]  # rounded outwards
    for inequality, closed in (
        (verify_proof.Inequality({}, 0), False),
        (verify_proof.Inequality({}, 0, strict=True), True),
        (verify_proof.Inequality({}, -1), True),
    ):
        box.empty = False
        box.shrink(inequality)
        assert box.empty == closed
    whole = verify_proof.Box(verify_proof.Model(lower=[-9], upper=[9], integer=[True]))
    for terms, side, ends in (
        ({0: -2}, -3, (2, 9)),
        ({0: 2}, 13, (2, 6)),
        ({0: -3}, -6, (2, 6)),
        ({0: 3}, 18, (2, 6)),
    ):
        whole.shrink(verify_proof.Inequality(terms, side))
        assert (whole.lower[0], whole.upper[0]) == ends
    whole.shrink(verify_proof.Inequality({0: -1}, -2, strict=True))
    whole.shrink(verify_proof.Inequality({0: 1}, 6, strict=True))
    assert (whole.lower[0], whole.upper[0], whole.empty) == (3, 5, False)
    whole.tighten(0, 3, upper=True)
    assert not whole.empty
    whole.tighten(0, 2, upper=True)
    assert whole.empty


def test_what_comes_after_a_closed_part_changes_nothing(tmp_path: Path) -> None:
    """A part that is closed may be split, and combined, once more; its cuts are not added."""
    again = [NODES[0], [[[1]], 1, 0], [[]], [[[0, 0, 1]]], [[[0, 0, 1], [1], [1]]]]
    two_lines = MODEL.replace("a value 5 room 2", "a value 5\n    a room 2")
    proven = verify(folder_of(tmp_path, PROOF | {"nodes": again}, model=two_lines))
    assert (proven.optimal, proven.nodes) == (True, 5)
    cut = {"cut": [0, 0, 1], "by": 6, "mirrored": []}
    closed = NOTHING | {"root": [NOTHING["nodes"][0][0][0], cut], "nodes": [[[]]]}
    folder = folder_of(tmp_path, closed, model=INFEASIBLE)
    (folder / "solution.json").unlink()
    assert verify(folder).cuts == 0
    unbounded = INFEASIBLE.replace(" LO BND b 0", " MI BND b")
    with pytest.raises(Refused, match="column 1 lacks the bound that the cut uses"):
        verify(folder_of(tmp_path, NOTHING | {"root": [cut]}, model=unbounded))


def test_text_of_numbers() -> None:
    assert [verify_proof.text_of(n) for n in (None, Fraction(1, 3), 10**23, -(10**24))] == [
        "no solution",
        "1/3",
        "100000000000000000000000",
        "about -1e+24",
    ]


def changed(**keys: Any) -> Callable[[Path], None]:
    return lambda folder: folder_of(folder, PROOF | keys) and None


def model(old: str, new: str) -> Callable[[Path], None]:
    assert old in MODEL
    return lambda folder: folder_of(folder, model=MODEL.replace(old, new, 1)) and None


def solution(**values: Any) -> Callable[[Path], None]:
    return lambda folder: folder_of(folder, solution={"objective": "8", "values": values}) and None


def text(name: str, content: bytes) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        folder_of(folder)
        (folder / name).write_bytes(content)

    return write


def gone(name: str) -> Callable[[Path], None]:
    def remove(folder: Path) -> None:
        (folder_of(folder) / name).unlink()

    return remove


def huge(folder: Path) -> None:
    folder_of(folder)
    with (folder / "proof.json").open("r+b") as stream:
        stream.truncate(verify_proof.LARGEST_FILE + 1)


def link(folder: Path) -> None:
    folder_of(folder)
    (folder / "model.mps").unlink()
    (folder / "model.mps").mkdir()


def pipe(folder: Path) -> None:
    folder_of(folder)
    (folder / "proof.json").unlink()
    os.mkfifo(folder / "proof.json")


NODES = PROOF["nodes"]
BAD: dict[str, tuple[Callable[[Path], None], str]] = {
    "another model": (text("model.mps", MODEL.replace("3.5", "3.4").encode()), "another model"),
    "no proof": (gone("proof.json"), "proof.json: cannot be read: No such file"),
    "no model": (gone("model.mps"), "model.mps: cannot be read"),
    "no solution": (gone("solution.json"), "solution.json: cannot be read"),
    "a huge file": (huge, "larger than 64 MiB"),
    "a folder as a file": (link, "model.mps: "),
    "a truncated proof": (text("proof.json", json.dumps(PROOF)[:-40].encode()), "is not JSON"),
    "a list": (text("proof.json", b"[]"), "is not a JSON object"),
    "no text": (text("proof.json", b"\xff\xfe"), "is not JSON"),
    "a deep list": (text("proof.json", b"[" * 100_000 + b"]" * 100_000), "nested too deeply"),
    "many lists": (text("proof.json", b"[" * 5_000_000), "too many lists"),
    "a key twice": (text("proof.json", b'{"a": 1, "a": 2}'), "a key twice"),
    "1e400": (changed(bound=float("inf")), "Infinity"),
    "1e400 as written": (
        text("proof.json", json.dumps(PROOF).replace('"bound": 8', '"bound": 1e400').encode()),
        "1e400, which is not an integer",
    ),
    "NaN": (changed(bound=float("nan")), "NaN"),
    "a number of 5000 digits": (text("proof.json", b'{"a": ' + b"9" * 5000 + b"}"), "5000 digits"),
    "a fraction below zero parts": (changed(bound="8/0"), "is not a decimal number"),
    "a huge exponent": (changed(bound="1e999999999"), "too large or too small"),
    "an unknown key": (changed(extra=1), "of version 1"),
    "another version": (changed(version=2), "must be an optgap-proof of version 1"),
    "true as a bound": (changed(bound=True), "neither an integer nor a fraction"),
    "no nodes": (changed(nodes=[]), "ends before all of its parts are closed"),
    "nodes as text": (changed(nodes="none"), "must be a list"),
    "a missing leaf": (changed(nodes=NODES[:2]), "ends before all of its parts"),
    "a leaf too many": (changed(nodes=[*NODES, [[]]]), "after the end of the tree"),
    "an open leaf": (changed(nodes=[NODES[0], NODES[1], [[[1]]]]), "nodes[2]: is a leaf that"),
    "no split": (changed(nodes=[[[[1]]]]), "nodes[0]: is a leaf that may contain"),
    "a split that hides points": (
        changed(nodes=[[[], 0, -1], *NODES[1:]]),
        "is a leaf that may contain better points",
    ),
    "a split of no column": (changed(nodes=[[[], 3, 0], *NODES[1:]]), "does not split a column"),
    "a split at a half": (
        text("proof.json", json.dumps(PROOF).replace("[[], 0, 0]", "[[], 0, 0.5]").encode()),
        "0.5, which is not an integer",
    ),
    "a node of two parts": (changed(nodes=[[[], 0]]), "is neither"),
    "a row that is not there": (changed(nodes=[[[[1, 1, 1]]]]), "there is no row 1"),
    "a missing side": (changed(nodes=[[[[1, 0, -1]]]]), "lacks the bound for a multiplier"),
    "a negative objective": (changed(nodes=[[[[-1]]]]), "must be integers"),
    "half a pair": (changed(nodes=[[[[1, 0]]]]), "must be integers"),
    "a combination of text": (changed(nodes=[[[["1"]]]]), "must be integers"),
    "true as a multiplier": (changed(nodes=[[[[True]]]]), "must be integers"),
    "an unknown root step": (changed(root=[{"add": 1}]), "neither a combination nor a cut"),
    "a cut by nothing": (
        changed(root=[{"cut": [0, 0, 1], "by": 0, "mirrored": []}]),
        "the divisor must be positive",
    ),
    "an infeasible model that uses its objective": (changed(bound=None), "no objective to use"),
    "a solution out of bounds": (solution(a=2), "solution.json, a: is outside its bounds"),
    "a solution that is not whole": (solution(a="1/2"), "solution.json, a: must be an integer"),
    "a solution that does not fit": (solution(a=1, b=1), "row 0 of the model is above"),
    "an unknown variable": (solution(d=1), "'d' is not in the model"),
    "a solution that is a worse one": (solution(a=1, b="1e5"), "is outside its bounds"),
    "a solution without values": (text("solution.json", b"{}"), "has no object 'values'"),
    "a changed coefficient": (model("a value 5", "a value 6"), "claims 8, its values are worth 9"),
    "a model cut off": (model("ENDATA\n", ""), "ends before ENDATA"),
    "an unknown section": (model("RANGES", "SOS1"), "the section 'SOS1' is not known"),
    "1e400 in the model": (model("room 3.5", "room 1e400"), "line 14: '1e400' is too large"),
    "NaN in the model": (model("room 3.5", "room nan"), "'nan' is not a decimal number"),
    "a row twice": (model(" L room", " L room\n L room"), "line 7: is not a new row"),
    "two objectives": (model(" L room", " N room"), "is a second objective"),
    "an unknown row": (model("a value 5 room 2", "a value 5 rom 2"), "'rom' is not known"),
    "an implicit bound": (model(" LO BND a 0\n", ""), "'a' is integer and lacks an explicit bound"),
    "a bound twice": (model(" LO BND a 0", " LO BND a 0\n LO BND a 1"), "the same end twice"),
    "an ambiguous bound": (model(" UP BND a 1", " BV BND a"), "is an ambiguous bound"),
    "a second set of bounds": (model(" UP BND a 1", " UP OTHER a 1"), "a second set of bounds"),
    "a second right-hand side": (
        model("RHS room 3.5", "RHS room 3.5\n    OTHER value 1"),
        "a second set of sides",
    ),
    "a pipe": (pipe, "proof.json: is not a regular file"),
    "a row after the end": (model("ENDATA\n", "ENDATA\nROWS\n"), "stands after ENDATA"),
    "a line in no section": (model("NAME knapsack", "NAME\n a b"), "line 2: stands in no section"),
    "a long sense": (model("OBJSENSE\n    MAX", "OBJSENSE MAXIMIZE"), "neither MIN nor MAX"),
    "half an entry": (model("5 room 2", "5 room"), "must have one or two entries"),
    "half a side": (model("RHS room 3.5", "RHS room"), "one or two pairs of row and number"),
    "a side of no row": (model("RHS room 3.5", "RHS rom 3.5"), "the row 'rom' is not known"),
    "a bound of no column": (model("BND c 1", "BND d 1"), "the column 'd' is not known"),
    "a range of the objective": (model("RANGES", "RANGES\n  R value 1"), "objective has a range"),
    "a negative range": (model("RANGES", "RANGES\n  R room -1"), "the range of 'room' is negative"),
    "an unread key": (text("solution.json", b'{"note": 1}'), "'note', which nothing checks"),
    "a solution below a row": (model(" L room", " G room"), "row 0 of the model is below"),
    "a cut by a half": (
        changed(root=[{"cut": [0, 0, 1], "by": True, "mirrored": []}]),
        "`by` and the columns `mirrored` must be integers",
    ),
    "a letter outside ASCII": (model("knapsack", "knäpsack"), "not ASCII"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_proof_is_refused_with_place_and_reason(name: str, tmp_path: Path) -> None:
    make, message = BAD[name]
    make(tmp_path)
    with pytest.raises(Refused) as refused:
        verify(tmp_path)
    assert message in str(refused.value)
    assert refused.value.place and refused.value.reason
    assert len(str(refused.value)) <= 500


def test_a_tree_far_deeper_than_recursion_is_verified(tmp_path: Path) -> None:
    """A chain of 50,000 splits, each of which has an empty first part."""
    depth = 50_000
    chain = [node for k in range(depth) for node in ([[], 0, -1 - k], [[]])]
    proof = PROOF | {"nodes": [*chain, *NODES]}
    assert verify(folder_of(tmp_path, proof)).nodes == 2 * depth + 3
    with pytest.raises(Refused, match=r"nodes\[100000\]: is a leaf"):
        verify(folder_of(tmp_path, PROOF | {"nodes": [*chain, [[]]]}))


def test_numbers_do_not_grow_without_end(tmp_path: Path) -> None:
    """Cuts of cuts, each with a multiplier of a thousand digits."""
    large = 10**1000 + 1
    cuts = [{"cut": [0, k, large], "by": large + 2, "mirrored": []} for k in range(30)]
    with pytest.raises(Refused, match="numbers of too many digits"):
        verify(folder_of(tmp_path, PROOF | {"root": cuts}))
    grown = [[0, 0, 10**3000 * k] for k in range(1, 40)]
    assert verify(folder_of(tmp_path, PROOF | {"root": grown})).bound == 8


def test_a_negative_variable_without_a_lower_bound_is_ambiguous() -> None:
    text = MODEL.replace(" LO BND a 0\n UP BND a 1", " UP BND a -1").replace("    M0", "*   M0")
    text = text.replace("    M1", "*   M1")
    with pytest.raises(Refused, match="is negative and has no lower bound"):
        verify_proof.MpsReader(text)


def test_endless_work_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify_proof, "MOST_WORK", 1000)
    proof = PROOF | {"root": [[1, 0, 1]] * 500}
    with pytest.raises(Refused, match="more work than is allowed"):
        verify(folder_of(tmp_path, proof))


def test_a_cut_is_derived_again(tmp_path: Path) -> None:
    """2a + 3b + c <= 3.5, divided by 3 with a counted from above, is a cover cut: a + b <= 1."""
    cut = {"cut": [0, 0, 1], "by": 6, "mirrored": [0]}
    proof = PROOF | {"root": [cut], "nodes": [[[[1, 1, 1]]]]}
    with pytest.raises(Refused, match="is a leaf"):
        verify(folder_of(tmp_path, proof))
    model = verify_proof.MpsReader(MODEL.replace("OBJSENSE\n    MAX", "OBJSENSE MAX")).model
    check = verify_proof.Proof(model, None)
    check.root([cut])
    row = check.rows[1]
    assert (row.columns, row.coefficients, row.lower, row.upper) == ([0, 1], [1, 1], None, 1)
    for a in (0, 1):
        for b in (0, 1):
            for c in (0, 1):
                total = sum(
                    factor * (a, b, c)[j]
                    for j, factor in zip(row.columns, row.coefficients, strict=True)
                )
                assert row.upper is not None
                assert (total <= row.upper) >= (2 * a + 3 * b + c <= 3.5)


def test_no_cut_removes_a_point_of_whole_numbers() -> None:
    """Random inequalities, divisors and mirrored columns, against all points; one continuous."""
    rng = random.Random(3)
    cuts = 0
    for _ in range(400):
        bounds = [(rng.randrange(-2, 1), rng.randrange(1, 3)) for _ in range(3)]
        model = verify_proof.Model(
            columns={name: k for k, name in enumerate("abc")},
            rows=[ModelRow([0, 1, 2], [rng.randrange(-9, 10) or 1 for _ in range(3)])],
            lower=[low for low, _ in bounds],
            upper=[high for _, high in bounds],
            integer=[True, True, False],
        )
        row = model.rows[0]
        row.upper = Fraction(rng.randrange(-20, 21), rng.choice((1, 2, 3)))
        check = verify_proof.Proof(model, None)
        by, times = rng.randrange(1, 9), rng.randrange(1, 4)
        mirrored = [k for k in range(3) if rng.random() < 0.4]
        check.root([{"cut": [0, 0, times], "by": by, "mirrored": mirrored}])
        cut = check.rows[1]
        cuts += bool(cut.columns)
        sixths = [bounds[2][0] + Fraction(k, 6) for k in range(25)]
        choices = [range(low, high + 1) for low, high in bounds[:2]]
        for point in itertools.product(*choices, [c for c in sixths if c <= bounds[2][1]]):
            if worth(row, point) <= row.upper:
                assert cut.upper is not None
                assert worth(cut, point) <= cut.upper
    assert cuts > 300


def worth(row: ModelRow, point: Any) -> Fraction:
    return sum(
        (a * point[j] for j, a in zip(row.columns, row.coefficients, strict=True)), Fraction(0)
    )


def test_the_reader_keeps_decimals_and_ranges_exact() -> None:
    model = verify_proof.MpsReader(
        MODEL.replace("RANGES", "RANGES\n    RNG room 1.25").replace("c value 3", "c value .1")
    ).model
    assert model.cost[2] == Fraction(-1, 10)
    row = model.rows[0]
    assert (row.coefficients, row.lower, row.upper) == ([8, 12, 4], 9, 14)
    half = MODEL.replace("RANGES", "RANGES\n    RNG room 0.5")
    assert verify_proof.MpsReader(half).model.rows[0].lower == 6
    least = verify_proof.MpsReader(MODEL.replace("MAX", "MIN")).model
    assert (least.maximise, least.cost) == (False, {0: 5, 1: 4, 2: 3})
    at_least = MODEL.replace(" L room", " G room").replace("RANGES", "RANGES\n    RNG room 1.5")
    row = verify_proof.MpsReader(at_least).model.rows[0]
    assert (row.coefficients, row.lower, row.upper) == ([4, 6, 2], 7, 10)


def test_the_folder_of_a_front_is_answered_with_the_names_to_give(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "program-1").mkdir()
    assert verify_proof.main([str(tmp_path)]) == 2
    assert f"has one proof per program; name {tmp_path}/program-*" in capsys.readouterr().err
