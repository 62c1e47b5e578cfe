"""The function `why_stays`, and the command `stays`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

import optgap
from optgap.commands import DONE, NOTHING, emit, say
from optgap.conflicts import write_explanation
from optgap.consolidation import Consolidation
from optgap.faults import Fault, InputError, input_error, near_miss
from optgap.running import (
    AnyInstance,
    Run,
    Solution,
    answer_in_time,
    check_limits,
    decision_of,
    judged,
    problem_of,
    solution_document,
)

from .closed_questions import Stay, why_item_stays, why_node_stays
from .cluster_plan import order_without_pins, with_own_claims
from .options import StaysOptions
from .rollout import why_not_freed


def why_stays(
    instance: AnyInstance,
    solution: Solution,
    *,
    nodes: Sequence[str] | None = None,
    items: Sequence[str] | None = None,
    time_limit: float | None = 60.0,
    seed: int = 0,
) -> list[Stay]:
    """Return why nodes (the named ones, or all in use) and items stay in a solution.

    Each answer states whether it holds for every equally good plan.  Raises ``TimeoutError`` if
    the time limit is too short.
    """
    check_limits(time_limit=time_limit, seed=seed)
    run = Run("minimize", time_limit=time_limit, seed=seed)
    return answer_in_time(run, lambda: _stays(optgap.load(instance), solution, nodes, items, run))


def _stays(
    instance: Any,
    solution: Solution,
    nodes: Sequence[str] | None,
    items: Sequence[str] | None,
    run: Run,
) -> list[Stay]:
    """Return the answers for the named nodes and items; without names, for all nodes in use."""
    if not isinstance(instance, Consolidation):
        rule = "must be consolidation"
        raise InputError("bad input", [Fault.of("problem", rule, problem_of(instance).name)])
    document = solution_document(solution)
    subject = str(solution) if isinstance(solution, (str, Path)) else "solution"
    verdict = with_own_claims(judged(instance, document, subject), instance, document)
    faults = [Fault("solution", str(v)) for v in verdict.violations]
    node_numbers, item_numbers = instance.site_numbers, instance.item_numbers
    for names, numbers, kind in ((nodes, node_numbers, "node"), (items, item_numbers, "item")):
        faults += [
            Fault.of(kind, f"is not in the instance {near_miss(name, numbers)}", name)
            for name in names or ()
            if name not in numbers
        ]
    if faults:
        raise InputError("bad input", faults)
    decision = decision_of(document)
    if nodes is None and not items:
        used = set(instance.numbers(decision).tolist())
        nodes = [site.name for j, site in enumerate(instance.sites) if j in used]
    plans: list[list[int]] = []
    unpinned = {} if order_without_pins(document) is None else why_not_freed(instance)
    answers = [
        why_node_stays(instance, decision, node_numbers[name], run, plans, unpinned)
        for name in nodes or ()
    ]
    return answers + [
        why_item_stays(instance, decision, item_numbers[name], run, plans) for name in items or ()
    ]


def show_stays(source: str, solution: Path, options: StaysOptions) -> None:
    """Print why nodes and items stay; exit with code 4 if the time limit was too short.

    Without names the answers are about all nodes in use.
    """
    folder, json = options.folder, options.json
    try:
        stays = why_stays(
            optgap.load(source),
            solution,
            nodes=options.node,
            items=options.item,
            time_limit=options.time_limit,
            seed=options.seed,
        )
    except TimeoutError as error:
        emit({"answer": str(error)}) if json else say(str(error))
        raise typer.Exit(NOTHING) from None
    if folder is not None:
        _write_proofs(stays, folder)
    if json:
        documents = [answer.as_document() for answer in stays]
        emit(documents[0] if len(documents) == 1 else documents)
    else:
        for answer in stays:
            say(str(answer))
        if folder is not None:
            say(f"wrote the proofs into {folder}; its README explains how to check them")
    raise typer.Exit(NOTHING if all(answer.kind == "open" for answer in stays) else DONE)


def _write_proofs(stays: Sequence[Stay], folder: Path) -> None:
    proofs = {
        f"{k}-{name}": proof
        for k, each in enumerate(stays, 1)
        for name, proof in each.proofs().items()
    }
    if not proofs:
        raise input_error(str(folder), "gets no proofs, because no answer is proven by a conflict")
    text = "\n".join(f"{k}. {each}" for k, each in enumerate(stays, 1))
    write_explanation(folder, text, proofs)
