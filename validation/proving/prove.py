"""Prove the result of a method, and write the proof to a folder."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from ...core.faults import input_error, near_miss
from ...core.gaps import Sense
from ...core.memory import bytes_of
from ...core.outcome import Answer, Outcome
from ...core.run import DEFAULT_SOLVER, Listener, Run
from ...core.schema import Instance
from ...solvers.engines import load_point, refuse_what_does_not_fit, standard_form
from ...solvers.proofs import ProvenModel, Unproven, prove_standard_form, safe_float
from ..catalogue import Problem, problem_of
from ..judge import Refused, judged_outcome, model_tree
from ..judge import verify as verify_alone
from ..outside import is_outside
from ..running import solve, typed_arguments
from .folder import proof_folder, write_claim, write_program
from .front import front_answer

_DEFAULT = "exact"


def prove(
    instance: Instance,
    folder: Path,
    method: str = _DEFAULT,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    memory_limit: int | str | None = None,
    options: Mapping[str, Any] | None = None,
    listener: Listener | None = None,
) -> Outcome:
    """Write the proof of a method's bound into a folder, and return the outcome.

    For ``exact`` the proof is a tree for the exact model.  Other methods must return a certificate.
    No proof is written if the outcome has no bound and is not infeasible.
    """
    limits: dict[str, Any] = {"time_limit": time_limit, "seed": seed, "threads": threads}
    most = None if memory_limit is None else bytes_of(memory_limit)
    limits |= {"memory_limit": most, "listener": listener}
    with proof_folder(folder):
        if method != _DEFAULT:
            return _certificate(instance, folder, method, {**limits, "options": options})
        return _tree(instance, folder, options, limits)


def _tree(
    instance: Instance, folder: Path, options: Mapping[str, Any] | None, limits: dict[str, Any]
) -> Outcome:
    """Write trees for the exact model, and return the outcome that they prove."""
    entry = problem_of(instance)
    chosen = _model_options(entry, options)
    run = Run(
        sense=entry.sense(instance),
        solver=DEFAULT_SOLVER,
        without_model=entry.without_model,
        **limits,
    )
    if hasattr(entry.formulation, "model_size"):
        refuse_what_does_not_fit(entry.formulation, instance, run, **chosen)
    with run.timed("build"):
        model = entry.formulation.build_model(instance, **chosen)
    if hasattr(entry.formulation, "max_objectives"):
        answer, complete = front_answer(entry.formulation, instance, model, folder, run)
    else:
        answer, complete = _tree_answer(entry.formulation, instance, model, folder, run)
    stated = chosen if run.time_limit is None else {"time_limit": run.time_limit, **chosen}
    outcome = judged_outcome(entry, instance, _DEFAULT, answer, run, stated)
    if complete and outcome.stopped != "error":
        write_claim(folder, instance, outcome, tree=True)
    return outcome


def _model_options(entry: Problem, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the options that select the model; raise an error for all other options."""
    asked = dict(options or {})
    for key in asked:
        if key not in entry.model_options:
            rule = f"is not an option of the exact model {near_miss(key, entry.model_options)}"
            raise input_error("options", rule, key)
    return typed_arguments(entry.method_named(_DEFAULT).options, asked, _DEFAULT)


def _certificate(instance: Instance, folder: Path, method: str, limits: dict[str, Any]) -> Outcome:
    """Run a method, and write its outcome with the certificate to the folder."""
    if is_outside(method):
        raise input_error("method", "methods outside optgap give no proofs", method)
    outcome = solve(instance, method, **limits)
    if outcome.certificate is None and outcome.stopped in ("complete", "node_limit"):
        rule = "has no certificate for this instance; use exact, which is proven by its model"
        raise input_error("method", rule, method)
    if outcome.certificate is not None:
        write_claim(folder, instance, outcome, tree=False)
    return outcome


def _tree_answer(
    formulation: ModuleType, instance: Instance, model: Any, folder: Path, run: Run
) -> tuple[Answer, bool]:
    """Write a tree that proves a model's optimum; return the answer and whether it is proven."""
    with run.timed("build"):
        form = standard_form(model)
    proof = prove_standard_form(form, instance.name, run)
    if isinstance(proof, Unproven):
        return Answer(stopped=proof.stopped, message=proof.message), False
    write_program(folder, proof.text, proof.solution, proof.proof)
    with run.timed("verify"):
        answer = _verify_files(folder, proof, run.sense)
    if proof.point is not None and answer.stopped != "error":
        load_point(form, proof.point)
        answer = replace(answer, decision=formulation.decision_of(model))
    return answer, True


def _verify_files(folder: Path, proof: ProvenModel, sense: Sense) -> Answer:
    """Return the answer that the stand-alone verifier confirms for the written files."""
    try:
        proven = verify_alone(folder)
    except Refused as refused:
        return Answer(stopped="error", message=f"the proof is refused: {refused}")
    return Answer(
        bound=None if proven.bound is None else safe_float(proven.bound, sense),
        bound_kind=None if proven.bound is None else "model-certified",
        certificate=model_tree(proven.model_sha256, proven.nodes, proven.cuts),
        infeasible=proven.infeasible,
        stopped="complete" if proof.complete else "time_limit",
        solver=proof.engine,
        details={"proof": str(proven)},
    )
