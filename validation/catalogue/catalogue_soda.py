"""Entries of SODA (Wolf et al., Middleware 2008, and its extended report)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...core.outcome import Answer, Sense
from ...core.run import Run
from .entry import Method, Problem, Solving, minimize


def macrow() -> Problem:
    from ...instances import macrow as instances
    from ..checkers import macrow as judge

    return Problem(
        name="macrow",
        title="candidate nodes for processing elements, nodes and links in balance",
        paper="SODA, 5.2, (4)-(33)",
        instance=instances.MacroW,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="two-clusters",
        load_solving=_macrow_solving,
    )


def _macrow_solving() -> Solving:
    from ...formulations import macrow as formulation
    from ...heuristics import macrow as heuristics
    from .methods import macrow as methods

    return Solving(
        formulation.build_model,
        (
            Method(
                "exact",
                "exact",
                methods.exact,
                "mixed integer program in Pyomo",
                "(4)-(28), corrected",
                ("highs", "scip"),
            ),
            Method(
                "relaxation",
                "exact",
                methods.relaxation,
                "linear program over kinds of nodes: a bound",
                "5.2.2",
                ("highs", "scip", "glop"),
            ),
            Method(
                "top-level",
                "exact",
                methods.top_level,
                "TopLevelMILP: a bound for one cluster per PE",
                "5.2.3.1, (29)-(33)",
                ("highs", "scip"),
            ),
            Method(
                "hierarchical",
                "heuristic",
                methods.hierarchical,
                "TopLevelMILP, BottomLevelILPs side by side, miniW",
                "Fig. 11",
                ("highs", "scip"),
            ),
            Method(
                "miniw",
                "heuristic",
                heuristics.miniw,
                "local search with 1-opt and 2-opt moves and perturbation",
                "5.2.3.3",
            ),
            Method(
                "round-robin",
                "baseline",
                heuristics.round_robin,
                "the node with the fewest PEs, in turn",
                "7.2.1",
            ),
            Method("random", "baseline", heuristics.random, "nodes at random", "7.2.1"),
        ),
    )


def microq() -> Problem:
    from ...instances import microq as instances
    from ..checkers import microq as judge

    return Problem(
        name="microq",
        title="mips to components of paced processing elements, importance greatest",
        paper="SODA, 5.3, (34)-(46)",
        instance=instances.MicroQ,
        generate=instances.generate,
        sense=_maximize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="two-components",
        load_solving=_microq_solving,
    )


def _maximize(_: Any) -> Sense:
    return "maximize"


def _microq_solving() -> Solving:
    from ...formulations import microq as formulation
    from ...heuristics import microq as heuristics
    from ...solvers import microq as solvers
    from .methods.exact import exact

    solved = exact(formulation)

    def explained_exact(instance: Any, run: Run) -> Answer:
        """Solve the program; name the component that cannot be served."""
        answer = solved(instance, run)
        if not answer.infeasible:
            return answer

        def is_infeasible(part: Any) -> bool:
            inner = Run("maximize", time_limit=run.remaining, solver=run.solver)
            return solved(part, inner).infeasible

        return replace(answer, message=solvers.unserved(instance, is_infeasible) or answer.message)

    return Solving(
        formulation.build_model,
        (
            Method(
                "exact",
                "exact",
                explained_exact,
                "mixed integer program in Pyomo",
                "(34)-(43), corrected",
                ("highs", "scip"),
            ),
            Method(
                "relaxation",
                "exact",
                solvers.relaxation,
                "flow without pacing: a bound, certified by prices",
                "(44)-(46), Fig. 13",
            ),
            Method(
                "iterative",
                "heuristic",
                heuristics.iterative,
                "linear programs with the pacing of current segments",
                "Fig. 12 and 14",
            ),
        ),
    )


def microw() -> Problem:
    from ...instances import microw as instances
    from ..checkers import microw as judge

    return Problem(
        name="microw",
        title="fractions of nodes to processing elements, near their goals, changing little",
        paper="SODA, 5.4, (47)-(53)",
        instance=instances.MicroW,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="three-pes",
        load_solving=_microw_solving,
    )


def _microw_solving() -> Solving:
    from ...formulations import microw as formulation
    from ...heuristics import microw as heuristics
    from ...solvers import microw as solvers
    from .methods.exact import exact

    solved = exact(formulation)

    def explained_exact(instance: Any, run: Run) -> Answer:
        """Solve the program; say in words why nothing is feasible."""
        answer = solved(instance, run)
        if answer.infeasible:
            return replace(answer, message=heuristics.explained(instance, run) or answer.message)
        if answer.bound is not None and answer.bound <= instance.noise:
            # the checker calls a PE on goal up to this much
            return replace(answer, bound=min(answer.bound, 0.0))
        return answer

    return Solving(
        formulation.build_model,
        (
            Method(
                "exact",
                "exact",
                explained_exact,
                "mixed integer program in Pyomo",
                "(47)-(53)",
                ("highs", "scip"),
            ),
            Method(
                "flow-lp",
                "exact",
                solvers.flow_lp,
                "network flow without limits, certified by prices",
                "5.4.3",
            ),
            Method(
                "flow",
                "heuristic",
                heuristics.flow,
                "pushes along shortest paths from a repaired start",
                "5.4.3, Fig. 15",
            ),
            Method("keep", "baseline", heuristics.keep, "fractions stay, but for the repair", "-"),
        ),
    )
