"""SODA's microW: network-flow pushes from a repaired start (5.4.3, Figure 15)."""

from __future__ import annotations

from dataclasses import replace

from ...core.arrays import FloatArray
from ...core.outcome import Answer, Decision
from ...core.run import Run
from ...instances.microw import MicroW
from ...solvers.microw import decision_of, proof_of
from .pushes import Pushes
from .repair import legal_start


def flow(instance: MicroW, run: Run) -> Answer:
    """Push along shortest paths from under- to over-allocated PEs until no push helps.

    A start that is not legal is repaired first, with the least change.  A PE that finds no path is
    asked again only when no other one finds any.  If no limit blocked a push, prices prove the
    result optimal.
    """
    start = legal_start(instance, run)
    if isinstance(start, Answer):
        return start
    near, unit = instance.near_one()
    state = Pushes(near, start / unit)
    run.report(state.objective * unit, None, _decision(near, state))
    pushes = 0
    aside: set[int] = set()
    pushed_since = False
    while not run.should_stop():
        sources = [p for p in state.under_allocated() if p not in aside]
        source = next((p for p in sources if not _fails(state, p, aside)), None)
        if source is not None:
            pushes, pushed_since = pushes + 1, True
            if pushes & (pushes - 1) == 0:
                run.report(state.objective * unit, None, _decision(near, state))
        elif pushed_since:
            aside.clear()
            pushed_since = False
        else:
            break
    decision = _decision(near, state)
    run.report(state.objective * unit, None, decision)
    answer = Answer(decision=decision, stopped=run.stopped, details={"pushes": pushes})
    proof = None if run.should_stop() else proof_of(instance, state.amount * unit)
    if proof is None:
        return answer
    bound, certificate = proof
    return replace(answer, bound=bound, bound_kind="certified", certificate=certificate)


def keep(instance: MicroW, run: Run) -> Answer:
    """Leave everything as it was, but for the least repair."""
    start = legal_start(instance, run)
    if isinstance(start, Answer):
        return start
    return Answer(decision=decision_of(instance, start))


def impossible(instance: MicroW, run: Run) -> str | None:
    """Say why nothing is feasible; ``None`` if something is, or nobody knows in time."""
    start: FloatArray | Answer = legal_start(instance, run)
    return start.message if isinstance(start, Answer) and start.infeasible else None


def _fails(state: Pushes, source: int, aside: set[int]) -> bool:
    if state.push_from(source):
        return False
    aside.add(source)
    return True


def _decision(instance: MicroW, state: Pushes) -> Decision:
    return decision_of(instance, state.amount)
