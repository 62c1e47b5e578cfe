"""Handover between SODA's models: macroq and macrow instances for an epoch."""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

import numpy as np

from ...core.decimals import as_written
from ...core.outcome import Decision
from ..macroq import MacroQ
from ..macrow import MacroW, Node
from .document import Application, Present


def all_mips(nodes: Iterable[Node]) -> float:
    """Return H, the sum of the nodes' mips."""
    return float(sum(as_written(node.mips) for node in nodes))


def macroq_of(
    application: Application,
    present: Present,
    *,
    running: Mapping[str, str] | None = None,
    ranks: Mapping[str, int] | None = None,
) -> MacroQ | None:
    """Return the macroq instance of an epoch; ``None`` without jobs or nodes.

    A running job keeps its template. Streams from absent jobs have rate 0.
    """
    nodes = present.nodes(application)
    if not nodes or not present.jobs:
        return None
    document = deepcopy(application.macroq)
    document["primal"] = present.primal
    document["jobs"] = [job for job in document["jobs"] if job["name"] in present.jobs]
    for job in document["jobs"]:
        if running and job["name"] in running:
            job["running"] = running[job["name"]]
        if ranks and job["name"] in ranks and not job.get("required"):
            job["rank"] = ranks[job["name"]]
        for template in job["templates"]:
            for stream in template["streams"]:
                _as_now(job["name"], stream, present)
    name = document.pop("name", application.name)
    return MacroQ.model_validate({**document, "name": name, "mips": all_mips(nodes)})


def _as_now(job: str, stream: dict[str, Any], present: Present) -> None:
    """Set the present weight of a job's stream, and remove inputs from absent jobs."""
    label = f"{job}/{stream['name']}"
    if label in present.value_weights:
        stream["weight"] = present.value_weights[label]
    for term in stream["resource"]:
        rates = term.get("rates") or {}
        gone = [name for name in rates if "/" in name and name.split("/")[0] not in present.jobs]
        if gone:
            kept = {name: c for name, c in rates.items() if name not in gone}
            term["rates"] = kept
            if not kept:
                term["mips"] = 0.0 if term.get("product") else term.get("mips") or 0.0
                term["product"] = False


def macrow_of(
    application: Application,
    present: Present,
    macroq: MacroQ,
    decision: Decision,
    previous: Mapping[str, Iterable[str]] | None = None,
) -> MacroW | None:
    """Return the macrow instance of the admitted jobs: goals, streams, previous candidates.

    ``None`` if no job is admitted.  Macrow has one stream for each pair of PEs: the rates from one
    PE to the other are summed, and multiplied by the application's traffic per unit of rate.
    """
    goals = {
        f"{job}/{pe}": mips
        for job, run in decision["jobs"].items()
        for pe, mips in run["mips"].items()
    }
    if not goals:
        return None
    nodes = present.nodes(application)
    names = {node.name for node in nodes}
    document: dict[str, Any] = {
        "name": f"{application.name}-macrow",
        "nodes": [node.model_dump() for node in nodes],
        "pes": [_pe(application, name, goal, names) for name, goal in goals.items()],
        "streams": [
            {"from": p, "to": q, "rate": rate * application.traffic}
            for (p, q), rate in traffic_of(macroq, decision).items()
        ],
        "links": [link.model_dump() for link in application.links],
        "weights": application.weights.model_dump(),
        **_limits_of(application, set(goals), names),
    }
    clusters = {node.cluster for node in nodes}
    document["nodes"] += [
        {"name": f"(none of {c})", "mips": 1.0, "cluster": c, "max_pes": 0}
        for c in sorted({end for link in application.links for end in link.between} - clusters)
    ]
    kept = candidates_left(previous or {}, goals, names)
    if kept:
        document["previous"] = kept
        document |= application.limits.macrow
    return MacroW.model_validate(document)


def _limits_of(application: Application, pes: set[str], nodes: set[str]) -> dict[str, Any]:
    """Return the application's limits, restricted to the given PEs and nodes."""
    licenses = [
        {**licence.model_dump(), "pes": [p for p in licence.pes if p in pes]}
        for licence in application.licenses
    ]
    limits: dict[str, Any] = {
        "licenses": licenses,
        "colocated": [pair for pair in application.colocated if set(pair) <= pes],
        "exlocated": [pair for pair in application.exlocated if set(pair) <= pes],
    }
    if application.risk is not None:
        levels = {
            p: {n: level for n, level in row.items() if n in nodes}
            for p, row in application.risk.levels.items()
            if p in pes
        }
        limits["risk"] = {"limit": application.risk.limit, "levels": levels}
    return limits


def candidates_left(
    previous: Mapping[str, Iterable[str]], goals: Iterable[str], nodes: Iterable[str]
) -> dict[str, list[str]]:
    """Return the previous candidates, restricted to the given PEs (goals) and nodes."""
    there, wanted = set(nodes), set(goals)
    return {p: [n for n in row if n in there] for p, row in previous.items() if p in wanted}


def _pe(application: Application, name: str, goal: float, up: set[str]) -> dict[str, Any]:
    fields = deepcopy(application.pes.get(name, {}))
    if fields.get("allowed_nodes") is not None:
        fields["allowed_nodes"] = [n for n in fields["allowed_nodes"] if n in up]
    if "usable_mips" in fields:
        fields["usable_mips"] = {n: m for n, m in fields["usable_mips"].items() if n in up}
    return {**fields, "name": name, "goal": goal}


def traffic_of(macroq: MacroQ, decision: Decision) -> dict[tuple[str, str], float]:
    """Return the traffic of each pair of PEs: the sum of the rates from one to the other."""
    chosen, mips = chosen_of(macroq, decision)
    graph = macroq.graph
    rates = graph.rates(mips, chosen)
    traffic: dict[tuple[str, str], float] = {}
    for s, stream in enumerate(graph.streams):
        if stream.alternative not in chosen:
            continue
        for q in graph.readers[s]:
            if graph.pes[q].alternative in chosen and q != stream.pe:
                ends = (short_name(macroq, stream.pe), short_name(macroq, q))
                traffic[ends] = traffic.get(ends, 0.0) + float(rates[s])
    return traffic


def chosen_of(macroq: MacroQ, decision: Decision) -> tuple[list[int], np.ndarray[Any, Any]]:
    """Return the numbers of the chosen alternatives (templates), and the mips of each PE."""
    graph = macroq.graph
    mips = np.zeros(len(graph.pes))
    chosen = []
    for a, alternative in enumerate(graph.alternatives):
        admitted = decision["jobs"].get(macroq.jobs[alternative.job].name)
        if admitted is not None and admitted["template"] == alternative.name:
            chosen.append(a)
            for p in alternative.pes:
                mips[p] = admitted["mips"][graph.pes[p].name.rsplit("/", 1)[1]]
    return chosen, mips


def short_name(macroq: MacroQ, pe: int) -> str:
    """Return the name ``job/pe`` of a PE, given its number."""
    job, _, name = macroq.graph.pes[pe].name.split("/")
    return f"{job}/{name}"
