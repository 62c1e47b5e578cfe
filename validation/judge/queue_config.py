"""The judge of queue_config: simulates a setting of the queues, and checks certificates.

The simulation follows the description in the paper. It shares no code with the compiled simulation
that the methods use.
"""

import bisect
import heapq
import itertools
import math
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from ...instances.queue_config import SUM_TOLERANCE, GroupFields, QueueConfig, QueuedJob
from .forms import Certificate, Decision
from .judging import Judge
from .proofs.claims import UnprovenError
from .tolerances import ROUNDING
from .verdict import Violation, differs

__all__ = ["QueueSetting", "certified", "check", "execution", "simulate"]

Allocations: TypeAlias = list[tuple[float, int]]  # moments and containers
JobKey: TypeAlias = tuple[str, str]  # group and job


@dataclass(frozen=True)
class GroupSetting:
    """A group's containers, and a share and a policy for each of its queues."""

    containers: int
    shares: Mapping[str, float]
    policies: Mapping[str, str]


Course: TypeAlias = Sequence[tuple[float, Mapping[str, GroupSetting]]]


def execution(job: QueuedJob, allocations: Allocations) -> list[float]:
    """Return the start of each task, followed by the job's end (Algorithm 2, corrected).

    ``allocations`` holds (moment, containers).  Tasks that can start before the next allocation do
    so; all other tasks wait for the containers that are allocated then.
    """
    free: list[float] = []
    begins: list[float] = []
    end = 0.0
    tasks = job.tasks.tolist()
    moments = [moment for moment, _ in allocations[1:]] + [math.inf]
    for (moment, count), following in zip(allocations, moments, strict=True):
        for _ in range(count):
            heapq.heappush(free, moment)
        while len(begins) < len(tasks) and free[0] < following:
            begin = heapq.heappop(free)
            finish = begin + tasks[len(begins)]
            begins.append(begin)
            heapq.heappush(free, finish)
            end = max(end, finish)
    return [*begins, max([end, *free])]


def simulate(
    instance: QueueConfig, shares: Mapping[str, float], policies: Mapping[str, str]
) -> dict[str, Allocations]:
    """Return the allocations of each job as (moment, containers) (Algorithm 1, corrected)."""
    return simulate_group(instance, GroupSetting(instance.containers, shares, policies))


def simulate_group(group: GroupFields, setting: GroupSetting) -> dict[str, Allocations]:
    """Return the allocations of each job of a group that has the cluster to itself."""
    held = simulate_cluster({"": group}, setting.containers, [(0.0, {"": setting})])
    return {name: allocations for (_, name), allocations in held.items()}


def simulate_cluster(
    groups: Mapping[str, GroupFields], total: int, course: Course
) -> dict[JobKey, Allocations]:
    """Return the allocations of each job in a cluster under a sequence of settings."""
    cluster = _Cluster(groups, total)
    waiting = deque(sorted(cluster.jobs, key=lambda key: cluster.jobs[key].submitted))
    changes = deque(course)
    moment = 0.0
    while True:
        while changes and changes[0][0] <= moment:
            cluster.change(changes.popleft()[1])
        while waiting and cluster.jobs[waiting[0]].submitted <= moment:
            cluster.submit(waiting.popleft())
        cluster.allocate(moment)
        moments = [cluster.next_end()]
        if waiting:
            moments.append(cluster.jobs[waiting[0]].submitted)
        if changes and (waiting or cluster.fresh or any(cluster.running.values())):
            moments.append(changes[0][0])
        moment = min(moments)
        if moment == math.inf:
            return cluster.given
        cluster.release(moment)


class _Cluster:
    """The state of the simulated cluster: groups, present jobs, and allocations so far.

    ``open`` has the groups that may take a container.  A group that could take none is not asked
    again until one of its jobs arrives or ends, or settings change, because its demand only falls.
    """

    def __init__(self, groups: Mapping[str, GroupFields], total: int) -> None:
        self.groups, self.total = groups, total
        self.settings: Mapping[str, GroupSetting] = {}
        self.own: dict[str, dict[str, int]] = {}  # containers of each queue, by group
        self.open: set[str] = set()
        self.used = 0  # containers
        self.jobs = {(name, job.name): job for name, g in self.groups.items() for job in g.jobs}
        self.places = {name: place for place, name in enumerate(self.groups)}
        self.present: dict[str, dict[str, dict[JobKey, None]]] = {  # by group and queue
            name: {queue.name: {} for queue in group.queues} for name, group in groups.items()
        }
        self.fresh: dict[JobKey, int] = {}  # what each job can use that holds nothing
        self.running: dict[str, set[JobKey]] = defaultdict(set)  # with containers, by group
        self.taken: Counter[tuple[str, str]] = Counter()  # containers by group and queue
        self.given: dict[JobKey, Allocations] = {key: [] for key in self.jobs}
        self.held: dict[JobKey, int] = defaultdict(int)
        self.on: dict[JobKey, Counter[str]] = defaultdict(Counter)  # containers by machine
        self.executed: dict[JobKey, list[float]] = {}  # with all its allocations so far
        self.endings: list[tuple[float, int, JobKey]] = []  # a heap: end, allocations, job

    def submit(self, key: JobKey) -> None:
        """Add a job to its queue."""
        self.present[key[0]][self.jobs[key].queue][key] = None
        self.fresh[key] = self._useful(key, self.jobs[key].submitted)
        self.open.add(key[0])

    def change(self, settings: Mapping[str, GroupSetting]) -> None:
        """Use other settings from now on."""
        self.settings = settings
        self.own = {name: own_containers(self.groups[name], own) for name, own in settings.items()}
        self.open = set(self.groups)

    def next_end(self) -> float:
        """Return the time at which the next job ends, given the containers allocated so far."""
        while self.endings and self.endings[0][1] < len(self.given[self.endings[0][2]]):
            heapq.heappop(self.endings)  # it was given more since
        return self.endings[0][0] if self.endings else math.inf

    def release(self, moment: float) -> None:
        """Remove the jobs that have ended by a moment, and free their containers."""
        while self.next_end() <= moment:
            key = heapq.heappop(self.endings)[2]
            queue = self.jobs[key].queue
            del self.present[key[0]][queue][key]
            self.running[key[0]].discard(key)
            self.open.add(key[0])
            self.used -= self.held[key]
            self.taken[key[0], queue] -= self.held[key]

    def allocate(self, moment: float) -> None:
        """Allocate free containers one by one until no queue can take one (Algorithm 1, line 4)."""
        running = (key for name in self.open for key in self.running[name])
        more = self.fresh | {key: self._useful(key, moment) for key in running}
        timed = [name for name in self.open if "lrtf" in self.settings[name].policies.values()]
        asked = (
            key for name in timed for members in self.present[name].values() for key in members
        )
        times = {key: self._remaining(key, moment) for key in asked if more[key] > 0}
        # an allocation changes the candidates of its group only; other groups keep their rank
        first = [job for name in self.open for job in self._candidates(name, more, times)[:1]]
        heapq.heapify(first)
        new: dict[JobKey, int] = defaultdict(int)
        while first and self.used < self.total:
            key = heapq.heappop(first)[1]
            self.on[key][self._freest(key)] += 1
            self.held[key] += 1
            self.used += 1
            self.running[key[0]].add(key)
            self.taken[key[0], self.jobs[key].queue] += 1
            more[key] -= 1
            new[key] += 1
            for job in self._candidates(key[0], more, times)[:1]:
                heapq.heappush(first, job)
        self.open = {key[0] for _, key in first}
        for key, count in new.items():
            self.fresh.pop(key, None)
            self.given[key].append((moment, count))
            self.executed[key] = execution(self.jobs[key], self.given[key])
            heapq.heappush(self.endings, (self.executed[key][-1], len(self.given[key]), key))

    def _candidates(
        self, name: str, more: dict[JobKey, int], times: dict[JobKey, float]
    ) -> list[tuple[tuple[float, ...], JobKey]]:
        """Return (rank, job) of each queue that may take a container: its next job, best first."""
        group, setting = self.groups[name], self.settings[name]
        in_use = sum(self.taken[name, queue.name] for queue in group.queues)
        if in_use >= setting.containers:
            return []
        waiting: list[tuple[tuple[float, ...], JobKey]] = []
        for number, queue in enumerate(group.queues):
            used = self.taken[name, queue.name]
            most, fewest = self.own[name][queue.name], queue.min_share if group.guarantees else 0.0
            if group.is_elastic:
                most = math.floor(queue.max_share * setting.containers + ROUNDING)
                most = most if group.guarantees else max(1, most)
            least = math.floor(fewest * setting.containers + ROUNDING)
            members = self.present[name][queue.name] if used < most else ()
            eager = (key for key in members if more[key] > 0 and self._freest(key))
            job = self._next_served(setting.policies[queue.name], eager, times)
            if job is not None:
                share = used / setting.shares[queue.name]
                rank = (in_use / setting.containers, self.places[name], used >= least)
                waiting.append(((*rank, share, number), job))
        return sorted(waiting)

    def _freest(self, key: JobKey) -> str:
        """Return the name of the machine with the most free containers that a job allows, or ""."""
        group, containers = self.groups[key[0]], self.settings[key[0]].containers
        if group.machines is None:
            return "all"
        taken: Counter[str] = Counter()
        for other in self.running[key[0]]:
            taken.update(self.on[other])
        allowed, best, most, left = self.jobs[key].machines, "", 0, containers
        for machine in group.machines:
            existing = min(machine.containers, left)
            left -= existing
            free = existing - taken[machine.name]
            if free > most and (allowed is None or machine.name in allowed):
                best, most = machine.name, free
        return best

    def _tasks_begun(self, key: JobKey, moment: float) -> int:
        """Return the number of a job's tasks that have started by a moment."""
        begins = self.executed.get(key)  # and when the job ends
        return bisect.bisect_right(begins, moment, hi=len(begins) - 1) if begins else 0

    def _useful(self, key: JobKey, moment: float) -> int:
        """Return how many more containers a job can use: at most its limit and remaining tasks."""
        job = self.jobs[key]
        left = len(job.tasks) - self._tasks_begun(key, moment)
        return min(job.most - self.held[key], left)

    def _remaining(self, key: JobKey, moment: float) -> float:
        """Return the time of the remaining tasks on the containers that the job can use at most."""
        job = self.jobs[key]
        tasks = job.tasks.tolist()[self._tasks_begun(key, moment) :]
        ends = [0.0] * min(job.most, len(tasks))
        for task in tasks:
            ends[ends.index(min(ends))] += task
        return max(ends, default=0.0)

    def _next_served(
        self, policy: str, eager: Iterator[JobKey], times: dict[JobKey, float]
    ) -> JobKey | None:
        """Return the job among ``eager`` ones that a policy serves next; the first wins ties."""
        if policy == "fifo":
            return next(eager, None)

        def rank(key: JobKey) -> float:
            job = self.jobs[key]
            if policy == "fair":
                return self.held[key]
            if policy == "drf":
                return self.held[key] * max(job.cores, job.memory / 2048.0)
            if policy == "edf":
                return math.inf if job.deadline is None else job.deadline
            return times[key]

        return min(eager, key=rank, default=None)


def own_containers(group: GroupFields, setting: GroupSetting) -> dict[str, int]:
    """Return each queue's integer number of containers: its share, by largest remainders."""
    names = [queue.name for queue in group.queues]
    total = sum(setting.shares[name] for name in names)
    exact = {name: setting.shares[name] / total * setting.containers for name in names}
    own = {name: math.floor(exact[name] + ROUNDING) for name in names}
    by_remainder = sorted(names, key=lambda name: own[name] - exact[name])
    for name in by_remainder[: setting.containers - sum(own.values())]:
        own[name] += 1
    return own


class QueueSetting(Decision):
    """A decision: the share and the policy of each queue."""

    NAMES: ClassVar = {"shares": ("queues",), "policies": ("queues",)}
    COMPLETE: ClassVar = ("shares", "policies")
    shares: dict[str, float]
    policies: dict[str, str]


def check(instance: QueueConfig, decision: QueueSetting, judge: Judge) -> float | None:
    """Check a setting of the queues; the objective is the mean latency of the jobs."""
    shares, policies = decision.shares, decision.policies
    judge.violations += setting_violations(instance, shares, policies)
    if judge.violations:
        return None
    held = simulate(instance, shares, policies)
    for name in sorted({job.queue for job in instance.jobs if not held[job.name]}):
        judge.fault("starved", f"queue {name}", "has jobs but gets no container")
    if judge.violations:
        return None
    latencies = [latency(job, held[job.name]) for job in instance.jobs]
    judge.details = {"longest_latency": max(latencies)}
    return math.fsum(latencies) / len(latencies)


def latency(job: QueuedJob, allocations: Allocations) -> float:
    """Return a job's time from submission to end; infinite if it never runs."""
    return execution(job, allocations)[-1] - job.submitted if allocations else math.inf


def setting_violations(
    group: GroupFields, shares: Mapping[str, float], policies: Mapping[str, str]
) -> Iterator[Violation]:
    """Yield the rules of a group that a setting of its queues violates."""
    yield from _on_the_grid(group, shares)
    yield from share_violations(group, shares)
    yield from _known_policies(group, policies)


def _on_the_grid(group: GroupFields, shares: Mapping[str, float]) -> Iterator[Violation]:
    """Yield a violation for shares off the grid, or not proportional to weights of the grid."""
    if group.weights is None:
        for name, share in shares.items():
            if not any(abs(share - other) <= ROUNDING for other in group.shares or ()):
                message = f"share {share!r} is not on the grid"
                yield Violation("grid", f"queue {name}", None, message)
    elif not _proportional_to_weights(group.weights, list(shares.values())):
        message = f"{list(shares.values())!r} are not proportional to any choice of weights"
        yield Violation("grid", "shares", None, message)


def _proportional_to_weights(weights: tuple[float, ...], shares: list[float]) -> bool:
    """Return whether multiplying all shares by one factor gives weights of the grid."""
    if min(shares) <= 0:
        return False
    factors = (weight / shares[0] for weight in weights)
    return any(
        all(any(math.isclose(f * s, w, rel_tol=ROUNDING) for w in weights) for s in shares)
        for f in factors
    )


def share_violations(group: GroupFields, shares: Mapping[str, float]) -> Iterator[Violation]:
    """Yield violations if the shares do not sum to 1, or, without guarantees, exceed bounds."""
    for queue in () if group.guarantees else group.queues:
        share, where = shares[queue.name], f"queue {queue.name}"
        if share < queue.min_share - ROUNDING:
            message = f"gets the share {share}, but its minimum is {queue.min_share}"
            yield Violation("min_share", where, queue.min_share - share, message)
        if share > queue.max_share + ROUNDING:
            message = f"gets the share {share}, but its maximum is {queue.max_share}"
            yield Violation("max_share", where, share - queue.max_share, message)
    total = math.fsum(shares.values())
    if abs(total - 1) > SUM_TOLERANCE + ROUNDING:
        message = f"the shares sum to {total}, not to 1"
        yield Violation("sum", "shares", abs(total - 1), message)


def _known_policies(group: GroupFields, policies: Mapping[str, str]) -> Iterator[Violation]:
    """Yield violations: policies not offered, or different ones where all must be equal."""
    for name, policy in policies.items():
        if policy not in group.policies:
            message = f"{policy!r} is not one of the policies ({', '.join(group.policies)})"
            yield Violation("policy", f"queue {name}", None, message)
    if group.one_policy and len(set(policies.values())) > 1:
        used = ", ".join(sorted(set(policies.values())))
        yield Violation("one_policy", "policies", None, f"must be one for all queues, not {used}")


MOST_GRID_WORK = 20_000  # settings times tasks that a certificate may ask to be simulated


class GridOfSettings(Certificate):
    """A certificate: each setting of a small grid is simulated again."""

    kind: Literal["grid"] = "grid"


class JobsAlone(Certificate):
    """A certificate: each job is at best as fast as alone on all containers it may use."""

    kind: Literal["alone"] = "alone"


def certified(
    instance: QueueConfig, certificate: GridOfSettings | JobsAlone, claim: float | None
) -> float | None:
    """Return the least mean latency over a grid or of jobs alone; ``None`` for an empty grid."""
    if isinstance(certificate, JobsAlone):
        latencies = [latency_alone(instance, job, instance.containers) for job in instance.jobs]
        return math.fsum(latencies) / len(latencies)
    if grid_work(instance) > MOST_GRID_WORK:
        raise UnprovenError("the grid is too large to be simulated again")
    least = least_on_grid(instance, instance.containers) / len(instance.jobs)
    # another simulation may compute the same mean in another order of summation
    proven = None if least == math.inf else least
    return proven if differs(claim, proven) else claim


def grid_work(group: GroupFields) -> int:
    """Return the effort of simulating a group's grid: the number of settings times tasks."""
    return len(grid(group)) * sum(len(job.tasks) for job in group.jobs)


def least_on_grid(group: GroupFields, containers: int) -> float:
    """Return a group's least summed latency over its grid; infinite if a job never runs."""
    settings = (GroupSetting(containers, **setting) for setting in grid(group))
    held = (simulate_group(group, setting) for setting in settings)
    sums = (math.fsum(latency(job, own[job.name]) for job in group.jobs) for own in held)
    return min(sums, default=math.inf)


def latency_alone(group: GroupFields, job: QueuedJob, containers: int) -> float:
    """Return a job's latency with all containers it may use; infinite if it has none."""
    if job.machines is not None and group.machines is not None:
        left, usable = containers, 0
        for machine in group.machines:
            usable += min(machine.containers, left) if machine.name in job.machines else 0
            left -= min(machine.containers, left)
        containers = usable
    most = min(job.max_containers, len(job.tasks), containers)
    return latency(job, [(max(0.0, job.submitted), most)] if most else [])


def grid(group: GroupFields) -> list[dict[str, Any]]:
    """Return all settings of the grid whose shares fit the queues and sum to 1."""
    names = [queue.name for queue in group.queues]
    settings = []
    for shares in _share_choices(group, names):
        if any(share_violations(group, shares)):
            continue
        for chosen in itertools.product(group.policies, repeat=len(names)):
            if not group.one_policy or len(set(chosen)) == 1:
                policies = dict(zip(names, chosen, strict=True))
                settings.append({"shares": shares, "policies": policies})
    return settings


def _share_choices(group: GroupFields, names: list[str]) -> Iterator[dict[str, float]]:
    """Yield all choices of a share for each queue, from the grid of shares or of weights."""
    seen = set()
    for values in itertools.product(group.weights or group.shares or (), repeat=len(names)):
        total = math.fsum(values) if group.weights is not None else 1.0
        shares = tuple(value / total for value in values)
        key = tuple(round(share, 9) for share in shares)
        if key not in seen:
            seen.add(key)
            yield dict(zip(names, shares, strict=True))
