"""A search whose questions are answered by processes, while it keeps the books alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...core.arrays import FloatArray
from .endings import SearchStopped
from .processes import AnsweringProcess, Processes, Reply
from .region_questions import RegionQuestion, corner_of, next_questions

if TYPE_CHECKING:
    from .region_search import RegionSearch

_TICK = 0.05  # seconds between two looks at the time
_AHEAD = 2  # questions of a process with more than two goals: none waits for the books


@dataclass
class ProcessSearch:
    """Who is asked what.  A process answers its questions in the order in which it gets them."""

    search: RegionSearch
    processes: Processes

    def __post_init__(self) -> None:
        self._asked: dict[AnsweringProcess, list[RegionQuestion]] = {
            process: [] for process in self.processes.alive
        }

    def explore(self) -> None:
        """Ask until no region is open, or nobody is left to ask."""
        search = self.search
        assert search.regions is not None
        while len(search.regions) and self.processes.alive:
            if search.run.should_stop():
                raise SearchStopped("time_limit")
            self._hand_out()
            heard = self.processes.next(0.0)
            if heard is None:
                search.raise_by_relaxations(self.processes.is_silent)
                with search.interrupts.breakable():
                    heard = self.processes.next(_TICK)
            if heard is not None:
                self._note(*heard)

    def _hand_out(self) -> None:
        """Give each process a question, and then each one a further one to go on with."""
        search = self.search
        assert search.regions is not None
        for count in range(1, (1 if search.size == 2 else _AHEAD) + 1):
            for process in self.processes.alive:
                if len(self._asked[process]) >= count or not len(search.regions):
                    continue
                places = {each.place for own in self._asked.values() for each in own}
                fresh = next_questions(search.regions, search.worst, search.choices, 1, places)
                if not fresh:
                    return
                self._asked[process].append(fresh[0])
                self.processes.ask(process, fresh[0].question)

    def _note(self, process: AnsweringProcess, reply: Reply | None) -> None:
        """Note an answer; the questions of a process that has ended are asked again."""
        if reply is None:
            del self._asked[process]
            return
        about = self._asked[process][0]
        if reply.question is not None and reply.answer is not None:
            corner = corner_of(reply.question, about.upper)
            self.search.note(reply.question, corner, reply.answer)
            if reply.answer.stop is not None:
                raise reply.answer.stop
            if reply.answer.x is not None and self.search.size == 2:
                self._asked[process][0] = self._following(about, reply.answer.x)
        if reply.last:
            del self._asked[process][0]

    def _following(self, about: RegionQuestion, x: FloatArray) -> RegionQuestion:
        """Return the question that follows along a front of two goals: below a point."""
        upper, other = about.upper.copy(), 1 - about.k
        upper[other] = self.search.goals.goals[other].steps(x)
        return replace(about, upper=upper)
