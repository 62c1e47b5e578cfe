"""macroq: admit jobs by rank, choose their templates, give their PEs mips; importance greatest.

Wolf et al., "The SODA Optimizing Scheduler for System S" (IBM report), section 5.1, (1)-(3).
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from ...core.arrays import IntArray
from ...core.schema import Instance, Many, NonNegative, Positive, Rule
from .parts import DerivedStream, OfferedJob, Pe, RateLimit, Template, ValueFunction
from .rules import (
    allocations_on_the_grid,
    complete_curves,
    complete_resource_functions,
    curve_or_graph,
    distinct_names,
    growing_values,
    known_rates,
    known_running,
    no_cycle,
    ordered_mips,
    pes_with_streams,
    required_jobs_of_rank_one,
)
from .stream_graph import StreamGraph

__all__ = ["DerivedStream", "MacroQ", "OfferedJob", "Pe", "RateLimit", "Template", "ValueFunction"]


class MacroQ(Instance):
    """All mips of the system, and the jobs that are offered."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_names,
        curve_or_graph,
        complete_curves,
        required_jobs_of_rank_one,
        known_running,
        ordered_mips,
        allocations_on_the_grid,
        growing_values,
        complete_resource_functions,
        pes_with_streams,
        known_rates,
        no_cycle,
    )

    problem: Literal["macroq"] = "macroq"
    mips: Positive
    curves: Literal["linear", "points"] = "linear"
    granularity: Positive | None = None
    closed: bool = False
    primal: dict[str, NonNegative] = Field(default_factory=dict)
    jobs: Annotated[Many[OfferedJob], Field(min_length=1)]

    @cached_property
    def graph(self) -> StreamGraph:
        """All PEs and streams of all templates that may be chosen, numbered."""
        return StreamGraph.of(self.jobs, self.primal, self.mips)

    @property
    def ranks(self) -> list[int]:
        """The ranks of the jobs, the best first."""
        return sorted({job.rank for job in self.jobs})

    @cached_property
    def leads_to(self) -> IntArray:
        """The best rank of the jobs that streams lead to from each PE, its own job included.

        Streams may lead through whichever templates.
        """
        graph = self.graph
        own = [self.jobs[graph.alternatives[pe.alternative].job].rank for pe in graph.pes]
        best = np.array(own, dtype=np.int64)
        after: list[set[int]] = [set() for _ in graph.pes]
        for p, q in graph.edges:
            after[p].add(q)
        for s in reversed(graph.order):
            p = graph.streams[s].pe
            for q in after[p]:
                best[p] = min(best[p], best[q])
        return best

    def may_be_in(self, alternative: int, waterline: int) -> bool:
        """Return whether a plan of a waterline may choose an alternative: by rank or by readers."""
        chosen = self.graph.alternatives[alternative]
        job = self.jobs[chosen.job]
        if job.required or job.rank <= waterline:
            return True
        return any(self.leads_to[p] <= waterline for p in chosen.pes)

    def is_forced(self, job: OfferedJob, waterline: int) -> bool:
        """Return whether every plan of a waterline admits a job."""
        return job.required or job.rank < waterline

    @property
    def has_products(self) -> bool:
        """Return whether a resource function multiplies mips and rates."""
        return any(limit.product for s in self.graph.streams for limit in s.limits)

    def decision(self, chosen: dict[str, tuple[str, Any]]) -> dict[str, Any]:
        """Return the decision that admits jobs by a template with these mips."""
        admitted = {
            job.name: {"template": chosen[job.name][0], "mips": chosen[job.name][1]}
            for job in self.jobs
            if job.name in chosen
        }
        return {"jobs": admitted}
