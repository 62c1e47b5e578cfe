"""What all runners share: programs come in as lines of JSON, and answers go out.

A runner needs only its engine and the standard library, because it runs in environments of old
versions.  What an engine prints goes nowhere: file descriptor 1 is put aside for the answers.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from fractions import Fraction
from math import inf, lcm
from typing import Any

Program = dict[str, Any]  # cost, rows, low, high, lower, upper, integer; None is infinite
Answer = dict[str, Any]  # status, and the value of an optimum
Solve = Callable[[Program, dict[str, Any]], Answer]


def serve(solve: Solve) -> None:
    """Answer every program on stdin with the options that the first argument holds."""
    options = json.loads(sys.argv[1])
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for line in sys.stdin:
        try:
            answer = solve(json.loads(line), options)
        except Exception as error:  # the answer of an engine that refuses
            answer = {"status": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def ends(values: list[float | None], missing: float = inf) -> list[float]:
    """Return sides or bounds with numbers where they are infinite."""
    return [missing if value is None else value for value in values]


def in_integers(program: Program) -> tuple[Program, int]:
    """Return a program with integer coefficients, and the factor of its objective."""
    if not all(program["integer"]) or None in (*program["lower"], *program["upper"]):
        raise ValueError("needs integers with bounds")
    cost, factor = _multiplied(program["cost"])
    rows, low, high = [], [], []
    for row, one, other in zip(program["rows"], program["low"], program["high"], strict=True):
        numbers, _ = _multiplied([*row, one, other])
        rows.append(numbers[:-2])
        low.append(numbers[-2])
        high.append(numbers[-1])
    lower, upper = [list(map(int, program[end])) for end in ("lower", "upper")]
    whole = {"cost": cost, "rows": rows, "low": low, "high": high, "lower": lower, "upper": upper}
    return whole, factor


def _multiplied(numbers: list[float | None]) -> tuple[list[Any], int]:
    """Return the decimals of numbers as integers, and the factor."""
    decimals = [None if number is None else Fraction(repr(number)) for number in numbers]
    factor = lcm(*(number.denominator for number in decimals if number is not None))
    return [None if number is None else int(number * factor) for number in decimals], factor
