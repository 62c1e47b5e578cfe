"""Problems as tasks: ``solve(instance)`` on the bundled instances, compared to proven bounds.

Three kinds of instances are left out: instances found by hunts (``hunted-``), infeasible instances,
and instances for which no exact method proves a bound within a few seconds.  With several
objectives the program returns a front (`fronts`).
"""

import json
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from optgap import Outcome, load, problem_named
from optgap.files import document_of
from optgap.problem import Instance, Problem
from optgap.running import better, bundled_names, exact_outcomes, problem_of

from .task import DATA, INSIDE, Known, Reference, Task, front_verdict, suite_folder, with_front

_SECONDS = 5.0  # time limit of an exact method for a bound
_DRAWN = 5  # number of generated instances if none are bundled
_CLOSED = ("formulations", "solvers", "heuristics", "validation")
_STATEMENT = """\
{title}.  `solve(instance)` gets an instance of the problem {name} of optgap, whose fields have the
names of its files, and returns {answer}  JSON Schema of an instance:
{schema}"""
_ANSWER = """\
a decision as a dict.  The score is the mean of bound / objective (the inverse where the objective
is maximised)."""
_FRONT = """\
a list of decisions, each a dict.  The score is the mean ratio of the hypervolume of their
objectives to that of the proven front."""
_PROGRAM = '''\
"""A scheduler for {name}: the seed of a search."""


# EVOLVE-BLOCK-START
def solve(instance):
    """Return a decision, a dict."""
    raise NotImplementedError("{name}")


# EVOLVE-BLOCK-END
'''


@cache
def task_of(name: str) -> Task:
    """Return the task of a problem."""
    own = problem_named(name)
    front = own.front_bounds is not None
    schema = json.dumps(own.instance.model_json_schema())
    closed = _CLOSED if own.origin == "built-in" else ()  # the file of another imports the judge
    return Task(
        name=name,
        problem=own,
        statement=_STATEMENT.format(
            title=own.title, name=name, schema=schema, answer=_FRONT if front else _ANSWER
        ),
        function="solve(instance)",
        adapter=INSIDE / "problem.py",
        program=_seed(name),
        references=partial(_instances, name),
        fresh=partial(_fresh, name),
        score=None,
        complete=with_front if front else _with_bound,
        verdict=front_verdict if front else None,
        record=Known(proven=f"{'front' if front else 'optimum or bound'}, within {_SECONDS:g} s"),
        shared=_form(own),
        document=partial(_document, own),
        closed=(suite_folder("instances") / "data", *map(suite_folder, closed)),
    )


def _seed(name: str) -> str:
    """Return the seed program of a problem: a simple heuristic, or a template to be filled."""
    path = f"seeds/{name}.txt"
    return path if (DATA / path).is_file() else _PROGRAM.format(name=name)


def _form(own: Problem) -> dict[str, str | None]:
    """Return module, name and file (None if built in) of the instances' class, for the child."""
    kind = own.instance
    file = own.origin if own.digest else None
    return {"module": kind.__module__, "name": kind.__qualname__, "file": file}


def _document(own: Problem, instance: Instance) -> dict[str, Any]:
    return {"instance": document_of(instance), "form": _form(own)}


def _instances(name: str) -> list[Reference]:
    """Return the instances of a problem without bounds; a bound is proven when first needed."""
    own = problem_named(name)
    if own.origin == "built-in":
        instances = [
            load(instance) for instance in bundled_names(name) if "/hunted-" not in instance
        ]
    elif own.instances is not None:
        folder = Path(own.origin).parent / own.instances
        instances = [load(path) for path in sorted(folder.glob("*.json"))]
    else:
        instances = _draw(own, 0)
    return [Reference(instance, None, None) for instance in instances]


def _fresh(name: str, seed: int) -> list[Reference]:
    return [Reference(instance, None, None) for instance in _draw(problem_named(name), seed)]


def _draw(own: Problem, seed: int) -> list[Instance]:
    rng = np.random.default_rng(seed)
    return [own.generated(_DRAWN * seed + k, **own.ground.draw(rng)) for k in range(_DRAWN)]


def _with_bound(reference: Reference) -> Reference | None:
    """Return the instance with the best bound that exact methods prove; ``None`` without one."""
    sense = problem_of(reference.instance).sense(reference.instance)
    best: Outcome | None = None
    for outcome in exact_outcomes(reference.instance, _SECONDS):
        if outcome.status == "infeasible":
            return None
        worse = "maximize" if sense == "minimize" else "minimize"  # a larger lower bound is better
        if outcome.bound is not None and (
            best is None or better(outcome.bound, best.bound, worse)  # type: ignore[arg-type]
        ):
            best = outcome
        if outcome.status == "optimal":
            break
    if best is None:
        return None
    return Reference(reference.instance, best.bound, best.bound_kind)
