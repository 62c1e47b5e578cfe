"""Dedicated exact algorithm of `placement`: the capacitated bottleneck assignment problem.

Eq. 3 of the stage optimizer is called NP-hard there, but minimising the largest latency of an
assignment needs only a search for the least threshold at which a bipartite matching with machine
capacities exists.  See Burkard, Dell'Amico and Martello, "Assignment Problems", SIAM 2009,
chapter 6.2 (the threshold algorithm).
"""

from contextlib import suppress

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import kernel
from ...core.outcome import Answer
from ...core.run import Run
from ...core.words import shortened_list
from ...instances.placement import LinearLatency, LinearTerms, Placement
from .latency_blocks import OutOfTime, poll, row_major
from .threshold_search import BottleneckSearch, Bracket, hall_certificate


class NestedSearch:
    """Bisection for latencies rows[i] · per_row[j] + fixed[j], where rows[i] is i's input size.

    On every machine an instance with fewer rows is at least as fast, in floating point too: product
    and sum round monotonically.  Hence machine j takes, within a threshold, the k_j instances with
    the fewest rows, and an assignment exists exactly if for every r the machines with k_j > r have
    room for the instances ranked r and above.
    """

    def __init__(self, terms: LinearTerms, beta: IntArray, run: Run) -> None:
        self.terms, self.beta, self.run = terms, beta, run
        self.bracket = Bracket()
        self._order = np.argsort(terms.rows, kind="stable")
        self._rows = terms.rows[self._order]

    def bisect(self) -> None:
        """Search until the bracket is closed or the time is up (`OutOfTime`)."""
        m, room = len(self._rows), int(self.beta.sum())
        poll(self.run)
        if room < m:
            self.bracket.raise_low(np.inf, np.arange(room + 1), self.run)
            return
        usable = self.beta > 0
        slowest = self._rows[-1] * self.terms.per_row[usable] + self.terms.fixed[usable]
        self.bracket.raise_low(float(slowest.min()), self._order[-1:], self.run)
        self._test(float(slowest.max()))
        pivot = self.bracket.low
        while self.bracket.open(self.run):
            poll(self.run)
            self._test(pivot)
            pivot = _float_between(self.bracket.low, self.bracket.high)

    def _test(self, threshold: float) -> None:
        counts = _counts_within(self._rows, self.terms.per_row, self.terms.fixed, threshold)
        rank = int(_first_crowded_rank(counts, self.beta, len(self._rows)))
        if rank < 0:
            self._record(counts)
            return
        beyond = (counts <= rank) & (self.beta > 0)
        per_row, fixed = self.terms.per_row[beyond], self.terms.fixed[beyond]
        low = float((self._rows[rank] * per_row + fixed).min())
        self.bracket.raise_low(low, np.sort(self._order[rank:]), self.run)

    def _record(self, counts: IntArray) -> None:
        """Record the assignment of instances with most rows to machines with largest ``counts``."""
        machines = np.argsort(-counts, kind="stable")
        room = np.cumsum(self.beta[machines])
        place = np.searchsorted(room, np.arange(1, len(self._rows) + 1))
        machine = np.empty(len(self._rows), dtype=np.int64)
        machine[self._order[::-1]] = machines[place]
        terms = self.terms
        used = terms.rows * terms.per_row[machine] + terms.fixed[machine]
        self.bracket.lower_high(float(used.max()), machine, self.run)


def _float_between(low: float, high: float) -> float:
    """Return the float halfway between two positive floats, in the order of all floats."""
    first, last = np.array([low, high]).view(np.int64).tolist()
    return float(np.array([(first + last) // 2]).view(np.float64)[0])


@kernel
def _counts_within(
    rows: FloatArray, per_row: FloatArray, fixed: FloatArray, threshold: float
) -> IntArray:
    """Return how many instances (by ascending ``rows``) each machine runs within the threshold."""
    counts = np.empty(len(fixed), dtype=np.int64)
    for j in range(len(fixed)):
        low, high = 0, len(rows)
        while low < high:
            middle = (low + high) // 2
            if rows[middle] * per_row[j] + fixed[j] <= threshold:
                low = middle + 1
            else:
                high = middle
        counts[j] = low
    return counts


@kernel
def _first_crowded_rank(counts: IntArray, beta: IntArray, m: int) -> int:
    """Return the highest rank from which on instances exceed the capacity that runs them, or -1.

    Machine j has capacity ``beta[j]`` and runs instances of ranks below ``counts[j]``.
    """
    room_at = np.zeros(m + 1, dtype=np.int64)
    for j in range(len(counts)):
        room_at[counts[j]] += beta[j]
    room = room_at[m]
    for rank in range(m - 1, -1, -1):
        if room < m - rank:
            return rank
        room += room_at[rank]
    return -1


_SECONDS = 5.0  # seconds for the search for a reason of infeasibility


def bottleneck(instance: Placement, run: Run) -> Answer:
    """Return an assignment with the least maximum latency, and the proof that none has less.

    The proof is a set of instances (Hall's condition): the machines on which at least one of them
    is faster than the bound have room for fewer instances than the set has.  After a time limit
    the result is the best assignment and the best bound so far, again with its proof.
    """
    search: BottleneckSearch | NestedSearch
    if isinstance(instance.latency, LinearLatency):
        search = NestedSearch(instance.latency.linear, instance.beta, run)
    else:
        search = BottleneckSearch(row_major(instance.latency), instance.beta, run)
    if run.start is not None:
        machine = np.array(run.start["machine"], dtype=np.int64)
        search.bracket.lower_high(float(instance.latency_of(machine).max()), machine, run)
    with suppress(OutOfTime):
        search.bisect()
    return _answer(instance, search.bracket, run)


def _answer(instance: Placement, bracket: Bracket, run: Run) -> Answer:
    if bracket.infeasible:
        assert bracket.violator is not None
        return Answer(
            infeasible=True,
            certificate=hall_certificate(None, bracket.violator),
            message=nowhere_to_go(instance, bracket.violator),
        )
    proven = bracket.violator is not None
    return Answer(
        decision=None if bracket.machine is None else {"machine": bracket.machine.tolist()},
        bound=bracket.low if proven else None,
        bound_kind="certified" if proven else None,
        certificate=hall_certificate(bracket.low, bracket.violator) if proven else None,
        stopped="time_limit" if bracket.open(run) else "complete",
    )


def why_infeasible(instance: Placement) -> str | None:
    """Return a message that names instances with too few places; ``None`` if feasible."""
    answer = bottleneck(instance, Run("minimize", time_limit=_SECONDS))
    return answer.message if answer.infeasible else None


def nowhere_to_go(instance: Placement, violator: IntArray) -> str:
    """Return a message about instances with too few places, and the machines that they can use."""
    latency = instance.latency
    if isinstance(latency, LinearLatency):
        usable = np.arange(instance.machines)
    else:
        allowed = np.zeros(instance.machines, dtype=np.bool_)
        for i in violator:
            allowed |= ~np.isnan(latency[i])
        usable = np.flatnonzero(allowed)
    room = int(instance.beta[usable].sum())
    subject = f"instance {violator[0]}"
    if len(violator) > 1:
        subject = f"{len(violator)} instances ({shortened_list(violator.tolist())})"
    if len(usable) == 0:
        return f"{subject} can run on no machine"
    machines = f"machine{'s' if len(usable) > 1 else ''} {shortened_list(usable.tolist())}"
    return f"{subject} can run only on {machines}, with room for {room} in total"
