"""Model files: a writer of free MPS, with decimal numbers, and readers of models and points."""

import gzip
import re
import warnings
import zlib
from collections.abc import Iterator, Sequence
from decimal import Decimal, localcontext
from io import BytesIO
from itertools import islice
from math import isfinite, isinf
from pathlib import Path

import numpy as np
from pyomo.core.base.label import LPFileLabeler

from ...core.arrays import FloatArray
from ...core.faults import ConventionWarning, Fault, InputError, near_miss
from ...core.files import LARGEST_BYTES, read_bytes
from .lp_reader import read_lp
from .mps_reader import read_mps
from .standard_form import StandardForm

_INTEGER, _CONTINUOUS = "'INTORG'", "'INTEND'"
_DIGITS, _NOISE = 12, 1e-15
_UNPRINTABLE = re.compile(r"[^!-~]")


def mps(form: StandardForm, name: str = "model") -> str:
    """Return the model as free MPS, minimised or maximised as given, with the model's names."""
    return "\n".join(_lines(form.without_free_rows(), name)) + "\n"


def labels(names: Sequence[str], letter: str) -> list[str]:
    """Return names without blanks, or numbered labels for all if two names would coincide."""
    cleaned = [_UNPRINTABLE.sub("_", name) for name in names]
    forbidden = {"'MARKER'", "RHS", "RANGES", "BOUNDS", "objective"}
    usable = all(0 < len(each) <= 200 and each[0] not in "*$" for each in cleaned)
    if usable and len(set(cleaned)) == len(cleaned) and not forbidden & set(cleaned):
        return cleaned
    return [f"{letter}{k}" for k in range(len(names))]


def column_labels(form: StandardForm) -> list[str]:
    """Return the names of the columns in the MPS file."""
    return labels([form.column_name(j) for j in range(form.shape[1])], "x")


def _lines(form: StandardForm, name: str) -> Iterator[str]:
    rows, columns = form.shape
    row_names = labels([form.row_name(i) for i in range(rows)], "r")
    names = column_labels(form)
    lower, upper = form.row_lower.tolist(), form.row_upper.tolist()
    kinds = [_kind(*sides) for sides in zip(lower, upper, strict=True)]
    yield f"NAME {_UNPRINTABLE.sub('_', name) or 'model'}"
    yield "OBJSENSE"
    yield "    MIN" if form.sense == "minimize" else "    MAX"
    yield "ROWS"
    yield " N objective"
    yield from (f" {kind} {row}" for kind, row in zip(kinds, row_names, strict=True))
    yield "COLUMNS"
    yield from _columns(form, names, row_names)
    yield "RHS"
    if form.constant:
        yield f"    RHS objective {decimal(-form.sign * float(form.constant))}"
    for i, kind in enumerate(kinds):
        side = upper[i] if kind in "LE" else lower[i]
        if side and not isinf(side):
            yield f"    RHS {row_names[i]} {decimal(side)}"
    yield "RANGES"
    for i, kind in enumerate(kinds):
        if kind == "G" and not isinf(upper[i]):
            yield f"    RANGES {row_names[i]} {_width(lower[i], upper[i])}"
    yield "BOUNDS"
    for j in range(columns):
        yield from _bounds(names[j], float(form.lower[j]), float(form.upper[j]))
    yield "ENDATA"


def _kind(lower: float, upper: float) -> str:
    if lower == upper:
        return "E"
    return "L" if isinf(lower) else "G"


def _columns(form: StandardForm, names: list[str], row_names: list[str]) -> Iterator[str]:
    matrix = form.matrix
    inside, markers = False, 0
    for j, integer in enumerate(form.integer.tolist()):
        if integer != inside:
            yield f"    M{markers} 'MARKER' {_INTEGER if integer else _CONTINUOUS}"
            inside, markers = integer, markers + 1
        entries = slice(matrix.indptr[j], matrix.indptr[j + 1])
        cost = float(form.cost[j])
        if cost or entries.start == entries.stop:
            yield f"    {names[j]} objective {decimal(form.sign * cost)}"
        for i, value in zip(
            matrix.indices[entries].tolist(), matrix.data[entries].tolist(), strict=True
        ):
            yield f"    {names[j]} {row_names[i]} {decimal(value)}"
    if inside:
        yield f"    M{markers} 'MARKER' {_CONTINUOUS}"


def _bounds(name: str, lower: float, upper: float) -> Iterator[str]:
    if lower == upper:
        yield f" FX BND {name} {decimal(lower)}"
        return
    yield f" MI BND {name}" if isinf(lower) else f" LO BND {name} {decimal(lower)}"
    yield f" PL BND {name}" if isinf(upper) else f" UP BND {name} {decimal(upper)}"


def _width(lower: float, upper: float) -> str:
    """Return upper minus lower side of a row, computed exactly, as a decimal."""
    with localcontext() as context:
        context.prec = 700
        return format(Decimal(decimal(upper)) - Decimal(decimal(lower)), "f")


def decimal(value: float) -> str:
    """Return a number as a decimal, such as 0.3 for 0.1 + 0.2, a slightly larger float.

    The decimal has twelve digits if it differs by a rounding error only, otherwise all digits.
    """
    if value.is_integer() and abs(value) < 1e16:
        return str(int(value))
    short = f"{value:.{_DIGITS}g}"
    return repr(float(short)) if abs(float(short) - value) <= _NOISE * abs(value) else repr(value)


_MOST_FAULTS, _MOST_HINTS = 20, 1000
_CPLEX = re.compile(r'<variable\s[^>]*?name="([^"]*)"[^>]*?value="([^"]*)"')
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}
_HEADS = ("solution status", "objective value", "no solution", "=obj=", "optimal - ", "stopped on ")
_CONSTANT = "ONE_VAR_CONSTANT"  # a column that Pyomo adds to an LP file


def point_in_file(text: str, form: StandardForm, of_file: StandardForm, subject: str) -> FloatArray:
    """Return the value of each column of a form from a text with names of its MPS or LP file.

    ``of_file`` is the form with the names of the user's file, or else ``form`` itself.

    `InputError` reports unknown or repeated names, bad values, and a text without values.

    HiGHS writes sections (``# Columns 3``), Gurobi and SCIP one name and its value a line, CBC a
    number before the name, CPLEX attributes of ``<variable …/>``. A variable that a file leaves out
    is 0.
    """
    pairs = list(_pairs(text))
    tables = _tables(form, of_file)
    columns = max(tables, key=lambda table: sum(name in table for _, name, _ in pairs))
    point = np.zeros(form.shape[1])
    known: set[int] = set()
    faults: list[Fault] = []
    for line, name, value in pairs:
        column = columns.get(name)
        if column is None:
            hint = near_miss(name, islice(columns, _MOST_HINTS))
            faults.append(Fault.of(f"line {line}", f"is not a variable of the model {hint}", name))
        elif (number := _number(value)) is None:
            faults.append(Fault.of(f"line {line}", f"{name} must be a finite number", value))
        elif column in known:
            faults.append(Fault.of(f"line {line}", "the variable appears more than once", name))
        else:
            known.add(column)
            point[column] = number
    if not known and not faults:
        faults.append(Fault("(file)", "holds no solution"))
    if faults:
        raise InputError(subject, faults[:_MOST_FAULTS])
    return point


def _tables(form: StandardForm, of_file: StandardForm) -> Iterator[dict[str, int]]:
    """Yield two dictionaries from names to columns, for names of the MPS and of Pyomo's LP file."""
    yield {name: j for j, name in enumerate(column_labels(of_file))}
    labeler = LPFileLabeler()
    labels = [labeler(variable) for variable in form.columns]
    if len(set(labels)) == len(labels):  # otherwise Pyomo has numbered them
        yield {name: j for j, name in enumerate(labels)}


def _pairs(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield line, name and value of each entry; of a file with sections, only column entries."""
    in_sections = bool(re.search(r"^(# Columns \d+|Model status$)", text, re.MULTILINE))
    inside = not in_sections
    for k, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if in_sections and line.startswith("# "):
            inside = line.startswith("# Columns")
            if "Dual" in line:
                return
            continue
        if not inside or not line or line.startswith(("#", "<?xml")):
            continue
        if line.startswith("<"):
            for name, value in _CPLEX.findall(line):
                yield k, _unescape(name), value
        elif not line.lower().startswith(_HEADS):
            yield from _pair(k, line.split())


def _pair(line: int, words: list[str]) -> Iterator[tuple[int, str, str]]:
    """Yield name and value of a line, without the index that CBC or the cost that SCIP adds."""
    if words[0] == "**":  # CBC marks values that violate a bound
        words = words[1:]
    if len(words) == 4 and words[0].isdigit():
        words = words[1:]
    if len(words) >= 2 and words[0] != _CONSTANT:
        yield line, words[0], words[1]


def _unescape(name: str) -> str:
    for entity, letter in _ENTITIES.items():
        name = name.replace(entity, letter)
    return name


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) else None


# Blanks and control characters of which readers disagree whether they end a word or a line.
_ODD = re.compile(r"[^\S \t\r\n]|[\x00-\x08\x0e-\x1b\x7f]|\r(?!\n)")


def model_in_file(path: Path) -> StandardForm:
    """Return the model in an MPS or LP file, with the names in the file.

    `InputError` reports all faults of the file; conventions on which solvers differ are warnings.
    """
    text = _text(path)
    subject = str(path)
    odd = _ODD.search(text)
    if odd is not None:
        place = f"line {text.count(chr(10), 0, odd.start()) + 1}"
        raise InputError(subject, [Fault.of(place, "has a blank or control character", odd[0])])
    is_lp = path.name.removesuffix(".gz").endswith(".lp")
    found = read_lp(text) if is_lp else read_mps(text)
    form = found.form(subject)
    for sentence in found.notes_in_words():
        warnings.warn(f"{path.name}: {sentence}", ConventionWarning, stacklevel=2)
    return form


def _text(path: Path) -> str:
    """Return the text in a file, of limited size even if it is compressed."""
    content, subject = read_bytes(path), str(path)
    if path.name.endswith(".gz"):
        try:
            with gzip.open(BytesIO(content)) as stream:
                content = stream.read(LARGEST_BYTES + 1)
        except (EOFError, OSError, zlib.error) as error:
            raise InputError(subject, [Fault("(file)", f"cannot be unpacked: {error}")]) from None
        if len(content) > LARGEST_BYTES:
            rule = f"is larger than {LARGEST_BYTES >> 20} MiB when unpacked"
            raise InputError(subject, [Fault("(file)", rule)])
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        rule = f"cannot be read: byte {error.start} is not UTF-8 text"
        raise InputError(subject, [Fault("(file)", rule)]) from None
