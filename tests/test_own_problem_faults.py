"""Own problems with faults: each is answered with place and rule, and ends with exit code 2."""

from pathlib import Path

import pytest

import optgap
from optgap.validation.judge import claim_faults, proven_bound
from optgap.validation.running.solve import solve
from optgap.validation.study.hunt import Hunt

KNAPSACK = (Path(__file__).parents[1] / "examples" / "knapsack.py").read_text()
CHECK = "    return sum(thing.value for thing in packed)\n"
PACKED = "    packed = [t for t, yes"
MODEL = "    m = pyo.ConcreteModel()\n"
WORTH = next(line + "\n" for line in KNAPSACK.splitlines() if "m.worth" in line)
GREEDY = "    packed, room = [False]"
DRAW = "    rng = np.random"


@pytest.fixture
def declared(tmp_path, monkeypatch):
    """Return a function that loads the knapsack with a change."""
    monkeypatch.setenv("OPTGAP_PROBLEM_FILES", "")

    def load(
        old: str = "", new: str = "", name: str = "own.py", imports: str = ""
    ) -> optgap.Problem:
        assert not old or KNAPSACK.count(old) == 1
        file = tmp_path / name
        file.write_text(imports + (KNAPSACK.replace(old, new, 1) if old else new + KNAPSACK))
        return optgap.load_problem(file)

    return load


def small(problem: optgap.Problem):
    things = [{"name": n, "value": v, "weight": w} for n, v, w in [("a", 6, 3), ("b", 4, 2)]]
    return problem.instance(name="small", room=4, things=things)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import math\nx = 1 / 0\n", "line 2: raises ZeroDivisionError: division by zero"),
        ("def (:\n", "line 1: raises SyntaxError"),
        ("import sys\nsys.exit(3)\n", "line 2: raises SystemExit: 3"),
    ],
)
def test_a_file_that_raises_at_import(declared, text: str, words: str) -> None:
    with pytest.raises(optgap.InputError, match=words):
        declared(new=text)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (CHECK, "    return None\n", r"check: must return the objective.*found None"),
        (CHECK, "    return 'good'\n", r"check: must return the objective.*found 'good'"),
        (CHECK, "    return True\n", r"check: must return the objective.*found True"),
        (CHECK, "    return float('nan')\n", r"check: must return the objective.*found nan"),
        (CHECK, "    return {}['x']\n", "check: raised KeyError: 'x' .*own.py, line 44"),
        (CHECK, "    raise SystemExit(0)\n", "check: raised SystemExit: 0"),
        (
            PACKED,
            "    object.__setattr__(instance, 'room', 999)\n" + PACKED,
            "check: must not change the instance",
        ),
        (WORTH, "", "model: has no objective"),
        (MODEL, "    m = undefined\n", "model: raised NameError"),
        (MODEL, "    return 7\n", "model: must return a ConcreteModel"),
    ],
)
def test_a_fault_of_judge_or_model_is_named(declared, old: str, new: str, words: str) -> None:
    with pytest.raises(optgap.InputError, match=words):
        optgap.solve(small(declared(old, new)))


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ("    1 / 0\n", "method greedy: raised ZeroDivisionError"),
        ("    raise SystemExit(0)\n", "method greedy: raised SystemExit: 0"),
    ],
)
def test_a_method_that_raises_is_a_row_and_stops_no_other(declared, new: str, words: str) -> None:
    instance = small(declared(GREEDY, new + GREEDY))
    with pytest.raises(optgap.InputError, match=words):
        solve(instance, "greedy")
    frame = optgap.compare([instance])
    assert dict(zip(frame["method"], frame["status"], strict=True))["exact"] == "optimal"
    assert frame.set_index("method").loc["greedy", "stopped"] == "error"


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ("    return {'room': room}\n", "generate: must return Knapsack .found {'room': "),
        ("    1 / 0\n", "generate: raised ZeroDivisionError"),
        ("    room = -room\n", "room: must be greater than 0"),
    ],
)
def test_a_generator_that_breaks_its_class(declared, new: str, words: str) -> None:
    problem = declared(DRAW, new + DRAW)
    with pytest.raises(optgap.InputError, match=words):
        optgap.generate("knapsack", 1)
    hunt = Hunt(problem.name, "greedy", evaluations=3, time_limit=1.0)
    hunt.run()
    assert hunt.tried == 0
    assert words.split(":")[0] in str(hunt.refused)


def test_two_problems_of_one_name(declared) -> None:
    declared()
    with pytest.raises(optgap.InputError, match=r"two files declare 'knapsack'.*other\.py"):
        declared(new="x = 1\n", name="other.py")
        optgap.generate("knapsack", 1)


def test_a_name_that_is_taken(declared) -> None:
    declared('Problem("knapsack"', 'Problem("placement"')
    with pytest.raises(optgap.InputError, match=r"'placement' is declared twice: optgap and .*own"):
        optgap.load("placement/fig6")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), True, "5", [5.0]])
def test_a_certificate_proves_a_finite_number_or_nothing(value) -> None:
    """NaN contradicts no claim: it proved every bound."""
    assert claim_faults(5.0, 5.0, "minimize") == []
    with pytest.raises(ValueError, match="not a finite number"):
        proven_bound(lambda instance, certificate: value, None, None, 5.0)


ROOM = next(line + "\n" for line in KNAPSACK.splitlines() if line.startswith("    room:"))
READABLE = (
    *("int", "str", "float", "bool", "int | str", "Any", "int | None = None", "Many[Thing]"),
    *("Many[int]", "list[list[int]]", "dict[str, list[int]]", "dict[Name, Thing]"),
    *("Literal['a', 'b']", "dict[Literal['a', 'b'], int]", "Annotated[int, Field(gt=0)]"),
    *("tuple[int, int]", "Many[tuple[int, ...]]", "dict[str, tuple[int, int]]", "frozenset[int]"),
    *("date", "Many[date]", "Colour", "dict[int, float]", "int | None", "Optional[str]"),
    "Annotated[FloatArray, *number_array(2)]",
)
UNREADABLE = {
    "a type that cannot be read from JSON": (
        *("Decimal", "Path", "UUID", "bytes", "complex", "Callable[[int], int]", "Coordinates"),
        *("Many[Path]", "tuple[bytes, int]"),
    ),
    "text or integers as keys": ("dict[float, float]", "Many[dict[tuple[int, int], int]]"),
    "an array of unknown shape": ("np.ndarray", "FloatArray"),
}
IMPORTS = """from collections.abc import Callable
from datetime import date
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, Optional
from uuid import UUID

from optgap.problem import FloatArray, number_array


class Colour(str, Enum):
    RED = "red"


class Coordinates(Enum):
    ORIGIN = (0, 0)


"""


@pytest.fixture
def with_field(declared):
    """Return a function that loads the knapsack with a field of a type."""
    return lambda kind: declared(ROOM, f"{ROOM}    odd: {kind}\n", imports=IMPORTS)


@pytest.mark.parametrize("kind", READABLE)
def test_a_field_that_a_file_gives_back_is_declared(with_field, kind: str) -> None:
    assert "odd" in with_field(kind).instance.model_fields


@pytest.mark.parametrize(
    ("words", "kind"), [(words, kind) for words, kinds in UNREADABLE.items() for kind in kinds]
)
def test_a_field_that_no_file_gives_back_is_refused(with_field, words: str, kind: str) -> None:
    with pytest.raises(optgap.InputError) as raised:
        with_field(kind)
    assert [fault.place for fault in raised.value.faults] == ["odd"]
    assert words in str(raised.value)


def test_what_json_does_not_have_is_not_written(with_field, tmp_path: Path) -> None:
    """A field of any type takes a complex number from Python; a file does not."""
    things = [{"name": "a", "value": 6, "weight": 3}]
    instance = with_field("Any").instance(name="set", room=4, things=things, odd={"a": [1 + 2j]})
    with pytest.raises(optgap.InputError, match=r"odd\.a\.0: is of a type that JSON does not have"):
        optgap.save(instance, tmp_path / "set.json")


def test_an_error_of_pyomo_has_the_line_in_the_users_file_and_is_printed_once(
    declared, caplog: pytest.LogCaptureFixture
) -> None:
    room = next(line for line in KNAPSACK.splitlines(keepends=True) if "m.room = " in line)
    with pytest.raises(optgap.InputError) as raised:
        optgap.solve(small(declared(room, "    m.room = pyo.Constraint(expr=True)\n")))
    words = str(raised.value)
    assert "own.py, line " in words and "m.room = pyo.Constraint(expr=True))" in words
    assert "site-packages" not in words and words.count("\n") == 1
    assert not caplog.records
