"""The simulated week: its cluster keeps its own rules, and records and plans pass through it."""

from __future__ import annotations

import json
import runpy
import sqlite3
from contextlib import closing
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[3]
WEEK = runpy.run_path(str(ROOT / "benchmarks" / "clusters" / "week.py"))
RECORDED = json.loads((ROOT / "docs" / "data" / "fleet_week.json").read_text())
ARMS = tuple(WEEK["ARMS"])
SEED = 7


def faults_of(cluster: Any, hour: int) -> list[str]:
    """Return the rules of the simulation that a cluster breaks, counted anew from its pods."""
    found = []
    for name, room in cluster.room.items():
        pods = [pod for pod in cluster.pods if pod.node == name]
        taken = np.sum([pod.owner.size for pod in pods], axis=0) if pods else np.zeros(2)
        whole = np.array((WEEK["_CPU"], WEEK["_MEMORY"])) - WEEK["_DAEMON"]
        if (whole - taken != room).any() or min(room) < 0:
            found.append(f"{name}: {room} is not its room")
        apart = [pod.owner.name for pod in pods if pod.owner.apart]
        if len(apart) > len(set(apart)):
            found.append(f"{name}: pods are not apart")
    for workload in cluster.workloads:
        pods = cluster.of(workload)
        if len(pods) != workload.wanted(hour) or {pod.revision for pod in pods} - {
            workload.revision
        }:
            found.append(f"{workload.name}: {len(pods)} pods")
    if lost := {pod.node for pod in cluster.pods} - cluster.room.keys():
        found.append(f"pods on {lost}")
    return found


def test_a_week_without_plans_keeps_the_rules() -> None:
    cluster = WEEK["Cluster"](SEED, 8)
    events = WEEK["drawn_events"](np.random.default_rng(SEED), 168, 8)
    for hour, each in enumerate(events):
        cluster.pass_hour(hour, each)
        assert faults_of(cluster, hour) == []
    counts = asdict(cluster.counts)
    assert min(counts[key] for key in ("arrivals", "departures", "rollouts", "failures")) > 0
    assert counts["node_hours"] == sum(counts["nodes"]) and counts["removed"] == 0


def test_a_week_of_records_with_plans_each_night(tmp_path: Path) -> None:
    counts, runs = WEEK["pass_week"]("no-pins", SEED, 8, 168, 0.5, 24, tmp_path)
    never, _ = WEEK["pass_week"]("never", SEED, 8, 168, 0.5, 1000, tmp_path)  # no record
    assert counts.removed > 0 and counts.evictions > 0
    assert counts.node_hours == sum(counts.nodes) < never.node_hours
    with closing(sqlite3.connect(tmp_path / "no-pins.sqlite")) as connection:
        times = [time for (time,) in connection.execute("select time from runs")]
    assert times == [f"2026-05-{day:02d}T00:00:00+00:00" for day in range(5, 12)]
    assert runs[0]["changes"] == ["this is the first run of this cluster"]
    assert all(run["bound"] <= run["best"] <= run["used"] <= run["nodes"] for run in runs)
    for before, run in pairwise(runs):
        line = f"nodes: {before['nodes']} → {run['nodes']} since {before['time']}"
        assert (line in run["changes"]) == (before["nodes"] != run["nodes"])


def test_pods_with_pins_never_need_another_node(tmp_path: Path) -> None:
    counts, runs = WEEK["pass_week"]("pins", SEED, 8, 12, 1.0, 6, tmp_path)
    assert counts.removed > 0 and counts.evictions > 0
    assert counts.waited == 0 and runs == []


def test_the_recorded_week_is_that_of_its_seed() -> None:
    """The arm without plans needs no solver, so that its figures must come out again."""
    hours, nodes, seed = (RECORDED[key] for key in ("hours", "nodes", "seed"))
    cluster = WEEK["Cluster"](seed, nodes)
    for hour, each in enumerate(
        WEEK["drawn_events"](np.random.default_rng(seed + 1), hours, nodes)
    ):
        cluster.pass_hour(hour, each)
    recorded = {key: value for key, value in RECORDED["never"].items() if key != "runs"}
    assert asdict(cluster.counts) == recorded


@pytest.mark.parametrize("arm", ARMS)
def test_the_recorded_week_is_the_same_for_all(arm: str) -> None:
    found, never = RECORDED[arm], RECORDED["never"]
    for key in ("arrivals", "departures", "rollouts", "failures"):
        assert found[key] == never[key]
    assert found["node_hours"] == sum(found["nodes"])
    assert len(found["nodes"]) == RECORDED["hours"]
    for run in found["runs"]:
        assert run["bound_kind"] == "certified"
        assert run["bound"] <= run["best"] <= run["used"] <= run["nodes"]
    assert bool(found["runs"]) == (arm in WEEK["RECORDED"])
