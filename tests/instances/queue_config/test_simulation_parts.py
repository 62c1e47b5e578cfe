"""Settings are simulated in parts, between which Ctrl-C and the end of the time are heard."""

import numpy as np
import pytest

import optgap
from optgap.instances.queue_config import Simulator, simulation


@pytest.mark.parametrize("tasks", [1, 20, 1_000_000])
def test_parts_give_the_same_latencies(tasks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    group = optgap.generate("queue_config", seed=3, jobs=5)
    simulator, numbers = Simulator.of(group), np.arange(min(group.grid_size, 40))
    whole, calls = simulator.grid_latencies(group, numbers), []
    means = simulation.mean_latencies

    def counted(*args):
        calls.append(len(args[3]))
        return means(*args)

    monkeypatch.setattr(simulation, "mean_latencies", counted)
    monkeypatch.setattr(simulation, "MOST_TASKS", tasks)
    assert np.array_equal(simulator.grid_latencies(group, numbers), whole)
    work = sum(len(job.tasks) for job in group.jobs)
    assert max(calls) <= max(1, tasks // work)
    assert sum(calls) == len(numbers)
