"""The contract of a problem: tests of its forms, checker, methods and certificates."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.faults import InputError
from ...core.files import document_of, instance_from_document
from ...core.gaps import DEFAULT_GAP, gap
from ...core.input_family import InputFamily
from ...core.outcome import Outcome
from ...core.schema import Instance
from ..catalogue import Problem
from ..guarantees import claim_of, guarantee
from ..judge import check as check_solution
from ..judge import proven_bound, read_certificate
from ..running import solve
from .broken_documents import broken_documents, mutate, scale

_MOST_SHOWN = 5


@dataclass
class Clause:
    """One rule of the contract, and the faults found when it was tested, or why it was skipped."""

    rule: str
    faults: list[str] = field(default_factory=list)
    reason: str | None = None

    @property
    def skipped(self) -> bool:
        """Whether the rule could not be tested."""
        return self.reason is not None

    def note(self, words: str) -> None:
        """Record a fault; only the first few are kept."""
        if len(self.faults) < _MOST_SHOWN:
            self.faults.append(words)

    def as_document(self) -> dict[str, Any]:
        """Return the rule and its faults as a JSON document."""
        document = {"rule": self.rule, "faults": self.faults, "skipped": self.skipped}
        return document | ({} if self.reason is None else {"reason": self.reason})


MUTATIONS = 1000


def mutated_decisions(
    problem: Problem,
    drawn: list[Instance],
    solved: list[dict[str, Outcome]],
    rng: np.random.Generator,
) -> Clause:
    """Test that no mutated decision crashes the checker or beats a proven bound."""
    clause = Clause(f"none of {MUTATIONS} mutated decisions crashes the judge or beats the optimum")
    pairs = [
        (instance, outcome.decision, _best_bound(outcomes))
        for instance, outcomes in zip(drawn, solved, strict=True)
        for outcome in outcomes.values()
        if outcome.decision is not None
    ]
    for _ in range(MUTATIONS if pairs else 0):
        instance, decision, bound = pairs[rng.integers(len(pairs))]
        document = mutate(decision, rng)
        verdict = _judge(clause, problem.judge, instance, document)
        if verdict is None or not verdict.feasible or verdict.objective is None:
            continue
        short = gap(verdict.objective, bound, problem.sense(instance))
        if short is not None and short < -10 * DEFAULT_GAP:
            clause.note(f"{instance.name}: {document!r:.200} beats the bound {bound!r}")
    return clause


def _best_bound(outcomes: dict[str, Outcome]) -> float | None:
    proven = [outcome.bound for outcome in outcomes.values() if outcome.status == "optimal"]
    return proven[0] if proven else None


def _judge(clause: Clause, check: Callable[..., Any], *given: Any) -> Any:
    try:
        return check(*given)
    except Exception as error:  # the contract is that nothing is raised
        clause.note(f"{given[1]!r:.200}: {type(error).__name__}: {error}")
        return None


def mutated_certificates(
    problem: Problem,
    drawn: list[Instance],
    solved: list[dict[str, Outcome]],
    rng: np.random.Generator,
) -> Clause:
    """Test that no mutated certificate crashes the judge or proves a bound beyond the optimum."""
    clause = Clause(
        f"none of {MUTATIONS} mutated certificates crashes the judge or proves a false bound"
    )
    pairs = [
        (instance, outcome)
        for instance, outcomes in zip(drawn, solved, strict=True)
        for outcome in outcomes.values()
        if outcome.certificate is not None and outcome.objective is not None
    ]
    certified = problem.function("certified")
    if certified is None:
        clause.reason = "the problem declares no @problem.certified"
    elif not pairs:
        clause.reason = "no method gave a plan with a certificate"
    if certified is None or clause.skipped:
        return clause
    for _ in range(MUTATIONS):
        instance, outcome = pairs[rng.integers(len(pairs))]
        document = mutate(outcome.certificate, rng)
        if not isinstance(document, dict):
            continue
        form, _ = read_certificate(problem.certificates, instance, document)
        _judge(clause, problem.check_certificate, instance, document, outcome.bound)
        if form is None:
            continue
        try:
            proven = proven_bound(certified, instance, form, outcome.bound)
        except (ArithmeticError, ValueError):
            continue
        if proven is None:
            clause.note(f"{instance.name}: {document!r:.200} proves that nothing is feasible")
            continue
        short = gap(outcome.objective, float(proven), outcome.sense)
        if short is not None and short < -DEFAULT_GAP:
            clause.note(f"{instance.name}: {document!r:.200} proves {float(proven)!r}")
    return clause


_SECONDS = 20.0  # per method and instance
_FACTORS = (1e-9, 1e9)


def contract_clauses(problem: Problem, instances: int = 50, seed: int = 0) -> Iterator[Clause]:
    """Yield a clause for each rule of the contract, tested on drawn instances."""
    rng = np.random.default_rng(seed)
    drawn = [_draw(problem, k, rng) for k in range(instances)]
    yield _broken_files(problem, drawn[0])
    yield _round_trip(problem, drawn)
    solved = [outcomes_by_method(problem, instance, seed) for instance in drawn]
    yield _accepts_answers(problem, drawn, solved)
    yield _none_beats_exact(problem, drawn, solved)
    yield _agrees_with_enumeration(problem, drawn, solved)
    yield mutated_decisions(problem, drawn, solved, rng)
    yield mutated_certificates(problem, drawn, solved, rng)
    yield _same_seed(problem, drawn[:3], solved, seed)
    yield _units(problem, drawn[:5], seed)


def guarantee_clauses(problem: Problem, free: Sequence[str], seed: int = 0) -> Iterator[Clause]:
    """Yield a clause with the worst ratio of each heuristic over all inputs of the free fields.

    The size and all other data are those of the third smallest of nine drawn instances.
    """
    drawn = [_draw(problem, k, np.random.default_rng([seed, k])) for k in range(9)]
    instance = sorted(drawn, key=lambda each: len(json.dumps(document_of(each))))[2]
    InputFamily(instance, free, {})  # which refuses wrong fields
    for method in problem.methods:
        if method.name in problem.inherited or method.kind == "exact":
            continue
        try:
            proof = guarantee(instance, method.name, free=free, time_limit=_SECONDS)
            yield Clause(f"{claim_of(proof.document)} ({instance.name})")
        except InputError as error:
            yield Clause(f"{method.name}: no worst ratio", reason=str(error.faults[0]))


def _draw(problem: Problem, seed: int, rng: np.random.Generator) -> Instance:
    parameters = problem.ground.draw(rng)
    return problem.generated(seed, **parameters)


def outcomes_by_method(problem: Problem, instance: Instance, seed: int) -> dict[str, Outcome]:
    outcomes: dict[str, Outcome] = {}
    for method in problem.methods:
        try:
            outcomes[method.name] = solve(instance, method.name, seed=seed, time_limit=_SECONDS)
        except InputError:
            if method.name not in problem.inherited:  # which may refuse an instance
                raise
    return outcomes


def _broken_files(problem: Problem, instance: Instance) -> Clause:
    """Test that a file with one fault, made from the schema, is refused at the fault's place."""
    clause = Clause("a broken instance file is refused with the place of the fault")
    for broken in broken_documents(problem.instance, document_of(instance)):
        try:
            instance_from_document(broken.document, problem.instance, "file")
        except InputError as error:
            if broken.place not in {fault.place for fault in error.faults}:
                clause.note(f"{broken}: refused, but this place is not named")
        except Exception as error:
            clause.note(f"{broken}: {type(error).__name__}: {error}")
        else:
            clause.note(f"{broken}: accepted")
    return clause


def _round_trip(problem: Problem, drawn: list[Instance]) -> Clause:
    clause = Clause("an instance stays the same when it is written and read again")
    for instance in drawn:
        text = json.dumps(document_of(instance))
        again = instance_from_document(json.loads(text), problem.instance, "file")
        if again != instance:
            clause.note(f"{instance.name} changes when it is written and read again")
    return clause


def _accepts_answers(
    problem: Problem, drawn: list[Instance], solved: list[dict[str, Outcome]]
) -> Clause:
    """Test that the checker accepts the plans; inherited heuristics may break new rules."""
    clause = Clause("the judge accepts every method's decision")
    for instance, outcomes in zip(drawn, solved, strict=True):
        for name, outcome in outcomes.items():
            if outcome.stopped == "error" and name not in problem.inherited:
                clause.note(f"{name} on {instance.name}: {outcome.message}")
    return clause


def _none_beats_exact(
    problem: Problem, drawn: list[Instance], solved: list[dict[str, Outcome]]
) -> Clause:
    clause = Clause("no method beats a bound")
    for instance, outcomes in zip(drawn, solved, strict=True):
        for owner, outcome in outcomes.items():
            for name, other in outcomes.items():
                short = gap(other.objective, outcome.bound, problem.sense(instance))
                if short is not None and short < -DEFAULT_GAP:
                    words = (
                        f"{name} finds {other.objective!r}, but {owner} proves the "
                        f"bound {outcome.bound!r}"
                    )
                    clause.note(f"{instance.name}: {words}")
                if outcome.status == "infeasible" and other.decision is not None:
                    clause.note(f"{instance.name}: {owner} claims infeasibility, {name} has a plan")
    return clause


def _agrees_with_enumeration(
    problem: Problem, drawn: list[Instance], solved: list[dict[str, Outcome]]
) -> Clause:
    clause = Clause("exact agrees with an enumeration of all decisions")
    enumerate_all = problem.function("enumerate")
    if enumerate_all is None:
        clause.reason = "the problem declares no @problem.enumerate"
    elif "exact" not in solved[0]:
        clause.reason = "the problem has no method exact, because it declares no @problem.model"
    if enumerate_all is None or clause.skipped:
        return clause
    for instance, outcomes in zip(drawn, solved, strict=True):
        verdicts = [
            problem.judge(
                instance,
                decision.as_document() if hasattr(decision, "as_document") else decision,
            )
            for decision in enumerate_all(instance)
        ]
        values = [v.objective for v in verdicts if v.feasible and v.objective is not None]
        pick = min if problem.sense(instance) == "minimize" else max
        best = pick(values, default=None)
        objective = outcomes["exact"].objective
        if (best is None) != (objective is None) or (
            best is not None and abs((objective or 0.0) - best) > DEFAULT_GAP * max(1.0, abs(best))
        ):
            clause.note(f"{instance.name}: exact has {objective!r}, but enumeration has {best!r}")
    return clause


def _same_seed(
    problem: Problem, drawn: list[Instance], solved: list[dict[str, Outcome]], seed: int
) -> Clause:
    """Test that equal seeds give equal decisions, except if the kinds of the bounds differ."""
    clause = Clause("the same seed gives the same answer")
    for instance, outcomes in zip(drawn, solved, strict=False):
        for name, outcome in outcomes_by_method(problem, instance, seed).items():
            first = outcomes[name]
            if outcome.bound_kind == first.bound_kind and outcome.decision != first.decision:
                clause.note(f"{name} on {instance.name} gives another decision")
    return clause


def _units(problem: Problem, drawn: list[Instance], seed: int) -> Clause:
    """Test the methods on amounts scaled by 1e-9 and 1e9: no crash, false claim or beaten bound."""
    clause = Clause("amounts scaled by 1e-9 and 1e9 are solved correctly")
    for instance in drawn:
        for factor in _FACTORS:
            document = scale(document_of(instance), problem.instance, factor)
            try:
                other = instance_from_document(document, problem.instance, "file")
            except InputError:
                continue  # these numbers have no other units
            outcomes = outcomes_by_method(problem, other, seed)
            for part in (
                _accepts_answers(problem, [other], [outcomes]),
                _none_beats_exact(problem, [other], [outcomes]),
            ):
                for fault in part.faults:
                    clause.note(f"times {factor:g}: {fault}")
            for name, outcome in outcomes.items():
                for violation in check_solution(problem, other, outcome).violations:
                    clause.note(f"times {factor:g}: {name}: {violation}")
    return clause
