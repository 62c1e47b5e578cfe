"""The strict reader of MPS and LP files, with HiGHS' reading as a second opinion."""

from __future__ import annotations

import gzip
import re
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import optgap
from optgap.core.faults import ConventionWarning, InputError
from optgap.solvers.engines import StandardForm, model_in_file
from optgap.validation.catalogue import problem_names
from optgap.validation.running import bundled_names

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

from attack import readings
from attack.readings import (
    LP,
    MPS,
    WORDS,
    has_two_sides,
    misread_files,
    mutated,
    reading,
    same,
    theirs,
)

DATA = Path(__file__).parents[2] / "data" / "engine_truth"
SHARED = [
    Path(__file__).parents[4] / "shared/data" / name for name in ("engine_truth", "highs_check")
]


def written(folder: Path, text: str, suffix: str = ".mps") -> Path:
    path = folder / f"model{suffix}"
    path.write_text(text)
    return path


@pytest.mark.parametrize("suffix", [".mps", ".lp"])
@pytest.mark.parametrize("problem", problem_names())
def test_exported_models_are_read_as_highs_reads_them(
    problem: str, suffix: str, tmp_path: Path
) -> None:
    path = tmp_path / f"model{suffix}"
    for name in bundled_names(problem)[:6]:
        instance = optgap.load(name)
        try:
            facts = optgap.export(instance, path)
        except InputError:
            continue  # too large, or without a model
        if facts["variables"] > 20_000:
            continue
        found, notes = reading(path)
        assert found is not None, name
        assert same(found, theirs(path)) or notes, name


CORPUS = sorted(path for folder in (DATA, *SHARED) for path in folder.glob("*.mps"))


REFUSED = {"dcmulti": "line 2298: follows ENDATA"}


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_files_of_the_corpora_are_read_as_highs_reads_them(path: Path) -> None:
    found, notes = reading(path)
    if found is None:
        with pytest.raises(InputError, match=REFUSED.get(path.stem, "(none)")):
            model_in_file(path)
        return
    assert same(found, theirs(path)), notes


@pytest.mark.parametrize(("suffix", "text"), [(".mps", MPS), (".lp", LP)])
def test_mutated_files_are_refused_or_read_as_highs_reads_them(
    suffix: str, text: str, tmp_path: Path
) -> None:
    """If the readings differ, the file has two sides of a row, or the reader notes why."""
    outcomes = {"refused": 0, "equal": 0}
    for seed in range(1500):
        path = written(tmp_path, mutated(text, WORDS[suffix], Random(seed)), suffix)
        found, notes = reading(path)
        outcomes["equal" if found else "refused"] += 1
        if found is None:
            continue
        other = theirs(path)
        own_notes = has_two_sides(found, suffix) or [
            note for note in notes if "even:" not in note and "other:" not in note
        ]
        assert other is None or own_notes or same(found, other), (seed, path.read_text())
    assert min(outcomes.values()) > 50


def mps_of(
    rows: str = " N COST\n G R1", columns: str = " x COST 1 R1 1", rhs: str = " RHS R1 5",
    more: str = "", head: str = "",
) -> str:  # fmt: skip
    return f"NAME t\n{head}ROWS\n{rows}\nCOLUMNS\n{columns}\nRHS\n{rhs}\n{more}ENDATA\n"


FIXED = """NAME          T
ROWS
 N  COST
 L  R 1
COLUMNS
    x a       COST            -1.0{gap}R 1              1.0
RHS
    RHS       R 1              4.0
ENDATA
"""
REFUSALS = {
    "quadratic": (".lp", "Minimize\n c: x + [ 2 x^2 ] / 2\nSubject To\n r: x >= 1\nEnd\n",
                  "line 2: is not linear (found '[')"),
    "semi-continuous": (".lp", "min\n c: x\nst\n r: x <= 5\nSemi-continuous\n x\nEnd\n",
                        "line 5: is not a section of a linear model (found 'semi-continuous')"),
    "SC": (".mps", mps_of(more="BOUNDS\n LO B x 3\n SC B x 5\n"),
           "line 11: the variable is semi-continuous, not linear (found 'SC B x 5')"),
    "SI": (".mps", mps_of(more="BOUNDS\n SI B x 5\n"), "line 10: the variable is semi-integer"),
    "three pairs": (".mps", mps_of(" N COST\n L R1\n L R2", " x COST -1 R1 1 R2 1"),
                    "line 7: must be a column and one or two pairs of row and number"),
    "split column": (".mps", mps_of(columns=" x COST 1\n y COST 2\n x R1 1\n y R1 1"),
                     "line 8: the entries of this column are not together (found 'x')"),
    "free row": (".mps", mps_of(" N COST\n N F2\n G R1", rhs=" RHS R1 5 F2 3"),
                 "line 9: a row N has no RHS (found 'F2')"),
    "range of a free row": (".mps", mps_of(more="RANGES\n R COST 3\n"),
                            "line 10: a row N has no RANGES (found 'COST')"),
    "ranges first": (".mps", mps_of().replace("RHS\n", "RANGES\n R R1 2\nRHS\n", 1),
                     "line 9: must not follow the section RANGES (found 'RHS')"),
    "column of BOUNDS": (".mps", mps_of(more="BOUNDS\n UP B zzz 3\n"),
                         "line 10: is not a column of the model (known: x) (found 'zzz')"),
    "doubled row": (".mps", mps_of(" N COST\n G R1\n G R1"),
                    "line 5: there is already a row of this name (found 'R1')"),
    "doubled entry": (".mps", mps_of(columns=" x COST 1 R1 1\n x R1 2"),
                      "line 7: column x appears twice in a row (found 'R1')"),
    "doubled side": (".mps", mps_of(rhs=" RHS R1 5\n RHS R1 6"),
                     "line 9: the row appears twice in RHS (found 'R1')"),
    "doubled bound": (".mps", mps_of(more="BOUNDS\n UP B x 3\n FX B x 2\n"),
                      "line 11: the column already has a bound on this side (upper)"),
    "second set": (".mps", mps_of(rhs=" RHS R1 5\n OTHER R1 6"), "is a second set of RHS"),
    "fields": (".mps", FIXED.format(gap="   "),
               "line 6: has text outside the fields of the fixed format"),
    "digits": (".mps", mps_of(rhs=" RHS R1 0.30000000000000000000001"),
               "line 8: RHS of row R1: has more digits than a float holds; the nearest is 0.3 "
               "(found '0.30000000000000000000001')"),
    "NaN": (".mps", mps_of(columns=" x COST nan R1 1"), "must be a number (found 'nan')"),
    "infinite side": (".mps", mps_of(rhs=" RHS R1 1e30"), "is infinite in some solvers"),
    "overflow": (".mps", mps_of(rhs=" RHS R1 1e9999999999"), "is too large"),
    "underflow": (".mps", mps_of(rhs=" RHS R1 1e-400"), "the nearest is 0.0"),
    "sum of side and range": (".mps", mps_of(rhs=" RHS R1 1e15", more="RANGES\n R R1 0.01\n"),
                              "row R1: its other side has more digits than a float holds"),
    "QUADOBJ": (".mps", mps_of(more="QUADOBJ\n x x 2\n"), "is not a section of a linear model"),
    "SOS": (".mps", mps_of(more="SOS\n S1 s\n"), "is not a section of a linear model"),
    "INDICATORS": (".mps", mps_of(more="INDICATORS\n IF R1 x 1\n"), "is not a section"),
    "truncated": (".mps", mps_of().replace("ENDATA\n", ""), "(file): ends before ENDATA"),
    "after the end": (".mps", mps_of() + "x\n", "follows ENDATA"),
    "blank": (".mps", mps_of(columns=" x\u00a0y COST 1 R1 1"), "line 6: has a blank or control"),
    "no objective": (".mps", mps_of(" G R1", " x R1 1"), "must have a row N, the objective"),
    "empty": (".mps", "", "ends before ENDATA"),
    "doubled term": (".lp", "min\n c: x + x\nst\n r: x >= 1\nend\n", "column x appears twice"),
    "doubled bound of LP": (".lp", "min\n c: x\nst\n r: x >= 1\nbounds\n x<=2\n x<=3\nend\n",
                            "line 7: the column already has a bound on this side (upper)"),
    "bound of LP": (".lp", "min\n c: x\nst\n r: x >= 1\nbounds\n y <= 2\nend\n",
                    "line 6: is not a column of the model (known: x) (found 'y')"),
    "constant in a row": (".lp", "min\n c: x\nst\n r: x + 2 >= 1\nend\n",
                          "line 4: a row has its constant on the right-hand side (found 'r')"),
    "two rows on a line": (".lp", "min\n c: x\nst\n r: x >= 1 x <= 3\nend\n",
                           "line 4: must begin on a new line (found 'x')"),
    "a number as a name": (".lp", "min\n c: 2 e5\nst\n r: e5 >= 1\nend\n",
                           "line 2: cannot be the name of a column (found 'e5')"),
    "indicator": (".lp", "min\n c: x\nst\n r: b = 1 -> x >= 1\nend\n", "line 4"),
    "hexadecimal": (".lp", "min\n c: 0x1 + y\nst\n r: y >= 1\nend\n", "line 2: must be a term"),
    "infinite cost": (".mps", mps_of(columns=" x COST 1e30 R1 1"), "is infinite in some solvers"),
    "section as a name": (".mps", mps_of(columns=" RHS COST 1 R1 1"),
                          "line 6: may be read as the beginning of a section (found 'RHS')"),
    "no end": (".lp", "min\n c: x\nst\n r: x >= 1\n", "must end with End"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSALS)
def test_what_is_not_understood_is_refused_with_its_place(name: str, tmp_path: Path) -> None:
    suffix, text, words = REFUSALS[name]
    with pytest.raises(InputError, match=re.escape(words)):
        optgap.load(written(tmp_path, text, suffix))


CONVENTIONS = {
    "OBJNAME": (mps_of(" N COST\n N C2\n L R1", " x COST -1 C2 -3\n x R1 1", head="OBJNAME\n C2\n"),
                -15, "COST: a further row N: it is left out"),
    "negative UP": (mps_of(rhs=" RHS R1 -10", more="BOUNDS\n UP B x -2\n"), -10,
                    "x: a negative upper bound without a lower bound: it has none"),
    "integer without bounds": (
        mps_of(" N COST\n L R1", " M 'MARKER' 'INTORG'\n x COST -1 R1 1\n M 'MARKER' 'INTEND'"),
        -1, "x: an integer column without bounds: it is 0 or 1"),
    "no RHS": (mps_of().replace("RHS\n RHS R1 5\n", ""), 0, "all right-hand sides are 0"),
    "negative range": (mps_of(" N COST\n E R1", more="RANGES\n R R1 -2\n"), 3,
                       "R1: a negative range of a row E: it lies below the right-hand side"),
    "infinite bound": (mps_of(more="BOUNDS\n UP B x 1e30\n"), 5,
                       "a bound of 1e+20 or more is read as infinite"),
}  # fmt: skip


@pytest.mark.parametrize("name", CONVENTIONS)
def test_a_convention_on_which_solvers_differ_is_stated(name: str, tmp_path: Path) -> None:
    text, optimum, words = CONVENTIONS[name]
    with pytest.warns(ConventionWarning, match=re.escape(words)):
        instance = optgap.load(written(tmp_path, text))
    assert optgap.solve(instance).objective == optimum


def test_all_faults_of_a_file_are_reported_at_once(tmp_path: Path) -> None:
    text = mps_of(columns=" x COST one R2 1", rhs=" RHS R1 5 R7 3", more="BOUNDS\n UP B y 3\n")
    with pytest.raises(InputError) as caught:
        optgap.load(written(tmp_path, text))
    assert [fault.place for fault in caught.value.faults] == [
        "line 6",
        "line 6",
        "line 8",
        "line 10",
    ]


def test_names_with_blanks_are_read_from_fixed_fields(tmp_path: Path) -> None:
    form = model_in_file(written(tmp_path, FIXED.format(gap="     ")))
    assert (form.column_name(0), form.row_name(0)) == ("x a", "R 1")
    assert (form.cost[0], form.row_upper[0], form.matrix[0, 0]) == (-1, 4, 1)


def test_hostile_names_are_data(tmp_path: Path) -> None:
    name = "<script>`rm`$(x);'\"%s{}"
    form = model_in_file(written(tmp_path, mps_of(columns=f" {name} COST 1 R1 1")))
    assert form.column_name(0) == name


def test_ranges_of_lp_rows_have_two_sides(tmp_path: Path) -> None:
    """HiGHS 1.12 drops the left side of such a row."""
    text = "max\n c: - x\nst\n r: 2 <= x + y <= 7\n s: 3 >= 2 y >= -1\nend\n"
    form = model_in_file(written(tmp_path, text, ".lp"))
    assert form.row_lower.tolist() == [2, -1] and form.row_upper.tolist() == [7, 3]


@pytest.mark.parametrize("broken", [False, True])
def test_compressed_files(broken: bool, tmp_path: Path) -> None:
    content = gzip.compress(mps_of().encode())
    path = tmp_path / "model.mps.gz"
    path.write_bytes(content[:-9] if broken else content)
    if broken:
        with pytest.raises(InputError, match="cannot be unpacked"):
            model_in_file(path)
    else:
        assert model_in_file(path).row_lower.tolist() == [5]


def test_the_attack_on_readers_finds_nothing_and_sees_a_misreading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert [misread_files(seed, Random(seed)) for seed in range(12)] == [[]] * 12

    def careless(path: Path) -> StandardForm:
        form = model_in_file(path)
        return replace(form, upper=form.upper + 1)

    monkeypatch.setattr(readings, "model_in_file", careless)
    assert any(misread_files(seed, Random(seed)) for seed in range(4))
