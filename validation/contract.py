"""The contract of a problem: what must hold of its forms, its judge, its methods, its proofs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core.faults import InputError
from ..core.files import document_of, instance_from_document
from ..core.outcome import DEFAULT_GAP, Outcome, gap
from ..core.schema import Instance
from .broken_documents import broken_documents, mutated, scaled
from .catalogue import Problem
from .judge import check as check_solution
from .judge import read_certificate
from .solve import solve

MUTATIONS = 1000
_SECONDS = 20.0  # per method and instance
_MOST_SHOWN = 5
_FACTORS = (1e-9, 1e9)


@dataclass
class Finding:
    """One rule of the contract, and what breaks it."""

    rule: str
    faults: list[str] = field(default_factory=list)
    skipped: bool = False

    def note(self, words: str) -> None:
        """Keep a fault; the first few are enough."""
        if len(self.faults) < _MOST_SHOWN:
            self.faults.append(words)

    def as_document(self) -> dict[str, Any]:
        """Return the finding as plain data."""
        return {"rule": self.rule, "faults": self.faults, "skipped": self.skipped}


def contract_findings(problem: Problem, instances: int = 50, seed: int = 0) -> Iterator[Finding]:
    """Yield a finding for each rule of the contract, tested on drawn instances."""
    rng = np.random.default_rng(seed)
    drawn = [_drawn(problem, k, rng) for k in range(instances)]
    yield _broken_files(problem, drawn[0])
    yield _round_trip(problem, drawn)
    solved = [_outcomes(problem, instance, seed) for instance in drawn]
    yield _accepted(drawn, solved)
    yield _none_beats_exact(problem, drawn, solved)
    yield _enumerated(problem, drawn, solved)
    yield _mutated_decisions(problem, drawn, solved, rng)
    yield _mutated_certificates(problem, drawn, solved, rng)
    yield _same_seed(problem, drawn[:3], solved, seed)
    yield _units(problem, drawn[:5], seed)


def _drawn(problem: Problem, seed: int, rng: np.random.Generator) -> Instance:
    parameters = problem.ground.draw(rng)
    instance = problem.generated(seed, **parameters)
    if not isinstance(instance, problem.instance):
        words = f"generate must return {problem.instance.__name__}, returned {instance!r:.80}"
        raise TypeError(words)
    return instance


def _outcomes(problem: Problem, instance: Instance, seed: int) -> dict[str, Outcome]:
    return {
        method.name: solve(instance, method.name, seed=seed, time_limit=_SECONDS)
        for method in problem.methods
    }


def _broken_files(problem: Problem, instance: Instance) -> Finding:
    """A file with one fault, made from the schema, is refused with its place."""
    finding = Finding("a broken instance file is refused with its place")
    for words, document in broken_documents(problem.instance, document_of(instance)):
        try:
            instance_from_document(document, problem.instance, "file")
        except InputError as error:
            if not error.faults or not error.faults[0].place:
                finding.note(f"{words}: refused without a place")
        except Exception as error:
            finding.note(f"{words}: {type(error).__name__}: {error}")
        else:
            finding.note(f"{words}: accepted")
    return finding


def _round_trip(problem: Problem, drawn: list[Instance]) -> Finding:
    finding = Finding("an instance that is written and read again is the same")
    for instance in drawn:
        text = json.dumps(document_of(instance))
        again = instance_from_document(json.loads(text), problem.instance, "file")
        if again != instance:
            finding.note(f"{instance.name} changes on its way through a file")
    return finding


def _accepted(drawn: list[Instance], solved: list[dict[str, Outcome]]) -> Finding:
    finding = Finding("the judge accepts every method's decision")
    for instance, outcomes in zip(drawn, solved, strict=True):
        for name, outcome in outcomes.items():
            if outcome.stopped == "error":
                finding.note(f"{name} on {instance.name}: {outcome.message}")
    return finding


def _none_beats_exact(
    problem: Problem, drawn: list[Instance], solved: list[dict[str, Outcome]]
) -> Finding:
    finding = Finding("no method beats a bound")
    for instance, outcomes in zip(drawn, solved, strict=True):
        for owner, outcome in outcomes.items():
            for name, other in outcomes.items():
                short = gap(other.objective, outcome.bound, problem.sense(instance))
                if short is not None and short < -DEFAULT_GAP:
                    words = f"{name} finds {other.objective!r}, {owner} proves {outcome.bound!r}"
                    finding.note(f"{instance.name}: {words}")
                if outcome.status == "infeasible" and other.decision is not None:
                    finding.note(f"{instance.name}: {owner} says infeasible, {name} has a plan")
    return finding


def _enumerated(
    problem: Problem, drawn: list[Instance], solved: list[dict[str, Outcome]]
) -> Finding:
    finding = Finding("exact agrees with all decisions enumerated")
    enumerate_all = problem.function("enumerate")
    if enumerate_all is None or "exact" not in solved[0]:
        finding.skipped = True
        return finding
    for instance, outcomes in zip(drawn, solved, strict=True):
        verdicts = [problem.check(instance, _plain(each)) for each in enumerate_all(instance)]
        values = [v.objective for v in verdicts if v.feasible and v.objective is not None]
        pick = min if problem.sense(instance) == "minimize" else max
        best = pick(values, default=None)
        found = outcomes["exact"].objective
        if (best is None) != (found is None) or (
            best is not None and abs((found or 0.0) - best) > DEFAULT_GAP * max(1.0, abs(best))
        ):
            finding.note(f"{instance.name}: exact has {found!r}, enumeration {best!r}")
    return finding


def _plain(decision: Any) -> Any:
    return decision.as_document() if hasattr(decision, "as_document") else decision


def _mutated_decisions(
    problem: Problem,
    drawn: list[Instance],
    solved: list[dict[str, Outcome]],
    rng: np.random.Generator,
) -> Finding:
    """A mutated decision neither crashes the judge nor beats a proven bound."""
    finding = Finding(f"{MUTATIONS} mutated decisions neither crash the judge nor beat the optimum")
    pairs = [
        (instance, outcome.decision, _bound(outcomes))
        for instance, outcomes in zip(drawn, solved, strict=True)
        for outcome in outcomes.values()
        if outcome.decision is not None
    ]
    for _ in range(MUTATIONS if pairs else 0):
        instance, decision, bound = pairs[rng.integers(len(pairs))]
        document = mutated(decision, rng)
        verdict = _judged(finding, problem.check, instance, document)
        if verdict is None or not verdict.feasible or verdict.objective is None:
            continue
        short = gap(verdict.objective, bound, problem.sense(instance))
        if short is not None and short < -10 * DEFAULT_GAP:
            finding.note(f"{instance.name}: {document!r:.200} beats the bound {bound!r}")
    return finding


def _bound(outcomes: dict[str, Outcome]) -> float | None:
    proven = [outcome.bound for outcome in outcomes.values() if outcome.status == "optimal"]
    return proven[0] if proven else None


def _judged(finding: Finding, check: Callable[..., Any], *given: Any) -> Any:
    try:
        return check(*given)
    except Exception as error:  # the contract is that nothing is raised
        finding.note(f"{given[1]!r:.200}: {type(error).__name__}: {error}")
        return None


def _mutated_certificates(
    problem: Problem,
    drawn: list[Instance],
    solved: list[dict[str, Outcome]],
    rng: np.random.Generator,
) -> Finding:
    """A mutated certificate neither crashes the judge nor proves more than is true."""
    finding = Finding(f"{MUTATIONS} mutated certificates neither crash the judge nor lie")
    pairs = [
        (instance, outcome)
        for instance, outcomes in zip(drawn, solved, strict=True)
        for outcome in outcomes.values()
        if outcome.certificate is not None and outcome.objective is not None
    ]
    certified = problem.function("certified")
    if not pairs or certified is None:
        finding.skipped = True
        return finding
    for _ in range(MUTATIONS):
        instance, outcome = pairs[rng.integers(len(pairs))]
        document = mutated(outcome.certificate, rng)
        if not isinstance(document, dict):
            continue
        form, _ = read_certificate(problem.certificates, instance, document)
        _judged(finding, problem.check_certificate, instance, document, outcome.bound)
        if form is None:
            continue
        try:
            proven = certified(instance, form)
        except (ArithmeticError, ValueError):
            continue
        if proven is None:
            finding.note(f"{instance.name}: {document!r:.200} proves that nothing is feasible")
            continue
        short = gap(outcome.objective, float(proven), outcome.sense)
        if short is not None and short < -DEFAULT_GAP:
            finding.note(f"{instance.name}: {document!r:.200} proves {float(proven)!r}")
    return finding


def _same_seed(
    problem: Problem, drawn: list[Instance], solved: list[dict[str, Outcome]], seed: int
) -> Finding:
    finding = Finding("the same seed gives the same answer")
    for instance, outcomes in zip(drawn, solved, strict=False):
        for name, outcome in _outcomes(problem, instance, seed).items():
            if outcome.decision != outcomes[name].decision:
                finding.note(f"{name} on {instance.name} gives another decision")
    return finding


def _units(problem: Problem, drawn: list[Instance], seed: int) -> Finding:
    """With all amounts in other units no method fails, lies, or beats a bound."""
    finding = Finding("amounts times 1e-9 and 1e9 are solved as truly")
    for instance in drawn:
        for factor in _FACTORS:
            document = scaled(document_of(instance), problem.instance, factor)
            try:
                other = instance_from_document(document, problem.instance, "file")
            except InputError:
                continue  # these numbers have no other units
            outcomes = _outcomes(problem, other, seed)
            for part in (
                _accepted([other], [outcomes]),
                _none_beats_exact(problem, [other], [outcomes]),
            ):
                for fault in part.faults:
                    finding.note(f"times {factor:g}: {fault}")
            for name, outcome in outcomes.items():
                for violation in check_solution(problem, other, outcome).violations:
                    finding.note(f"times {factor:g}: {name}: {violation}")
    return finding
