"""What is suspicious about a model on which its engine has given up: told beside the answer."""

from __future__ import annotations

from dataclasses import replace

from ....core.clock import uncounted
from ....core.outcome import Answer
from ....solvers.engines import EngineResult

_MOST_NONZEROS = 20_000  # a larger model takes longer than somebody waits who has no answer


def with_suspicions(answer: Answer, result: EngineResult) -> Answer:
    """Return the answer; where an engine has given up, with what may have broken it.

    The findings stand in ``details.suspicions``, the first of them in the message.  Nothing is
    solved for them, and without a finding nothing is said.
    """
    form = result.form
    known = answer.decision is not None or answer.infeasible or answer.unbounded
    if known or answer.stopped == "interrupted" or form is None:
        return answer
    if form.infeasible is not None or not form.rows or form.matrix.nnz > _MOST_NONZEROS:
        return answer
    with uncounted():
        from ....solvers.explaining import diagnosis_of
    suspicions = [
        str(finding) for finding in diagnosis_of("", form).findings if finding.breaks_engines
    ]
    if not suspicions:
        return answer
    words = f"suspicious: {suspicions[0]}"
    message = words if answer.message is None else f"{answer.message}; {words}"
    return replace(answer, message=message, details={**answer.details, "suspicions": suspicions})
