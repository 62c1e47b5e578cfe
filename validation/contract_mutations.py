"""Mutated decisions and certificates: none may crash the judge, beat an optimum, or prove a lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.outcome import DEFAULT_GAP, Outcome, gap
from ..core.schema import Instance
from .catalogue import Problem
from .contract_clause import Clause
from .judge import proven_bound, read_certificate
from .mutated_documents import mutate

MUTATIONS = 1000


def mutated_decisions(
    problem: Problem,
    drawn: list[Instance],
    solved: list[dict[str, Outcome]],
    rng: np.random.Generator,
) -> Clause:
    """A mutated decision neither crashes the judge nor beats a proven bound."""
    clause = Clause(f"{MUTATIONS} mutated decisions neither crash the judge nor beat the optimum")
    pairs = [
        (instance, outcome.decision, _best_bound(outcomes))
        for instance, outcomes in zip(drawn, solved, strict=True)
        for outcome in outcomes.values()
        if outcome.decision is not None
    ]
    for _ in range(MUTATIONS if pairs else 0):
        instance, decision, bound = pairs[rng.integers(len(pairs))]
        document = mutate(decision, rng)
        verdict = _judge(clause, problem.check, instance, document)
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
    """A mutated certificate neither crashes the judge nor proves more than is true."""
    clause = Clause(f"{MUTATIONS} mutated certificates neither crash the judge nor lie")
    pairs = [
        (instance, outcome)
        for instance, outcomes in zip(drawn, solved, strict=True)
        for outcome in outcomes.values()
        if outcome.certificate is not None and outcome.objective is not None
    ]
    certified = problem.function("certified")
    if not pairs or certified is None:
        clause.skipped = True
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
