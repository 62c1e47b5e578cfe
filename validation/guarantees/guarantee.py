"""The guarantee of a method: the exact worst ratio over all inputs of a family, and its proof."""

from __future__ import annotations

import hashlib
import inspect
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from math import inf
from pathlib import Path
from threading import TIMEOUT_MAX
from typing import Any, get_args

from ...core.all_decisions import Listed
from ...core.decimals import common_unit
from ...core.display import ShortDisplay
from ...core.faults import InputError, input_error
from ...core.files import document_of, instance_from_document
from ...core.input_family import NAMED, InputFamily
from ...core.ratio_claims import holds
from ...core.schema import Instance
from ...core.signatures import arguments_taken, parameter_names
from ...core.workers import Workers
from ...heuristics.plain import PLAIN_METHODS
from ..catalogue import Problem, load_module, problem_named, problem_of
from ..judge import Decision, Refused
from ..judge.forms import length_of
from ..judge.guarantees import STATEMENTS, ProblemStatement, Subject
from ..judge.verify_guarantee import CLOSE, LARGE, ROUNDING, GuaranteeVerifier
from ..outside import file_and_function, is_function
from ..running import load_instance
from .search import Open, Search, SearchState, StoppedError, UnboundedError, Witness

AnyFunction = str | Callable[[Any], Any]
_ENDS: dict[type[BaseException], str] = {
    UnboundedError: "unbounded",
    StoppedError: "bounds",
    TimeoutError: "bounds",
    KeyboardInterrupt: "bounds",
}
_GRACE = 1.0  # seconds in which workers return what they have at the time limit
_DIGITS = (17, 12, 9)  # of the numbers of a worst instance


@dataclass(frozen=True, repr=False)
class Guarantee(ShortDisplay):
    """The worst ratio of a method, its kind, and the document with the certificate."""

    kind: str
    ratio: Fraction | None
    at_least: Fraction | None
    at_most: Fraction | None
    worst_instance: Instance | None
    interrupted: bool
    document: dict[str, Any]

    def as_document(self) -> dict[str, Any]:
        """Return the guarantee as a JSON document."""
        return self.document

    @property
    def tree(self) -> dict[str, Any] | None:
        """The tree of the certificate; ``None`` unless the ratio is exact."""
        tree: dict[str, Any] | None = (self.document["certificate"] or {}).get("tree")
        return tree

    def _facts(self) -> Mapping[str, Any]:
        return {**vars(self), "document": None, "paths": self.document["paths"]}


def guarantee(
    instance: Instance,
    method: str | Callable[[Any], Any],
    *,
    free: Sequence[str],
    assume: Sequence[str | Callable[[Any], Any]] = (),
    time_limit: float | None = None,
    workers: Workers | None = None,
    state: SearchState | None = None,
) -> Guarantee:
    """Return the worst ratio of a method over all inputs, with its certificate."""
    begun, state, tree = time.monotonic(), state or SearchState(), dict[str, Any]()
    subject, source = subject_of(instance, method, free, assume)
    kind, ended = "exact", None
    try:
        search = Search(subject, state, begun + (inf if time_limit is None else time_limit))
        _spread(search, Open(parent=tree), workers, (document_of(instance), method, free, assume))
    except tuple(_ENDS) as error:
        kind, ended = _ENDS[type(error)], error
    witness = state.witness
    at_least = witness.ratio if witness else None
    if kind == "exact" and (at_least or 0) < 1:
        raise input_error("instance", "has no positive optimum, or not all decisions are listed")
    exact = at_least if kind == "exact" else None
    ratios = {"ratio": exact, "at_least": at_least, "at_most": exact}
    worst, attained = (None, False) if witness is None else _worst_instance(subject, witness)
    document = {
        "guarantee": 1,
        "problem": getattr(instance, "problem", None),
        "instance": {"name": instance.name, "sha256": instance.sha256},
        "method": method if isinstance(method, str) else method.__name__,
        "free": subject.family.free,
        "assumptions": [each.as_document() for each in subject.family.assumptions],
        "sense": subject.sense,
        "kind": kind,
        **{key: None if ratio is None else str(ratio) for key, ratio in ratios.items()},
        "attained": attained,
        "worst_instance": worst,
        "ray": subject.family.ray(witness.point) if witness and kind == "unbounded" else None,
        "paths": state.paths,
        "programs": state.programs,
        "seconds": round(time.monotonic() - begun, 3),
        "certificate": witness
        and {
            "source": source,
            "instance": document_of(instance),
            "witness": {
                "inside": [*map(str, witness.inside)],
                "point": [*map(str, witness.point)],
                "competitor": witness.competitor,
            },
            "tree": tree["tree"] if kind == "exact" else None,
        },
    }
    return Guarantee(
        kind,
        **ratios,
        worst_instance=None if worst is None else type(instance).model_validate(worst),
        interrupted=isinstance(ended, KeyboardInterrupt),
        document=document,
    )


def _worst_instance(subject: Subject, witness: Witness) -> tuple[dict[str, Any] | None, bool]:
    """Return the document of the worst instance, and whether it attains the ratio.

    If the ratio is only a limit, the instance is within a millionth of it.
    """
    family, unbounded = subject.family, witness.ratio is None
    labels = {"name": f"{family.instance.name}-worst", "source": "the worst case of a method"}
    for point in _candidates(witness):
        document = family.document(point) | labels
        inputs = [*family.point(document), Fraction(1)]
        if not all(holds(*row, inputs) for row in family.rows):
            continue
        try:
            type(family.instance).model_validate(document)
        except InputError:
            continue
        large, small = subject.costs_at(inputs)
        least = LARGE if witness.ratio is None else witness.ratio
        if large >= least * (1 - CLOSE) * small and large > 0:
            return document, not unbounded and large >= least * (1 - ROUNDING) * small
    return None, False


def _candidates(witness: Witness) -> Iterator[list[Fraction]]:
    """Yield inputs that may be the worst instance: integral ones, the point, others near it."""
    inside, point = witness.inside, witness.point
    unit = common_unit(point[:-1])
    steps = [Fraction(1, 2**power) for power in range(10, 41, 3)]
    near = [[x + step * y for x, y in zip(point, inside, strict=True)] for step in steps]
    divided = ([x / each[-1] for x in each[:-1]] for each in (point, inside, *near) if each[-1])
    several = [[x / unit for x in point[:-1]], *divided, *(each[:-1] for each in near)]
    for each in several:
        for digits in _DIGITS:
            short = (Fraction(f"{float(x):.{digits}g}") for x in each)
            yield [x if x.denominator == 1 else s for x, s in zip(each, short, strict=True)]


def _explore(constant: tuple[Any, ...], block: tuple[Any, ...]) -> tuple[Any, SearchState, Any]:
    """Explore the paths below a start in a worker; return the tree, the state and the end."""
    (path, seconds), (stated, *others) = block, constant
    tree, state, end = dict[str, Any](), SearchState(), time.monotonic() + seconds
    try:
        Search(subject_of(load_instance(stated), *others)[0], state, end).run(Open(path, tree))
    except (UnboundedError, StoppedError) as error:
        return None, state, error
    return tree["tree"], state, None


def _spread(search: Search, root: Open, workers: Workers | None, constant: Any) -> None:
    """Explore all paths: the first ones here, and those below the open ones in workers."""
    waiting = search.run(root, None if workers is None else 4 * workers.count)
    if workers is None:
        return
    sender, total = workers.blocks(_explore, constant), search.state
    seconds = search.end - time.monotonic()  # clocks of machines differ
    futures = [(each, sender.submit((each.path, seconds))) for each in waiting]
    try:
        for each, future in futures:
            patience = min(TIMEOUT_MAX, search.end + _GRACE - time.monotonic())
            each.parent[each.side], state, error = future.result(patience)
            total.paths, total.programs = total.paths + state.paths, total.programs + state.programs
            if isinstance(error, UnboundedError) or state.ratio > total.ratio:
                total.witness = state.witness
            if error is not None:
                raise error
    finally:
        sender.cancel()


def subject_of(
    instance: Instance, method: AnyFunction, free: Sequence[str], assume: Sequence[AnyFunction]
) -> tuple[Subject, dict[str, Any]]:
    """Return the subject of a guarantee, and the files and digests of its parts.

    The parts are the method, the statement and the assumptions.
    """
    problem = problem_of(instance)
    function = _method_of(problem, method)
    statement = STATEMENTS.get(problem.name) or _own_statement(problem, instance)
    stated = {
        each if isinstance(each, str) else _place_of(each): None
        if isinstance(each, str) and (each.split(":")[0] in NAMED or not is_function(each))
        else _function_of(each)
        for each in assume
    }
    family = InputFamily(instance, free, stated)
    parts = [function, *(each for each in stated.values() if each is not None)]
    source = {
        "method": method if isinstance(method, str) else _place_of(method),
        "assume": list(stated),
        "sha256": [*map(_digest_of, parts), problem.digest],
    }
    subject = Subject(family, problem.decision, problem.sense(instance), statement, function)
    return subject, source


def _own_statement(problem: Problem, instance: Instance) -> ProblemStatement:
    """Return the statement of a problem of one's own: its checker, and all decisions."""
    check, listed = problem.function("check"), problem.function("enumerate")
    if problem.origin == "built-in" or check is None:
        rule = f"has no statement for guarantees; problems that have one: {', '.join(STATEMENTS)}"
        raise input_error("problem", rule, problem.name)
    by_form = partial(decisions_by_form, problem.decision, instance)
    return lambda _: by_form() if listed is None else (None, listed(instance)), check


def decisions_by_form(form: type[Decision], instance: Any) -> Listed:
    """Return the number of all decisions of a form with one list, and an iterator of them."""
    name, field = next(iter(form.model_fields.items()))
    is_bool = get_args(field.annotation)[:1] == (bool,)
    axes = form.AXES.get(name, ()) if is_bool or name in form.INDICES else ()
    if not len(form.model_fields) == len(axes) == 1:
        rule = "does not list its decisions; the problem needs @problem.enumerate"
        raise input_error(f"the form {form.__name__}", rule)
    choices = (False, True) if is_bool else range(length_of(instance, form.INDICES[name]))
    length = length_of(instance, axes[0])
    every = product(choices, repeat=length)
    return len(choices) ** length, ({name: list(values)} for values in every)


def _method_of(problem: Problem, method: AnyFunction) -> Any:
    if callable(method) or is_function(method):
        return _function_of(method)
    if (problem.name, method) in PLAIN_METHODS:
        return PLAIN_METHODS[problem.name, method]
    function = problem.method_named(method).function
    taken = {*parameter_names(function)[1:]}
    if problem.origin == "built-in" or taken & {"solve", "run", "problem"}:
        listed = ", ".join(name for of, name in PLAIN_METHODS if of == problem.name) or "none"
        rule = f"is not stated in plain Python; methods of {problem.name} that are: {listed}"
        raise input_error("method", rule, method)
    return partial(function, **arguments_taken(function, {"seed": 0, "time_limit": None}))


def _place_of(function: Any) -> str:
    return f"{inspect.getsourcefile(function)}:{function.__name__}"


def _function_of(named: AnyFunction) -> Any:
    """Return a function of ``file.py:function``, or as it is."""
    if callable(named):
        return named
    path, name = file_and_function(named)
    function = getattr(load_module(Path(path).resolve()), name, None)
    if not callable(function):
        raise input_error("method", f"{path} has no function {name!r}")
    return function


def _digest_of(function: Any) -> str:
    file = Path(inspect.getsourcefile(getattr(function, "func", function)) or "")
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""


def verify_document(document: Mapping[str, Any], instance: Instance | None = None) -> list[str]:
    """Return sentences about a guarantee and its checks; raise `Refused` if one fails."""
    try:
        source = document["certificate"]["source"]
        own = instance or instance_from_document(
            document["certificate"]["instance"],
            problem_named(document["problem"]).instance,
            "instance",
        )
        subject, files = subject_of(own, source["method"], document["free"], source["assume"])
        name = source["method"].rpartition(":")[2]
        if files != source or document["method"].rpartition(":")[2] != name:
            raise Refused("method", "its file, or one of the assumptions, has changed")
        verifier = GuaranteeVerifier(document, subject)
        verifier.verify()
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError) as error:
        raise Refused("document", f"is malformed: {type(error).__name__}: {error}") from None
    except InputError as error:
        raise Refused("document", "; ".join(map(str, error.faults))) from None
    return [
        f"{claim_of(document)}, for all inputs: "
        + "; ".join(each["words"] for each in document["assumptions"]),
        f"{verifier.leaves:,} paths of the method, {len(subject.competitors):,} decisions",
        f"{verifier.proofs:,} sums of rows in integers",
    ]


def claim_of(document: Mapping[str, Any]) -> str:
    """Return the claim of a guarantee as a sentence."""
    costs = ("its objective", "the optimum")
    large, small = costs if document["sense"] == "minimize" else costs[::-1]
    claims = {
        "exact": f"{large} is at most {document['ratio']} times {small}, exactly",
        "unbounded": f"{large} has no limit as a multiple of {small}",
        "bounds": f"{large} may be {document['at_least']} times {small}, or more"
        if document["at_least"]
        else "no ratio is known yet",
    }
    return f"{document['method']}: {claims[document['kind']]}"
