"""Ten drill exercises on a lesson, drawn by a seed; `test_drills.py` marks the answers.

`python drills.py 3 --seed 7` prints those of lesson 3. The forms are in `drills.toml`: a text, the
ranges of its numbers, the answer as an expression, and conditions that make the answer unique.
"""

import argparse
import functools
import itertools
import math
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from scipy.optimize import linprog

HERE = Path(__file__).parent
ANSWERS = HERE / "drill_answers.toml"
COUNT = 10
_KNOWN = {"np": np, "linprog": linprog, **vars(math), **vars(itertools), **vars(functools)}


def drills(lesson: int, seed: int) -> list[tuple[str, float]]:
    """Return the text and the answer of each exercise."""
    forms = tomllib.loads((HERE / "drills.toml").read_text())[f"lesson-{lesson}"]
    return [
        draw_exercise(forms[k % len(forms)], Random(f"{lesson} {seed} {k}")) for k in range(COUNT)
    ]


def draw_exercise(form: dict[str, Any], random: Random) -> tuple[str, float]:
    """Return an exercise of a form; numbers that break its condition are drawn again."""
    while True:
        names = {name: numbers(random, *shape) for name, shape in form["draw"].items()}
        for name, expression in form.get("let", {}).items():
            names[name] = eval(expression, _KNOWN | names)
        if eval(form.get("if", "True"), _KNOWN | names):
            return form["text"].format(**names), float(eval(form["answer"], _KNOWN | names))


def numbers(random: Random, low: int, high: int, *shape: int) -> Any:
    """Return an integer, or nested lists of integers of a shape."""
    if not shape:
        return random.randint(low, high)
    return [numbers(random, low, high, *shape[1:]) for _ in range(shape[0])]


def main() -> None:
    """Print the exercises, and write a file for the answers if there is none."""
    parser = argparse.ArgumentParser(description="Print ten drill exercises on a lesson.")
    parser.add_argument("lesson", type=int, choices=range(1, 9))
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    for number, (text, _) in enumerate(drills(asked.lesson, asked.seed), 1):
        print(f"{number}. {text}\n")
    if not ANSWERS.exists():
        ANSWERS.write_text(f"lesson = {asked.lesson}\nanswers = [\n]\n")
    print(f"Write ten numbers, with commas between them, into {ANSWERS.name}. Then run")
    print(f"python -m pytest test_drills.py --seed {asked.seed}")


if __name__ == "__main__":
    main()
