"""VIPR certificates: every proof converts, checkers accept it, and what is forged is refused."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import pyomo.environ as pyo
import pytest
from typer.testing import CliRunner

import optgap
from optgap.cli import app
from optgap.core.run import Run
from optgap.solvers.engines import standard_form
from optgap.solvers.proofs import ProvenModel, prove_standard_form
from optgap.validation.proving import verify_vipr as checker
from optgap.validation.proving.folder import write_program
from optgap.validation.proving.verify_vipr import CertificateFile, RefusedFile
from optgap.validation.proving.vipr import vipr_of

PROOFS = sorted(
    path.parent for path in (Path(__file__).parents[2] / "data" / "proofs").rglob("proof.json")
)
RUN = CliRunner()


def accepted(text: str) -> bool:
    """Return whether the checker accepts a certificate."""
    try:
        CertificateFile(text).proven()
    except RefusedFile:
        return False
    return True


def shift_side(text: str, by: int) -> str:
    """Return a certificate that claims an optimum moved by a number."""
    low, high = re.search(r"RTP range (\S+) (\S+)", text).groups()  # type: ignore[union-attr]
    return text.replace(f"range {low} {high}", f"range {Fraction(low) + by} {Fraction(high) + by}")


@pytest.mark.parametrize("part", range(8))
def test_every_proof_converts_and_no_better_bound_is_accepted(part: int) -> None:
    for folder in PROOFS[part::8]:
        text = vipr_of(folder)
        proven = CertificateFile(text).proven()
        assert proven.infeasible == (proven.bound is None), folder
        if proven.bound is None:
            continue
        assert proven.bound == proven.objective, folder
        forged = shift_side(text, -1 if proven.maximise else 1)
        assert forged != text
        assert not accepted(forged), folder


@pytest.mark.skipif(shutil.which("viprchk") is None, reason="viprchk is not installed")
@pytest.mark.parametrize("part", range(8))
def test_the_checker_of_the_format_accepts_them(part: int, tmp_path: Path) -> None:
    for number, folder in enumerate(PROOFS[part::8]):
        path = tmp_path / f"{number}.vipr"
        path.write_text(vipr_of(folder))
        ended = subprocess.run(["viprchk", path], capture_output=True, text=True, check=False)
        assert "verified" in ended.stdout.lower() and "ailed" not in ended.stdout, folder


def random_model(seed: int) -> pyo.ConcreteModel:
    """Return a small model with whole and continuous variables, ranges, equations, either sense."""
    rng = random.Random(seed)
    model = pyo.ConcreteModel(name=f"random-{seed}")
    model.x = pyo.Var(range(3), domain=pyo.Integers, bounds=(-1, 2))
    model.y = pyo.Var(range(2), bounds=(0, 2.5))
    every = [*model.x.values(), *model.y.values()]
    model.rows = pyo.ConstraintList()
    for _ in range(3):
        left = sum(rng.choice((-3, -2, -1, 0, 1, 2, 0.5)) * v for v in every)
        if not isinstance(left, (int, float)):
            low = rng.choice((None, -4, -2))
            model.rows.add((low, left, rng.choice((2, 3, 4.5))))
    model.value = pyo.Objective(
        expr=sum(rng.choice((-2, -1, 1, 2, 3.25)) * v for v in every) + rng.choice((0, 7)),
        sense=rng.choice((pyo.minimize, pyo.maximize)),
    )
    return model


@pytest.mark.parametrize("seed", range(60))
def test_random_mixed_models(seed: int, tmp_path: Path) -> None:
    """Bounds that the objective tightens: in the format they are splits and shares."""
    model = random_model(seed)
    form = standard_form(model)
    proof = prove_standard_form(form, model.name, Run(form.sense))
    if not isinstance(proof, ProvenModel):
        pytest.skip(f"seed {seed}: no proof")
    write_program(tmp_path, proof.text, proof.solution, proof.proof)
    proven = CertificateFile(vipr_of(tmp_path)).proven()
    for whole in product((-1, 0, 1, 2), repeat=3):  # points of a grid are no better
        for rest in product((0, 1.25, 2.5), repeat=2):
            for v, value in zip(
                [*model.x.values(), *model.y.values()], [*whole, *rest], strict=True
            ):
                v.set_value(value)
            if all(row.lslack() >= 0 and row.uslack() >= 0 for row in model.rows.values()):
                assert not proven.infeasible, f"seed {seed}"
                # the objective of the file lacks the constant
                constant = (
                    0
                    if proof.solution is None
                    else Fraction(str(proof.proof["bound"])) - proven.bound
                )
                value = pyo.value(model.value) - float(constant)
                sign = -1 if proven.maximise else 1
                assert sign * (value - float(proven.bound)) >= -1e-6, f"seed {seed}"


def test_a_changed_number_is_refused_or_changes_nothing() -> None:
    """Whatever is accepted still states the bound, and the model's optimum is that bound."""
    rng = random.Random(7)
    refused = 0
    for _ in range(300):
        text = vipr_of(rng.choice(PROOFS[::4]))
        head, rest = text.split("DER ", 1)
        words = rest.split(" ")
        place = rng.randrange(len(words))
        if not re.fullmatch(r"-?\d+", words[place]):
            continue
        words[place] = str(int(words[place]) + rng.choice((-1, 1, 2)))
        changed = f"{head}DER {' '.join(words)}"
        if accepted(changed):
            assert CertificateFile(changed).proven().bound == CertificateFile(text).proven().bound
        else:
            refused += 1
    assert refused > 150


SMALL = """% x + y >= 1.5, both whole
VER 1.0
VAR 2
x y
INT 2
0 1
OBJ min
2 0 1 1 1
CON 1 0
c0 G 3/2 OBJ
RTP range 2 2
SOL 1
s 1 0 2
DER 1
d1 G 2 OBJ { rnd 1 0 1 } -1
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("", "", None),
        ("rnd", "lin", "does not follow"),
        ("INT 2\n0 1", "INT 1\n0", "not all of its terms are integers"),
        ("s 1 0 2", "s 1 0 1", "breaks constraint 0"),
        ("s 1 0 2", "s 1 0 3/2", "must be an integer"),
        ("s 1 0 2", "s 1 0 3", "none reaches 2"),
        ("RTP range 2", "RTP range 3", "does not show the bound 3"),
        ("rnd 1 0 1", "rnd 1 1 1", "must be an integer up to 0"),
        ("{ rnd 1 0 1 }", "{ asm }", "does not show the bound"),
        ("{ rnd 1 0 1 }", "{ sol }", "which this checker does not support"),
        ("{ rnd 1 0 1 }", "{ lin weak { 0 } 1 0 1 }", "is incomplete"),
        ("c0 G 3/2", "c0 G 3/0", "is not a number"),
        ("c0 G 3/2", "c0 G nan", "is not a number"),
        ("VER 1.0", "VER 2.0", "must be 1.0 or 1.1"),
        ("-1\n", "-1\nmore\n", "stands after the end"),
        ("DER 1", "DER 2", "ends too early"),
        ("2 0 1 1 1", "2 0 1 0 1", "appears twice"),
    ],
)
def test_what_a_checker_refuses(old: str, new: str, words: str | None) -> None:
    text = SMALL.replace(old, new, 1) if old else SMALL
    if words is None:
        assert CertificateFile(text).proven().bound == 2
        return
    with pytest.raises(RefusedFile, match=re.escape(words)):
        CertificateFile(text).proven()


def test_a_split_must_cover_all_whole_values() -> None:
    text = (
        SMALL.replace("DER 1\nd1 G 2 OBJ { rnd 1 0 1 } -1", "DER 5").rstrip("\n")
        + """
a L 1 OBJ { asm } -1
b G 2 OBJ { asm } -1
e G 1 0 { lin 2 0 2 1 -2 } -1
f G 2 OBJ { lin 1 2 1 } -1
g G 2 OBJ { uns 3 1 4 2 } -1
"""
    )
    assert CertificateFile(text).proven().bound == 2
    for old, new in (("b G 2", "b G 3"), ("uns 3 1 4 2", "uns 3 2 4 1"), ("INT 2\n0 1", "INT 0\n")):
        assert not accepted(text.replace(old, new))


def test_the_commands(tmp_path: Path) -> None:
    written = RUN.invoke(
        app, ["prove", "macrow/two-clusters", "--format", "vipr", "-o", str(tmp_path)]
    )
    path = tmp_path / "two-clusters.vipr"
    assert written.exit_code == 0 and f"wrote {path}" in written.output.replace("\n", "")
    assert sorted(tmp_path.iterdir()) == [path]
    found = optgap.verify(path, "macrow/two-clusters")
    assert found.valid and found.bound == found.objective == 2.625
    assert not optgap.verify(path, "macrow/colors").valid
    converted = RUN.invoke(
        app, ["prove", str(PROOFS[0]), "--format", "vipr", "-o", str(tmp_path / "c")]
    )
    assert converted.exit_code == 0
    assert optgap.verify(tmp_path / "c" / f"{PROOFS[0].name}.vipr").valid
    alone = subprocess.run(
        [sys.executable, "-I", "-S", checker.__file__, path],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "PROVEN: 21/8 is the optimum" in alone.stdout
    path.write_text(path.read_text().replace("RTP range 21/8", "RTP range 22/8"))
    refused = RUN.invoke(app, ["verify", str(path)])
    assert refused.exit_code == 5 and "does not show the bound 11/4" in refused.output


def test_a_front_has_a_certificate_for_each_program(tmp_path: Path) -> None:
    outcome = optgap.prove("resource_plan/fig8", tmp_path, format="vipr")
    files = sorted(tmp_path.glob("*.vipr"))
    assert len(files) == len(outcome.front) + 1
    assert [optgap.verify(path).infeasible for path in files].count(True) == 1


@pytest.mark.parametrize("how", [{"method": "bottleneck"}, {"format": "opb"}])
def test_what_has_no_certificate_is_said_before_any_work(
    how: dict[str, str], tmp_path: Path
) -> None:
    with pytest.raises(optgap.InputError):
        optgap.prove("placement/fig6", tmp_path / "out", **{"format": "vipr", **how})  # type: ignore[arg-type]
    assert not (tmp_path / "out").exists()


ZERO = """NAME t
OBJSENSE
    {sense}
ROWS
 N COST
 L R0
COLUMNS
 x COST 0 R0 1
RHS
 RHS R0 0.3
BOUNDS
 FR B x
ENDATA
"""


@pytest.mark.parametrize("sense", ["MIN", "MAX"])
def test_an_objective_of_zero_has_a_certificate(sense: str, tmp_path: Path) -> None:
    (tmp_path / "zero.mps").write_text(ZERO.format(sense=sense))
    optgap.prove(tmp_path / "zero.mps", tmp_path, format="vipr")
    verified = optgap.verify(tmp_path / "zero.vipr", tmp_path / "zero.mps")
    assert verified.valid, verified.violations


@pytest.mark.parametrize("format", ["optgap", "vipr"])
def test_a_proof_that_fails_leaves_no_folder(format: str, tmp_path: Path) -> None:  # noqa: A002
    (tmp_path / "open.mps").write_text(ZERO.format(sense="MIN").replace("COST 0", "COST 1"))
    outcome = optgap.prove(tmp_path / "open.mps", tmp_path / "out", format=format)  # type: ignore[arg-type]
    assert outcome.status == "unknown" and "unbounded" in str(outcome.message)
    assert not (tmp_path / "out").exists()


def test_numbers_beyond_an_engine_are_proven_as_solve_proves_them(tmp_path: Path) -> None:
    path = tmp_path / "large.lp"
    path.write_text(
        "min\n c: x + y\nst\n r: 3 x + 100000000001 y = 7\nbounds\n x <= 9\n y <= 9\n"
        "general\n x y\nend\n"
    )
    for outcome in (optgap.solve(path), optgap.prove(path, tmp_path / "proof")):
        assert (outcome.status, outcome.bound_kind) == ("infeasible", "model-certified")
    assert optgap.verify(tmp_path / "proof").valid


CERTIFICATE = """VER 1.1
VAR 1
x
INT {integers}
OBJ min
1 0 1
CON 2 0
C0 G 1/2 1 0 1
C1 G {least} 1 0 1
RTP range 1 1
SOL 1
s 1 0 1
DER 1
D2 G 1 OBJ {{ {reason} }} -1
"""


@pytest.mark.parametrize(
    ("integers", "least", "reason", "words"),
    [
        ("1 0", "0", "rnd 1 0 1", None),
        ("0", "0", "rnd 1 0 1", "is rounded, but not all of its terms are integers"),
        ("1 0", "2", "lin 1 1 1", "breaks constraint 1"),
    ],
)
def test_certificates_that_other_checkers_have_accepted(
    integers: str, least: str, reason: str, words: str | None
) -> None:
    """viprchk rounds rows with continuous variables; viprchk_parallel misses broken rows."""
    text = CERTIFICATE.format(integers=integers, least=least, reason=reason)
    if words is None:
        assert CertificateFile(text).proven().bound == 1
    else:
        with pytest.raises(RefusedFile, match=words):
            CertificateFile(text).proven()


def test_the_last_line_names_the_objective(tmp_path: Path) -> None:
    """Releases of viprchk since 2025 accept a bound only in this form."""
    optgap.prove("placement/fig6", tmp_path, format="vipr")
    assert " G 16 OBJ { lin" in (tmp_path / "fig6.vipr").read_text().splitlines()[-1]


def test_a_folder_of_certificates_is_no_proof_folder(tmp_path: Path) -> None:
    (tmp_path / "one.vipr").write_text(CERTIFICATE)
    with pytest.raises(optgap.InputError, match=r"one by one: one\.vipr"):
        optgap.verify(tmp_path)
