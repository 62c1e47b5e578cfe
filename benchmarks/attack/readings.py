"""Model files, drawn and mutated, and three readings of them: ours, HiGHS' and the judge's."""

from __future__ import annotations

import re
import tempfile
import warnings
from fractions import Fraction
from math import isinf, lcm
from pathlib import Path
from random import Random
from typing import Any

import highspy

from optgap.core.faults import InputError
from optgap.solvers.engines import StandardForm, model_in_file
from optgap.validation.judge.verify_proof import MpsReader, Refused

LEAST = 1e-9  # HiGHS drops coefficients that are smaller


def exact(value: float) -> Fraction | str:
    number = float(value)
    return repr(number) if isinf(number) else Fraction(repr(number))


def ours(form: StandardForm) -> dict[str, Any]:
    """Return all numbers of a form by names."""
    matrix, sign = form.matrix.tocsc(), form.sign
    columns, rows = {}, {}
    for j in range(form.shape[1]):
        columns[form.column_name(j)] = (
            exact(sign * form.cost[j] + 0.0),
            exact(form.lower[j]),
            exact(form.upper[j]),
            bool(form.integer[j]),
        )
    for i in range(form.shape[0]):
        sides = exact(form.row_lower[i]), exact(form.row_upper[i])
        rows[form.row_name(i)] = (*sides, {})
    for j in range(form.shape[1]):
        for k in range(matrix.indptr[j], matrix.indptr[j + 1]):
            terms = rows[form.row_name(int(matrix.indices[k]))][2]
            if abs(matrix.data[k]) > LEAST:
                terms[form.column_name(j)] = exact(matrix.data[k])
    constant = exact(sign * form.constant + 0.0)
    return {"sense": form.sense, "constant": constant, "columns": columns, "rows": rows}


def theirs(path: Path) -> dict[str, Any] | None:
    """Return the same of HiGHS' reading; ``None`` if HiGHS cannot read the file."""
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    if highs.readModel(str(path)) == highspy.HighsStatus.kError:
        return None
    lp = highs.getLp()
    if not lp.num_col_ or (lp.num_row_ and not lp.row_names_):
        return None
    whole = [kind == highspy.HighsVarType.kInteger for kind in lp.integrality_]
    columns = {
        name: (exact(cost), exact(low), exact(high), is_integer)
        for name, cost, low, high, is_integer in zip(
            lp.col_names_,
            lp.col_cost_,
            lp.col_lower_,
            lp.col_upper_,
            whole or [False] * lp.num_col_,
            strict=True,
        )
    }
    rows: dict[str, Any] = {
        name: (exact(low), exact(high), {})
        for name, low, high in zip(lp.row_names_, lp.row_lower_, lp.row_upper_, strict=True)
    }
    starts, indices, values = lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_
    for j, name in enumerate(lp.col_names_):
        for k in range(starts[j], starts[j + 1]):
            if abs(values[k]) > LEAST:
                rows[lp.row_names_[indices[k]]][2][name] = exact(values[k])
    sense = "minimize" if lp.sense_ == highspy.ObjSense.kMinimize else "maximize"
    rows = {re.sub("^HiGHS_R", "r", name): row for name, row in rows.items()}  # unnamed rows
    return {"sense": sense, "constant": exact(lp.offset_), "columns": columns, "rows": rows}


def close(one: Any, other: Any) -> bool:
    """Return whether two sides are equal, up to the rounding of HiGHS' sum of side and range."""
    if isinstance(one, str) or isinstance(other, str):
        return bool(one == other)
    return abs(one - other) <= Fraction(1, 10**15) * max(abs(one), abs(other), Fraction(1))


def same(one: dict[str, Any], other: dict[str, Any] | None) -> bool:
    """Return whether two readings are equal."""
    if other is None or one["rows"].keys() != other["rows"].keys():
        return False
    rows = all(
        row[2] == other["rows"][name][2] and all(map(close, row[:2], other["rows"][name][:2]))
        for name, row in one["rows"].items()
    )
    costs = any(cost for cost, *_ in one["columns"].values())  # else HiGHS always minimises
    keys = ("sense", "constant", "columns") if costs else ("constant", "columns")
    return rows and all(one[key] == other[key] for key in keys)


def reading(path: Path) -> tuple[dict[str, Any] | None, list[str]]:
    """Return our reading and its notes; ``None`` if the file is refused."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found = ours(model_in_file(path))
        except InputError:
            return None, []
    return found, [str(warning.message) for warning in caught]


def judged(path: Path) -> list[Any] | None:
    """Return columns and rows, in the order of the file, as the judge reads it; or ``None``."""
    try:
        model = MpsReader(path.read_text()).model
    except (Refused, UnicodeDecodeError):
        return None
    sign = -1 if model.maximise else 1
    columns = [
        (name, sign * model.cost.get(j, 0), model.lower[j], model.upper[j], model.integer[j])
        for name, j in model.columns.items()
    ]
    names = list(model.columns)
    rows = [
        (
            {names[j]: a for j, a in zip(row.columns, row.coefficients, strict=True)},
            row.lower,
            row.upper,
        )
        for row in model.rows
    ]
    return [model.maximise, sign * model.constant, columns, rows]


def as_judged(found: dict[str, Any]) -> list[Any]:
    """Return our reading in the form of `judged`: rows are multiplied until they are integral."""
    columns = [
        (name, cost, *(None if isinstance(end, str) else end for end in (low, high)), whole)
        for name, (cost, low, high, whole) in found["columns"].items()
    ]
    rows = []
    for low, high, terms in found["rows"].values():
        sides = [None if isinstance(side, str) else side for side in (low, high)]
        clear = lcm(*(x.denominator for x in (*terms.values(), *sides) if x is not None))
        scaled = [None if side is None else side * clear for side in sides]
        rows.append(({name: a * clear for name, a in terms.items()}, *scaled))
    return [found["sense"] == "maximize", found["constant"], columns, rows]


MPS = """NAME t
OBJSENSE
    MAX
ROWS
 N cost
 N other
 L room
 G need
 E even
COLUMNS
    M 'MARKER' 'INTORG'
    x cost 3 room 1
    x need 0.5
    y cost 2 even 1
    y other 7
    M 'MARKER' 'INTEND'
    z room -2.5 need 1
    z even 3
RHS
    RHS cost -4 room 8
    RHS need 0.5 even 3
RANGES
    RNG room 2 need 1
    RNG even -1
BOUNDS
 UP BND x 10
 LO BND x -1
 LO BND y 1
 UP BND z 4.5
 MI BND z
ENDATA
"""
LP = """\\ a comment
Maximize
 obj: 3 x + 2 y - 0.5 z + 4
Subject To
 room: x + y
   - 2.5 z <= 8
 need: 0.5 x + z >= 0.5
 even: y + 3 z = 3
Bounds
 -1 <= x <= 10
 y >= 1
 z free
General
 x y
Binary
 b
End
"""
LP = LP.replace("even: y", "even: b + y")
WORDS = {
    ".mps": [*"NLGE", "UP", "LO", "FX", "FR", "MI", "PL", "BV", "LI", "UI", "SC", "SI", "cost",
             "x", "y", "z", "w", "room", "need", "other", "'MARKER'", "'INTORG'", "RHS", "RANGES",
             "ROWS",
             "BOUNDS", "OBJSENSE", "MIN", "OBJNAME", "ENDATA", "SOS"],
    ".lp": ["x", "y", "z", "w", "b", "+", "-", "<=", ">=", "=", "<", ":", "free", "inf", "-inf",
            "e3", "st", "End", "General", "Bounds", "Binary", "semi", "[", "]", "^2",
            "*", "room:", "\\"],
}  # fmt: skip
NUMBERS = ["0", "-2", "1e30", "-1e30", "nan", "inf", "1e", "0x1", "1,5", "5e-324", "1e400",
           "0.30000000000000000001", "3.", ".5", "+1", "--1", "1d2", "2.5", "1_0"]  # fmt: skip


def mutated(text: str, words: list[str], random: Random) -> str:
    """Return a text with one to three random changes of lines, words or letters."""
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        lines = text.split("\n")
        k, other = random.randrange(len(lines)), random.randrange(len(lines))
        change = random.randrange(7)
        if change == 0:
            del lines[k]
        elif change == 1:
            lines.insert(other, lines[k])
        elif change == 2:
            lines[k], lines[other] = lines[other], lines[k]
        elif change == 3:
            lines[k] += random.choice(["", " ", "\n"]) + lines[other].strip()
        else:
            parts = re.split(r"(\s+)", lines[k])
            place = random.randrange(len(parts))
            fresh = random.choice(words if change < 6 else NUMBERS)
            parts[place] = f" {fresh} " if parts[place].isspace() else fresh
            lines[k] = "".join(parts)
        text = "\n".join(lines)
    return text


def drawn(random: Random, suffix: str) -> str:
    """Return the text of a small random model."""
    numbers = ["1", "-2", "0.5", "3.25", "1e2", "-7", "12.125", "1e-3", "40"]
    columns = [f"x{k}" for k in range(random.randint(1, 4))]
    rows = {f"r{k}": random.choice("LGE") for k in range(random.randint(1, 4))}
    cells = {
        (row, column): random.choice(numbers)
        for row in (*rows, "cost")
        for column in columns
        if random.random() < 0.7
    }
    for column in columns:
        cells.setdefault(("cost", column), "1")
    sides = {row: random.choice(numbers) for row in rows}
    whole = set(random.sample(columns, random.randint(0, len(columns))))
    bounds = {column: sorted(random.sample(range(-3, 12), 2)) for column in columns}
    maximised = random.random() < 0.5
    if suffix == ".mps":
        text = ["NAME t", "OBJSENSE", "    MAX" if maximised else "    MIN", "ROWS", " N cost"]
        text += [f" {kind} {row}" for row, kind in rows.items()] + ["COLUMNS"]
        for j, column in enumerate(columns):
            if column in whole:
                text.append(f"    M{2 * j} 'MARKER' 'INTORG'")
            text += [f"    {column} {row} {a}" for (row, c), a in cells.items() if c == column]
            if column in whole:
                text.append(f"    M{2 * j + 1} 'MARKER' 'INTEND'")
        text += ["RHS", *(f"    RHS {row} {side}" for row, side in sides.items()), "RANGES"]
        text += [
            f"    RNG {row} {random.randint(1, 9)}" for row, kind in rows.items() if kind != "E"
        ]
        text.append("BOUNDS")
        for column, (low, high) in bounds.items():
            text += [f" LO BND {column} {low}", f" UP BND {column} {high}"]
        return "\n".join([*text, "ENDATA", ""])
    sums = {
        row: " ".join(
            f"{'' if a[0] == '-' else '+'} {a} {c}".strip()
            for (r, c), a in cells.items()
            if r == row
        )
        for row in ("cost", *rows)
    }
    relations = {"L": "<=", "G": ">=", "E": "="}
    text = ["maximize" if maximised else "minimize", f" cost: {sums['cost']}", "subject to"]
    text += [
        f" {row}: {sums[row]} {relations[kind]} {sides[row]}"
        for row, kind in rows.items()
        if sums[row]
    ]
    text += ["bounds", *(f" {low} <= {column} <= {high}" for column, (low, high) in bounds.items())]
    return "\n".join([*text, "general", *(f" {column}" for column in sorted(whole)), "end", ""])


def misread_files(seed: int, rng: Random) -> list[str]:
    """A mutated model file is refused, or read as HiGHS and the judge read it."""
    suffix = rng.choice([".mps", ".lp"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"model{suffix}"
        for _ in range(40):
            text = drawn(rng, suffix)
            if rng.random() < 0.9:
                text = mutated(text, WORDS[suffix], rng)
            path.write_text(text)
            found, notes = reading(path)
            if found is None:
                continue
            beside = judged(path) if suffix == ".mps" else None
            if beside is not None and not notes and beside != as_judged(found):
                return [f"read as another model than by the judge, seed {seed}:\n{text}"]
            other = theirs(path)
            if (
                other is not None
                and not notes
                and not has_two_sides(found, suffix)
                and not same(found, other)
            ):
                return [f"read as another model than by HiGHS, seed {seed}:\n{text}"]
    return []


def has_two_sides(found: dict[str, Any], suffix: str) -> bool:
    """Return whether an LP file has a row with two sides, of which HiGHS 1.12 drops the left."""
    sides = [row[:2] for row in found["rows"].values()]
    return suffix == ".lp" and any(
        not isinstance(low, str) and low != high and not isinstance(high, str)
        for low, high in sides
    )
