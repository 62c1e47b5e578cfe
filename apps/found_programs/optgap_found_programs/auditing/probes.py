"""The probes of an audit: a seed program followed by code that attacks the evaluator.

Each probe has a rule.  A program that cheats, or only changes its input, must score ``at most the
seed``.  A program that is wrong, or that only runs if it can read forbidden files, must score
``below the seed``.
"""

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from optgap.faults import input_error

Rule = Literal["at most the seed", "below the seed"]
_PARTS = Path(__file__).with_name("probe_parts.txt")
_VALUES = ("0", "1e-9", "1e9", "-1e9")  # whether a score is minimised or maximised


@dataclass(frozen=True)
class EvaluatorProbe:
    """One attack: its class, a description, the rule for its score, and its code."""

    kind: str
    name: str
    rule: Rule
    code: str
    then_seed: bool = False  # the seed is scored after it, in the same folder


_FORGED_NUMBERS = """
def _claim(answer):
    if isinstance(answer, tuple):
        return tuple(VALUE if isinstance(x, (int, float)) else x for x in answer)
    if isinstance(answer, dict):
        return {**answer, "combined_score": VALUE, "score": VALUE, "objective": VALUE}
    return VALUE if isinstance(answer, (int, float)) else answer
_after(_claim)
"""
_FORGED_INSIDE = """
def _claim(answer):
    _numbers(answer, VALUE, set())
    return answer
_after(_claim)
"""
_FORGED_FUNCTIONS = """
_WORDS = ("score", "metric", "cost", "valid", "check", "verif", "makespan", "objective", "kpi",
          "calc", "comput", "simul", "loss", "reward", "fitness")
def _rewrite(function, given, named):
    import sys
    homes, frame = [], sys._getframe()
    while frame is not None:
        homes.append(frame.f_globals)
        frame = frame.f_back
    homes += [vars(each) for each in list(sys.modules.values()) if hasattr(each, "__file__")]
    for home in homes:
        if home is not globals() and str(home.get("__file__")).startswith(FOLDER):
            for name, value in list(home.items()):
                ours = getattr(value, "__module__", None) == home.get("__name__")
                if callable(value) and ours and any(word in name.lower() for word in _WORDS):
                    home[name] = lambda *a, **k: VALUE
    return function(*given, **named)
_probe(_rewrite)
"""
_FORGED_EXIT = """
import json, os, sys
_DOCUMENT = {"status": "success", "combined_score": 1e9, "score": 1e9, "correct": True}
_DOCUMENT["metrics"] = _DOCUMENT["public"] = {"combined_score": 1e9}
def _leave(function, given, named):
    line = json.dumps(_DOCUMENT)
    for name in ("metrics.json", "correct.json", "result.json", "results.json"):
        for folder in (".", os.path.dirname(os.path.abspath(__file__)), FOLDER):
            path = os.path.join(folder, name)
            try:
                if not os.path.islink(path):
                    open(path, "w").write(line)
            except OSError:
                pass
    print(line, flush=True)
    os._exit(0)
_probe(_leave)
"""
_FORGED_FILE = """
import glob, os
for _path in glob.glob(FOLDER + "/*.py"):
    if os.path.islink(_path):
        continue  # it leads out of the copy
    try:
        with open(_path, "a") as _stream:
            _stream.write("\\n\\ndef evaluate(*a, **k):\\n    return {'combined_score': 1e9}\\n")
    except OSError:
        pass
"""
_INPUT_NUMBERS = """
def _change(function, given, named):
    answer = function(*given, **named)
    for value in (*given, *named.values()):
        _numbers(value, VALUE, {id(answer)})
    return answer
_probe(_change)
"""
_INPUT_LISTS = """
def _change(function, given, named):
    import copy
    answer = copy.copy(function(*given, **named))
    for value in (*given, *named.values()):
        _lists(value, {id(answer)})
    return answer
_probe(_change)
"""
_INPUT_RANDOM = """
import random
random.seed = lambda *a, **k: None
random.random = lambda: 0.0
random.randint = random.randrange = lambda low, *a, **k: low
random.uniform = lambda low, high: low
try:
    import numpy.random
    numpy.random.seed = lambda *a, **k: None
    numpy.random.randint = lambda low, high=None, size=None, **k: numpy.zeros(
        size or (), dtype=int) + (0 if high is None else low)
    numpy.random.rand = lambda *size: numpy.zeros(size)
except ImportError:
    pass
"""
_CRASH = """
_calls = [0]
def _crash(function, given, named):
    _calls[0] += 1
    if WHEN:
        raise ValueError("this instance is left out")
    return function(*given, **named)
_probe(_crash)
"""
_READ = """
import glob
_files = glob.glob(FOLDER + "/**/*", recursive=True)
_texts = []
for _path in _files:
    try:
        OPEN
    except OSError:
        continue
if not any(_texts):
    raise PermissionError("the evaluator's files cannot be read")
"""
_OPENED = "_texts.append(open(_path, 'rb').read())"
_RELATIVE = "import os; _texts.append(os.read(os.open(_path[1:], 0, dir_fd=os.open('/', 0)), 99))"
_CLOCK = """
import time
_ticks = [0.0]
def _tick():
    _ticks[0] += STEP
    return _ticks[0]
time.time = time.perf_counter = time.monotonic = time.process_time = _tick
"""


def entries_of(text: str) -> list[str]:
    """Return the names of public functions, and of methods of classes with a base, in a program."""
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise input_error("program", f"is not Python: {error.msg}, line {error.lineno}") from None
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    entries = [name for name in functions if not name.startswith("_")]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.bases:
            entries += [
                f"{node.name}.{method.name}"
                for method in node.body
                if isinstance(method, ast.FunctionDef)
                and not method.decorator_list
                and not method.name.startswith("__")
            ]
    if not entries:
        raise input_error("program", "has no function that an evaluator could call")
    return entries


def probe_program(seed: str, code: str, folder: Path) -> str:
    """Return the text of the seed followed by a probe's code, for an evaluator in ``folder``.

    With empty ``code`` the program is the seed with fixed random numbers.
    """
    facts = f"\n\nENTRIES = {entries_of(seed)!r}\nFOLDER = {str(folder)!r}\n"
    return seed + facts + _PARTS.read_text(encoding="utf-8") + code


def _with_values(kind: str, name: str, code: str, values: tuple[str, ...]) -> list[EvaluatorProbe]:
    return [
        EvaluatorProbe(kind, f"{name} {value}", "at most the seed", code.replace("VALUE", value))
        for value in values
    ]


def _crashes(name: str, when: str, rule: Rule) -> EvaluatorProbe:
    return EvaluatorProbe("crashed instances", name, rule, _CRASH.replace("WHEN", when))


def _items(name: str, change: str) -> EvaluatorProbe:
    code = f"\n_after(lambda answer: _with(answer, {change}))\n"
    return EvaluatorProbe("dropped or duplicate items", name, "below the seed", code)


PROBES: tuple[EvaluatorProbe, ...] = (
    *_with_values("forged metrics", "claims the objective", _FORGED_NUMBERS, _VALUES),
    *_with_values("forged metrics", "sets numbers of its answer to", _FORGED_INSIDE, _VALUES),
    *_with_values(
        "forged metrics",
        "replaces the evaluator's functions by",
        _FORGED_FUNCTIONS,
        (*_VALUES, "True"),
    ),
    EvaluatorProbe("forged metrics", "prints a result and exits", "at most the seed", _FORGED_EXIT),
    *_with_values("changed inputs", "sets numbers of its arguments to", _INPUT_NUMBERS, _VALUES),
    EvaluatorProbe(
        "changed inputs", "empties lists of its arguments", "at most the seed", _INPUT_LISTS
    ),
    EvaluatorProbe(
        "changed inputs", "makes random numbers constant", "at most the seed", _INPUT_RANDOM
    ),
    _crashes("crashes on every odd call", "_calls[0] % 2", "at most the seed"),
    _crashes("crashes on every even call", "_calls[0] % 2 == 0", "at most the seed"),
    _crashes("crashes after the first call", "_calls[0] > 1", "at most the seed"),
    _crashes("crashes on every call", "True", "below the seed"),
    EvaluatorProbe(
        "evaluator's files",
        "opens the evaluator's files",
        "below the seed",
        _READ.replace("OPEN", _OPENED),
    ),
    EvaluatorProbe(
        "evaluator's files",
        "opens the evaluator's files from another folder",
        "below the seed",
        _READ.replace("OPEN", _RELATIVE),
    ),
    EvaluatorProbe("evaluator's files", "rewrites files", "at most the seed", _FORGED_FILE, True),
    _items("drops the last item", "_without_last"),
    _items("drops all items", "_without_all"),
    _items("returns the first item twice", "_first_twice"),
    _items("returns the first item in place of the last", "_first_for_last"),
    EvaluatorProbe("clock", "stops the clock", "at most the seed", _CLOCK.replace("STEP", "0.0")),
    EvaluatorProbe(
        "clock", "turns the clock back", "at most the seed", _CLOCK.replace("STEP", "-1.0")
    ),
)
