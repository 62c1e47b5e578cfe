"""The findings: each sentence is computed from `docs/data`, from a shipped record, or by a solve.

The page `findings` shows all, and `docs/write_readme.py` writes the first eight into README.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import mean
from typing import Any

import optgap

ROOT = Path(__file__).parents[2]
FIRST = 8  # findings that README lists


@dataclass(frozen=True)
class Finding:
    """One result: what is examined, what was found, and how to compute it again."""

    subject: str
    claim: str
    page: str
    source: str  # a file, or "solved when this page is built"
    date: str  # of the measurement; empty if it is computed here
    command: str

    @property
    def evidence(self) -> str:
        """Return the sentence that says where the numbers come from."""
        if not self.date:
            return f"Computed when this page was built: {self.source}. Command: `{self.command}`."
        return f"Measured on {self.date}. Data: `{self.source}`. Command: `{self.command}`."


def data(name: str) -> Any:
    """Return a stored result of the docs."""
    return json.loads((ROOT / "docs" / "data" / f"{name}.json").read_text())


SOLVED = "solved from the bundled instances"


def worst_ratios() -> Finding:
    """The exact worst ratios of heuristics at small sizes, with certificates."""
    stored = data("guarantees")
    rows = [row for row in stored["rows"] if row["kind"] == "exact"]
    longest = next(row["ratio"] for row in rows if row["size"] == "7 jobs, 3 machines")
    dual = next(row["ratio"] for row in rows if "need 9" in row["size"])
    hunted = optgap.load("eviction/hunted-primal-dual")
    plans = [optgap.solve(hunted, method).objective for method in ("primal-dual", "dp")]
    return Finding(
        "Guarantees over all inputs",
        f"The exact worst ratio is proven for {len(rows)} heuristics and sizes, from their "
        f"ordinary Python code: {longest} for longest processing time first (7 jobs, 3 machines), "
        f"{dual} for the primal-dual eviction (need 9), where a search for bad inputs had found "
        f"{plans[0] / plans[1]:.3f}.",
        "guarantees",
        "docs/data/guarantees.json",
        stored["date"],
        "python benchmarks/guarantees.py",
    )


def two_steps() -> Finding:
    """IPA+RAA against priced plans for as many instances as in the paper, at equal latency."""
    full = data("stage_scale")["full"]
    fronts = {row["method"]: row["front"] for row in full["rows"]}
    waste = [
        1 - min(mine) / cost
        for latency, cost in fronts["IPA+RAA(Path)"]
        if (mine := [other for least, other in fronts["priced"] if least <= latency])
    ]
    size = full["sizes"]
    return Finding(
        "IPA+RAA (PVLDB 2022)",
        f"On a generated stage with the paper's {size['instances']:,} instances, on "
        f"{size['machines']:,} machines, other plans with at most the same latency cost "
        f"{min(waste):.0%} to {max(waste):.0%} less than those of IPA+RAA.",
        "stage_study",
        "docs/data/stage_scale.json",
        "2026-11-22",
        "python benchmarks/stage_scale.py",
    )


def table_1() -> dict[str, tuple[int, int]]:
    """Return by cluster the machines that the best VRO empties, and the proven optimum."""
    rows = data("consolidation_table1")["table"]
    return {
        number: (
            max(row["emptied"][name] for name in ("Diag", "Diag+", "Bott", "Bott+", "DP", "DP+")),
            row["exact"]["emptied"],
        )
        for number, row in sorted(rows.items(), key=lambda item: int(item[0]))
        if row["exact"]["emptied"] == row["exact"]["at_most"]
    }


def vro() -> Finding:
    """VRO offline against proven optima on clusters generated after Table 1."""
    found = table_1()
    optimal = sum(best == optimum for best, optimum in found.values())
    least = min(found.values(), key=lambda pair: pair[0] / pair[1])
    return Finding(
        "VRO (Eigen, PVLDB 2023)",
        f"On {len(found)} generated clusters of about the paper's sizes the best variant of VRO is "
        f"optimal on {optimal}. In the worst case it empties {least[0]} machines; the proven "
        f"optimum is {least[1]}.",
        "consolidation_study",
        "docs/data/consolidation_table1.json",
        "2026-11-22",
        "python benchmarks/consolidation_table1.py",
    )


@cache
def table_vii() -> dict[int, tuple[float, float]]:
    """Return by number of nodes the printed importance of Table VII and the optimum."""
    from optgap.instances.macroq import admission_experiment, printed_plan
    from optgap.instances.macroq.admission_experiment import PRINTED_NODES

    found = {}
    for nodes in PRINTED_NODES:
        printed = sum(worth for _, worth in printed_plan(nodes).values())
        best = optgap.solve(admission_experiment(nodes, strict=True), "waterline")
        assert best.status == "optimal"
        assert best.bound_kind == "certified"
        found[nodes] = (printed, float(best.objective or 0))
    return found


def admission() -> Finding:
    """SODA's printed plans against the optimum for the printed points."""
    rows = table_vii()
    # A gain of 1 is within the rounding of the print; the page shows that larger ones are not.
    better = {
        nodes: best / printed - 1 for nodes, (printed, best) in rows.items() if best - printed >= 2
    }
    most = max(better, key=lambda nodes: better[nodes])
    return Finding(
        "SODA's Tables VII and VIII",
        f"{len(better)} of {len(rows)} printed plans are not optimal for the printed points; at "
        f"{most} nodes the optimum has {better[most]:.0%} more importance.",
        "macroq",
        SOLVED,
        "",
        "optgap solve macroq/table-vii --method waterline",
    )


def evolved() -> Finding:
    """The certified optimum of a benchmark on which programs are evolved."""
    from optgap_found_programs.prism import references, score

    bounds = references()
    assert all(each.trust == "certified" for each in bounds)
    most = score([float(each.bound or 0) for each in bounds])
    return Finding(
        "LLM-evolved schedulers (Prism)",
        f"No program can score more than {most:.4f} on the {len(bounds)} instances of this "
        "benchmark; each optimum is certified.",
        "found-programs",
        "the shipped optima, each with its certificate",
        "",
        "optgap judge --list",
    )


def idle_gpus() -> Finding:
    """What FGD leaves idle, and what every scheduler must."""
    rows = data("openb_allocation")
    left = [1 - row["FGD"] for row in rows]
    share = [(1 - row["bound"]) / (1 - row["FGD"]) for row in rows]
    return Finding(
        "FGD (ATC 2023)",
        f"On {len(rows)} workloads FGD leaves {min(left):.0%} to {max(left):.0%} of 6,212 GPUs "
        f"idle. For any scheduler, {min(share):.0%} to {max(share):.0%} of this idle share is "
        "unavoidable.",
        "openb",
        "docs/data/openb_allocation.json",
        "2026-11-23",
        "python benchmarks/openb_allocation.py DATA",
    )


def pop() -> Finding:
    """POP's loss for the worst-off job."""
    drawn, dealt = (data("pop_study")["2048"][kind]["8"] for kind in ("drawn", "dealt"))
    return Finding(
        "POP (SOSP 2021)",
        "With 8 parts and 2,048 jobs the worst-off job loses "
        f"{mean(drawn):.1%} on average, and up to {max(drawn):.1%}, if jobs are drawn at random; "
        f"{mean(dealt):.1%}, and up to {max(dealt):.1%}, if they are dealt in turn.",
        "utility",
        "docs/data/pop_study.json",
        "2026-11-23",
        "python benchmarks/pop_study.py",
    )


def packings() -> Finding:
    """Published packings that were open and are proven now."""
    text = (ROOT / "instances" / "library" / "consolidation.jsonl").read_text()
    rows = [row for row in map(json.loads, text.splitlines()) if "reported" in row]
    published = [(row, row["reported"][0]) for row in rows]
    closed = [
        row["best"] == before["best"]
        for row, before in published
        if before["best"] == before["bound"] + 1 and row.get("best") == row.get("bound")
    ]
    return Finding(
        "Vector packing (C&OR 2024)",
        f"{len(closed)} instances were published with a best plan one machine above the best "
        f"bound. All are solved now: {sum(closed)} by a new bound, {len(closed) - sum(closed)} by "
        "a new plan. All bounds are certified.",
        "library",
        "instances/library/consolidation.jsonl",
        "2026-11-24",
        "python benchmarks/library.py consolidation --judge 1/1",
    )


def myopia() -> Finding:
    """Alg. 4 and 5 epoch by epoch, against proven bounds over the whole horizon."""
    rows = data("utility_course_study")["losses"]
    worst = max(row["myopic"][1] for row in rows)
    fair = max(row["fair"][1] for row in rows)
    return Finding(
        "Alg. 4 and 5 (SLAQ, ReLAQS)",
        "Deciding epoch by epoch costs little: with known curves, the mean loss is at most "
        f"{worst - 1:.1%} above a proven bound for the whole horizon. With fair shares the "
        f"mean loss is up to {fair:.1f} times that bound.",
        "utility_course",
        "docs/data/utility_course_study.json",
        "2026-11-22",
        "python benchmarks/utility_course.py",
    )


def miniw() -> Finding:
    """MiniW at the size of SODA's largest application."""
    cases = data("macrow_study")["over_time"].values()
    excess = [case["runs"]["miniw"]["objective"] / case["bound"] - 1 for case in cases]
    return Finding(
        "miniW (SODA)",
        "With 737 processing elements on 70 nodes and SODA's limit of 25 s, miniW's plan is "
        f"{min(excess):.1%} to {max(excess):.1%} above the proven optimum (three weightings).",
        "macrow",
        "docs/data/macrow_study.json",
        "2026-11-23",
        "python benchmarks/macrow.py",
    )


@cache
def placement_example() -> dict[str, Any]:
    """Return the outcomes of Fuxi, IPA and the exact algorithm on one generated stage."""
    stage = optgap.load("placement/stage-300x80")
    found = {name: optgap.solve(stage, name) for name in ("fuxi", "ipa", "bottleneck")}
    assert found["bottleneck"].status == "optimal"
    assert found["bottleneck"].bound_kind == "certified"
    return found


def ipa() -> Finding:
    """IPA and Fuxi on one generated stage."""
    found = placement_example()
    best = found["bottleneck"].objective
    return Finding(
        "IPA and Fuxi (PVLDB 2022)",
        f"On one generated stage (300 instances, 80 machines) IPA finishes "
        f"{found['ipa'].objective / best - 1:.1%} later than the proven optimum of {best:.1f} s, "
        f"and Fuxi {found['fuxi'].objective / best:.1f} times as late as the optimum.",
        "placement",
        SOLVED,
        "",
        "optgap compare placement/stage-300x80 --methods fuxi,ipa,bottleneck",
    )


FINDINGS = (
    worst_ratios,
    two_steps,
    vro,
    admission,
    evolved,
    idle_gpus,
    pop,
    packings,
    myopia,
    miniw,
    ipa,
)
