"""Adapter of spot: the package ``sky_spot`` with its base class of strategies, tick by tick."""

from __future__ import annotations

import enum
import json
import math
import sys
from types import ModuleType, SimpleNamespace

TYPE_CHECKING = False  # importing typing takes longer than most programs
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class _ClusterType(str, enum.Enum):  # noqa: UP042 - as the framework's
    NONE = "none"
    SPOT = "spot"
    ON_DEMAND = "on_demand"


_LETTERS = {_ClusterType.NONE: "N", _ClusterType.SPOT: "S", _ClusterType.ON_DEMAND: "O"}
_COSTS = {_ClusterType.ON_DEMAND: 3.06, _ClusterType.SPOT: 0.9731, _ClusterType.NONE: 0.0}


class _Env:
    """The environment of a run; it knows only for the present tick whether spot is available."""

    NAME = "trace"

    def __init__(self, gap_seconds: float, has_spot: bool) -> None:
        self.gap_seconds = gap_seconds
        self.tick = 0
        self.cluster_type = _ClusterType.NONE
        self.cluster_type_histroy: list[_ClusterType] = []  # as the framework spells it
        self._has_spot = has_spot

    def show(self, request: _ClusterType, has_spot: bool) -> None:
        self.cluster_type, self._has_spot = request, has_spot
        self.tick += 1

    def spot_available(self) -> bool:
        return self._has_spot

    def observe(self) -> tuple[_ClusterType, bool]:
        last = self.cluster_type
        self.cluster_type_histroy.append(last)
        if last == _ClusterType.SPOT and not self._has_spot:
            self.cluster_type = _ClusterType.NONE
        return last, self._has_spot

    @property
    def elapsed_seconds(self) -> float:
        return self.tick * self.gap_seconds

    @property
    def accumulated_cost(self) -> float:
        return sum(_COSTS[kind] * self.gap_seconds / 3600 for kind in self.cluster_type_histroy)

    def get_constant_cost_map(self) -> dict[_ClusterType, float]:
        return dict(_COSTS)

    get_price = get_constant_cost_map


class _SingleTask:
    """The task: its total work, and the work done so far."""

    def __init__(self, config: dict[str, float]) -> None:
        self._config = config
        self._done: list[float] = []

    def set_progress_source(self, done: list[float]) -> None:
        self._done = done

    def get_current_progress_seconds(self) -> float:
        return sum(self._done)

    def get_remaining_duration_seconds(self) -> float:
        return max(0.0, self.get_total_duration_seconds() - sum(self._done))

    def get_total_duration_seconds(self) -> float:
        return self._config["duration"] * 3600.0

    def get_total_duration_hours(self) -> float:
        return self._config["duration"]

    def get_config(self) -> dict[str, float]:
        return self._config

    @property
    def is_done(self) -> bool:
        return self.get_remaining_duration_seconds() <= 1e-8


class _Strategy:
    """The base class of strategies: it records progress, and forces on-demand use if necessary."""

    NAME = "abstract"

    def __init__(self, args: Any = None) -> None:
        self.args = args

    def reset(self, env: Any, task: Any) -> None:
        self.env, self.task = env, task
        self.deadline = self.args.deadline_hours * 3600
        self.task_duration = task.get_total_duration_seconds()
        self.restart_overheads = [hours * 3600 for hours in self.args.restart_overhead_hours]
        self.restart_overhead = self.restart_overheads[0]
        self.inter_task_overheads = [0.0]
        self.inter_task_overhead = 0.0
        self.task_done_time: list[float] = []
        task.set_progress_source(self.task_done_time)
        self.remaining_restart_overhead = 0.0

    def _step(self, last_cluster_type: _ClusterType, has_spot: bool) -> _ClusterType:
        raise NotImplementedError

    def _before_decision_hook(self, last: _ClusterType, request: _ClusterType) -> None:
        """Do nothing; subclasses may override this."""

    def _apply_strong_guarantee(self, proposed: _ClusterType, last: _ClusterType) -> _ClusterType:
        gap = self.env.gap_seconds
        rest = self.task_duration - sum(self.task_done_time)
        if rest <= 1e-3:
            return proposed
        time = math.floor((self.deadline - self.env.elapsed_seconds) / gap) * gap
        if math.ceil((rest + self.restart_overhead) / gap) * gap < time:
            return proposed
        if last == _ClusterType.SPOT and self.remaining_restart_overhead < 1e-3:
            return _ClusterType.SPOT
        return _ClusterType.ON_DEMAND

    def _work(self, last: _ClusterType) -> None:
        """Add the work done in the last tick."""
        done = 0.0
        if last != _ClusterType.NONE:
            gap = self.env.gap_seconds
            done = max(gap - self.remaining_restart_overhead, 0)
            self.remaining_restart_overhead -= gap - done
            if self.remaining_restart_overhead < 1e-3:
                self.remaining_restart_overhead = 0
            done = min(done, self.task_duration - sum(self.task_done_time))
        self.task_done_time.append(done)

    def step(self) -> _ClusterType:
        last, has_spot = self.env.observe()
        self._work(last)
        request = self._apply_strong_guarantee(self._step(last, has_spot), last)
        self._before_decision_hook(last, request)
        if request == _ClusterType.SPOT and not self.env.spot_available():
            request = _ClusterType.NONE
        running = last
        if last == _ClusterType.SPOT and not has_spot:
            running = _ClusterType.NONE
        if request not in (running, _ClusterType.NONE):
            self.remaining_restart_overhead = self.restart_overhead
        return request

    @property
    def task_done(self) -> bool:
        return bool(self.task.is_done)


class _MultiRegionStrategy(_Strategy):
    NAME = "multi_region_base"


def prepare(document: dict[str, Any]) -> dict[str, Any]:
    """Make a package ``sky_spot`` importable, write ``spec.json``, and return the document.

    The document does not contain the trace: `play` asks in each tick whether spot is available.
    """
    hours = {key: document[key] / 3600 for key in ("deadline", "overhead", "work")}
    spec = {"deadline": hours["deadline"], "duration": hours["work"]}
    with open("spec.json", "w") as stream:
        json.dump({**spec, "overhead": hours["overhead"], "trace_file": "trace.json"}, stream)
    parts: dict[str, dict[str, Any]] = {
        "sky_spot": {},
        "sky_spot.utils": {
            "ClusterType": _ClusterType,
            "COSTS": _COSTS,
            "COST_K": _COSTS[_ClusterType.ON_DEMAND] / _COSTS[_ClusterType.SPOT],
        },
        "sky_spot.env": {"Env": _Env, "TraceEnv": _Env},
        "sky_spot.task": {"Task": _SingleTask, "SingleTask": _SingleTask},
        "sky_spot.strategies": {},
        "sky_spot.strategies.strategy": {
            "Strategy": _Strategy,
            "MultiRegionStrategy": _MultiRegionStrategy,
        },
    }
    for name, content in parts.items():
        module = ModuleType(name)
        module.__path__ = []
        vars(module).update(content)
        sys.modules[name] = module
        above, _, own = name.rpartition(".")
        if above:
            setattr(sys.modules[above], own, module)
    return document


def _strategy_of(program: ModuleType) -> Any:
    solution = getattr(program, "Solution", None)
    kinds = [solution, *vars(program).values()]
    for kind in kinds:
        own = isinstance(kind, type) and kind not in (_Strategy, _MultiRegionStrategy)
        if own and issubclass(kind, _Strategy):
            return kind
    raise ValueError("has no class derived from Strategy", "garbage")


def play(program: ModuleType, document: dict[str, Any], ask: Callable[[Any], Any]) -> Any:
    """Run the strategy tick by tick until the work is done or the deadline has passed."""
    hours = {key: document[key] / 3600 for key in ("deadline", "overhead", "work")}
    args = SimpleNamespace(
        deadline_hours=hours["deadline"],
        restart_overhead_hours=[hours["overhead"]],
        inter_task_overhead=[0.0],
        task_duration_hours=[hours["work"]],
    )
    strategy = _strategy_of(program)(args)
    if hasattr(strategy, "solve"):
        strategy.solve("spec.json")
    env = _Env(float(document["tick"]), ask(None))
    strategy.reset(env, _SingleTask({"duration": hours["work"]}))
    requests = ""
    while True:
        request = strategy.step()
        requests += _LETTERS[request]
        if strategy.task_done or len(requests) * document["tick"] > document["deadline"]:
            return {"requests": requests}
        env.show(request, ask(_LETTERS[request]))
