"""Calls that are well typed, and calls that are not: `make types` runs mypy on this file.

Every ``type: ignore`` marks a mistake that the types must find: mypy reports those that find none.
"""

import numpy as np

import optgap
from optgap.instances.placement import LinearLatency, Placement
from optgap.instances.stage import Stage
from optgap.instances.warm_pool import WarmPool

listed = Placement(name="a", latency=[[1.0]], capacity=[1, 1])
arrays = Placement(name="a", latency=np.ones((2, 2)), capacity=np.array([1, 1]))
pool = WarmPool(name="p", allocated=[1, 2.5], machine_size=2.0, max_short=0)
stage = Stage(name="s", configurations=[[1.0]], weights=[1.0], latency=[[[1.0]]], available=[[2.0]])
ticks: int = len(pool.allocated)
if listed.capacity is not None and not isinstance(listed.latency, LinearLatency):
    sums = listed.capacity + listed.latency[0]
outcome = optgap.solve(listed, "exact", solver="pyomo:cbc", time_limit=3, log=print)
check = optgap.check(listed, sol="a.sol")
optgap.solve(listed, on_incumbent=lambda incumbent: incumbent.objective < 3)

optgap.solve(listed, "exact", time_limt=3)  # type: ignore[call-arg]
optgap.solve(listed, "exact", time_limit="3")  # type: ignore[arg-type]
optgap.compare(listed, time_limt=3)  # type: ignore[call-arg]
optgap.compare(listed, log=print)  # type: ignore[call-arg]
optgap.solve(listed, compiled="maybe")  # type: ignore[arg-type]
Placement(name="a", latency=[[1.0]], capacty=[1])  # type: ignore[call-arg]
Placement(name="a", latency=1.0)  # type: ignore[arg-type]
Placement(latency=[[1.0]])  # type: ignore[call-arg]
first = listed.capacity[0]  # type: ignore[index]
