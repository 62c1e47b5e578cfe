"""The method `auto`: run a quick method, then exact ones until the optimum is proven."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from traceback import extract_tb
from typing import Any

import numpy as np

from ....core.faults import InputError
from ....core.fronts import nondominated
from ....core.gaps import better, gap, is_trusted
from ....core.outcome import Answer, Point
from ....core.run import Run, TimeUp
from ..method import DeclaredProblem

_QUICK_SHARE, _SHARE = 0.2, 0.6  # of the remaining time: of the first method, of one in between
_QUICK = 10.0  # seconds of a quick method if there is no limit


def auto(instance: Any, run: Run, problem: DeclaredProblem) -> Answer:
    """Run a quick method, then exact methods, until the optimum is proven.

    Each method starts from the best plan so far. `details` lists the methods that were run, and
    names those that found the plan and proved the bound.  If a method claims without a proof
    that no plan exists, the last method is asked next; its word counts if it has the model, or if
    the problem has none.  If the problem polishes, the second method runs even if the first one's
    plan is proven optimal, because it also improves secondary objectives.
    """
    names = list(problem.steps(instance))
    model = "exact" if any(method.name == "exact" for method in problem.methods) else names[-1]
    best = _Best(problem, instance, run)
    try:
        best.begin()
        for place, name in enumerate(names):
            left = len(names) - place - 1
            best.has_model = name == model
            if best.denial and left:
                continue
            improvable = problem.polishes and place == 1 and best.is_proven
            if best.is_final and not improvable:
                break
            if place and run.should_stop():
                best.last = replace(best.last, stopped=run.stopped)
                break
            only_first = problem.polishes and place == 0 and left > 0  # the next improves the rest
            best.run(
                name,
                _seconds(run.remaining, place, left),
                at_least=0.0 if place else run.least_for_quick,
                only_first=only_first,
            )
    except TimeUp:  # while a plan was checked
        if run.front:
            raise
        best.take_reports()
    return best.answer()


def _seconds(remaining: float | None, place: int, left: int) -> float | None:
    """Return the seconds of a method that ``left`` others follow; ``None``: the remaining time."""
    if remaining is None or not left:
        return _QUICK if left and not place else None
    is_quick = place == 0 and left > 1
    return (_QUICK_SHARE if is_quick else _SHARE) * remaining


@dataclass
class _Best:
    """The best plan and the best bound of the methods run so far."""

    entry: DeclaredProblem
    instance: Any
    whole: Run
    objective: float | None = None
    plan: Answer = field(default_factory=Answer)  # of the method that found the best plan
    bound: Answer = field(default_factory=Answer)
    certified: dict[str, Any] | None = None  # the tightest bound with a certificate
    front: list[Point] | None = None
    last: Answer = field(default_factory=Answer)
    by: dict[str, str] = field(default_factory=dict)  # who found the plan, who proved the bound
    reporter: str = "start"  # who found the best plan that is reported
    tried: dict[str, str] = field(default_factory=dict)  # the methods, and how each has ended
    refusal: InputError | None = None
    denial: str | None = None  # who claims, without a proof, that there is no plan
    defects: list[str] = field(default_factory=list)  # crashes and false claims
    crash: Exception | None = None
    per_plan: float = 0.0  # seconds of the judge for a plan
    has_model: bool = False
    is_proven: bool = False
    is_final: bool = False

    def begin(self) -> None:
        """Use the decision from which the run starts, if there is one, as the first plan."""
        if self.whole.start is not None:
            self._keep_plan("start", Answer(decision=self.whole.start))

    def run(
        self, name: str, seconds: float | None, *, at_least: float = 0.0, only_first: bool
    ) -> None:
        """Run a method for some seconds; keep its plan and its bound if they are better."""
        inner = self.whole.inner(seconds=seconds)
        if inner.time_limit is not None:
            inner.time_limit = max(inner.time_limit, at_least)
        inner.first_objective_only |= only_first
        inner.start, inner.listener = self.plan.decision, self._pass_on(name, inner)
        try:
            with self.whole.timed(name):
                answer = self.entry.run_method(name, self.instance, inner)
        except InputError as refusal:  # a model that does not fit into memory, for one
            self.tried[name], self.refusal = str(refusal.faults[0]), refusal
            return
        except (TimeUp, KeyboardInterrupt) as ending:
            interrupted = isinstance(ending, KeyboardInterrupt)
            answer = inner.answer_so_far("interrupted" if interrupted else "time_limit")
            self.is_final = True
            self.whole.forget_undelivered()
        except Exception as crash:
            if self.whole.overdue:  # compiled code may turn `TimeUp` into an exception of its own
                raise
            last = extract_tb(crash.__traceback__)[-1]
            self.crash, self.tried[name] = crash, "a defect"
            where = f"{Path(last.filename).name}, line {last.lineno}"
            self.defects.append(f"{name}: {type(crash).__name__}: {crash} ({where})")
            return
        for phase, seconds in inner.timing.items():
            self.whole.timing[phase] = self.whole.timing.get(phase, 0.0) + seconds
        self._keep(name, answer)

    def _pass_on(self, name: str, inner: Run) -> Callable[[Run], None]:
        """Return a listener that reports the plans and bounds of an inner run to the outer run."""

        def listen(_: Run) -> None:
            whole, known = self.whole, self.whole.decision
            if len(inner.front) >= len(whole.front):
                whole.report_front(inner.front)
            inner.reserve(self.per_plan * len(inner.front))
            improved = whole.report(inner.objective, inner.bound, inner.decision, inner.certificate)
            if whole.decision is not known:
                self.reporter = name
            if inner.front and not improved and whole.listener is not None:
                whole.listener(whole)

        return listen

    def _keep(self, name: str, answer: Answer) -> None:
        self.last = answer
        self.tried[name] = answer.message or answer.stopped
        has_proof = answer.certificate is not None or answer.bound_kind is not None
        if answer.infeasible and not has_proof and not self.has_model:
            self.denial, self.last = name, replace(answer, infeasible=False)
        elif answer.infeasible or answer.unbounded or answer.stopped in ("error", "interrupted"):
            self.is_final = True
        if answer.decision is not None and answer.front is None:
            self._keep_plan(name, answer)
        if answer.front:
            self._keep_front(name, answer)
        self._keep_bound(name, answer)
        reached = gap(self.objective, self.bound.bound, self.whole.sense)
        self.is_proven = reached is not None and reached <= self.whole.gap
        self.is_final |= self.is_proven

    def _keep_plan(self, name: str, answer: Answer) -> None:
        objective = self._judged(answer.decision, 1).objective
        if objective is None:  # a defect, which the judge of the outcome reports
            self.plan, self.is_final = answer, True
        elif self.objective is None or not better(self.objective, objective, self.whole.sense):
            self.objective, self.plan, self.by["plan"] = objective, answer, name
            self.reporter = name
            self.whole.report(objective, None, answer.decision)

    def _judged(self, decision: Any, plans: int) -> Any:
        """Return the judge's verdict on a decision; reserve time to check ``plans`` like it.

        The verdict on this decision is kept, and a certificate takes as long as some plans.
        """
        begun = self.whole.seconds
        verdict = self.entry.judge(self.instance, decision)
        self.per_plan = max(self.per_plan, self.whole.seconds - begun)
        self.whole.reserve(self.per_plan * plans, self.per_plan * self.entry.certificate_cost)
        return verdict

    def take_reports(self) -> None:
        """After a timeout, take the best reported plan and the last bound, without judging them."""
        late = self.whole.answer_so_far("time_limit")
        self.whole.forget_undelivered()
        if late.decision is not None:
            self.plan, self.by["plan"] = Answer(decision=late.decision), self.reporter
        for name in list(self.tried)[-1:]:
            self._keep_bound(name, self.last)
            if late.decision is None and self.last.decision is not None:
                self.plan, self.by["plan"] = self.last, name
        self.last = replace(self.last, stopped=late.stopped, message=late.message)

    def _keep_bound(self, name: str, answer: Answer) -> None:
        if answer.bound is None:
            return
        if self._is_stronger(answer):
            self.bound, self.by["bound"] = answer, name
            proof = answer.certificate if answer.bound_kind == "certified" else None
            self.whole.report(bound=answer.bound, certificate=proof)
        if answer.bound_kind == "certified":
            self._keep_certified(name, answer)

    def _keep_certified(self, name: str, answer: Answer) -> None:
        assert answer.bound is not None
        known = self.certified
        if known is None or better(known["bound"], answer.bound, self.whole.sense):
            proof = answer.certificate
            self.certified = {"bound": answer.bound, "by": name, "certificate": proof}

    def _keep_front(self, name: str, answer: Answer) -> None:
        """Keep a complete front, or else the nondominated points of all methods so far."""
        assert answer.front is not None
        self.by["front"] = name
        self._judged(answer.front[0].decision, len(answer.front) - 1)
        self.is_final |= bool(answer.front_complete)
        points = answer.front if answer.front_complete else [*(self.front or []), *answer.front]
        goals = [list(point.objectives.values()) for point in points]
        self.front = [points[k] for k in nondominated(np.array(goals, dtype=float))]
        self.whole.report_front(self.front)

    def _is_stronger(self, answer: Answer) -> bool:
        """Return whether a bound is tighter than the best one, or equal and trusted no less."""
        assert answer.bound is not None
        best, kind = self.bound.bound, self.bound.bound_kind or "solver"
        if best is None or answer.bound == best:
            return kind != "certified" and is_trusted(answer.bound_kind or "solver", kind)
        # of two bounds the tighter one is the worse objective
        return better(best, answer.bound, self.whole.sense)

    def _confront_denial(self) -> None:
        """Report an unproven claim that there is no plan, if the last method did not confirm it."""
        if self.denial is not None and not self.last.infeasible:
            if self.plan.decision is not None:
                self.defects.append(f"{self.denial} claims that there is no plan, but there is one")
            else:
                words = f"according to {self.denial} alone: {self.tried[self.denial]}"
                self.last = replace(self.last, message=f"there is no plan, {words}")

    def answer(self) -> Answer:
        """Return the best plan with the best bound; ``details`` names the methods that found them.

        If engines only claim the best bound, ``details`` also has the best certified bound.
        If a method refused the instance and no other method has a result, raise its error.
        """
        is_empty = not self.by and not self.last.infeasible and not self.last.unbounded
        error = self.crash or self.refusal
        if error is not None and is_empty and self.denial is None:
            raise error
        self._confront_denial()
        chosen: dict[str, Any] = {
            "methods": list(self.tried),
            **{f"{what}_by": who for what, who in self.by.items()},
        }
        refused = [f"{name}: {words}" for name, words in self.tried.items() if words != "complete"]
        if refused:
            chosen["ended"] = refused
        if self.defects:
            chosen["defects"] = self.defects
            words = [self.last.message, f"a defect of optgap: {'; '.join(self.defects)}"]
            self.last = replace(self.last, message="; ".join(filter(None, words)))
        plan, bound, last = self.plan, self.bound, self.last
        if last.infeasible or last.unbounded or last.stopped == "error":
            # the judge compares a plan with the claim that no plan exists
            return replace(last, decision=plan.decision, details={**last.details, **chosen})
        if self.front is not None:
            return replace(last, front=self.front, details={**last.details, **chosen})
        if self.certified is not None and bound.bound_kind in ("solver", "cross-checked"):
            chosen["certified_bound"] = self.certified
        return replace(
            bound if bound.bound is not None else last,
            decision=plan.decision,
            stopped=last.stopped,
            message=last.message,
            details={**(plan.details if plan.decision else bound.details), **chosen},
        )
