"""The solution file of a solver that was given an exported model: names and values.

HiGHS writes sections (``# Columns 3``), Gurobi and SCIP one name and its value a line, CBC a number
before the name, CPLEX attributes of ``<variable …/>``.  A variable that a file leaves out is 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from math import isfinite

import numpy as np
from pyomo.core.base.label import LPFileLabeler

from ...core.arrays import FloatArray
from ...core.faults import Fault, InputError, near_miss
from .forms import StandardForm
from .mps_file import column_labels

_MOST_FAULTS, _MOST_HINTS = 20, 1000
_CPLEX = re.compile(r'<variable\s[^>]*?name="([^"]*)"[^>]*?value="([^"]*)"')
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}
_HEADS = ("solution status", "objective value", "no solution", "=obj=", "optimal - ", "stopped on ")
_CONSTANT = "ONE_VAR_CONSTANT"  # a column that Pyomo adds to an LP file


def point_in_file(text: str, form: StandardForm, subject: str) -> FloatArray:
    """Return the values of a form's columns; names are those of its MPS or LP file.

    Names that are no variable, values that are no number and repeated names are faults, and so is
    a file without any value.
    """
    pairs = list(_pairs(text))
    columns = max(_tables(form), key=lambda table: sum(name in table for _, name, _ in pairs))
    point = np.zeros(form.shape[1])
    known: set[int] = set()
    faults: list[Fault] = []
    for line, name, value in pairs:
        column = columns.get(name)
        if column is None:
            hint = near_miss(name, islice(columns, _MOST_HINTS))
            faults.append(Fault.of(f"line {line}", f"is no variable of the model {hint}", name))
        elif (number := _number(value)) is None:
            faults.append(Fault.of(f"line {line}", f"{name} has no finite number", value))
        elif column in known:
            faults.append(Fault.of(f"line {line}", "the variable stands more than once", name))
        else:
            known.add(column)
            point[column] = number
    if not known and not faults:
        faults.append(Fault("(file)", "holds no value of a variable"))
    if faults:
        raise InputError(subject, faults[:_MOST_FAULTS])
    return point


def _tables(form: StandardForm) -> Iterator[dict[str, int]]:
    """Yield the column of each name: of the MPS file, and of the LP file that Pyomo writes."""
    yield {name: j for j, name in enumerate(column_labels(form))}
    labeler = LPFileLabeler()
    labels = [labeler(variable) for variable in form.columns]
    if len(set(labels)) == len(labels):  # else Pyomo has numbered them
        yield {name: j for j, name in enumerate(labels)}


def _pairs(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield line, name and value; of a file in sections only those of the columns."""
    in_sections = bool(re.search(r"^# Columns \d+", text, re.MULTILINE))
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
    """Yield name and value of a line: after CBC's number, before the cost that SCIP adds."""
    if words[0] == "**":  # CBC marks what breaks a bound
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
