"""The command `chain`: the next instance of SODA's chain from a solved one."""

from pathlib import Path
from typing import Any

from .. import api
from ..core.faults import InputError, input_error
from ..core.files import document_of, read_json
from ..core.outcome import Decision
from ..core.schema import Instance
from ..instances.importers import Goals, microq_of, microw_of
from ..instances.macrow import MacroW
from ..instances.microq import MicroQ
from ..validation.catalogue import problem_of
from ..validation.judge import outcome_from_document
from .layout import say
from .shared import emit, refuse_overwriting, refuse_unwritable


def chain(
    source: str,
    solution: Path,
    files: dict[str, str | Path | None],
    limits: dict[str, Any],
    output: Path | None,
    json: bool,
) -> None:
    """Make microq's instance of a macrow solution, or microw's of a microq solution."""
    refuse_unwritable(output)
    read = [source, solution, *(path for path in files.values() if path is not None)]
    refuse_overwriting([output], read)
    instance = api.load(source)
    goals, macro, previous = files["goals"], files["macro"], files["previous"]
    if isinstance(instance, MacroW):
        _refuse({"--macro": macro, "--previous": previous, **limits}, "macrow")
        decision = _decision(instance, solution)
        following: Instance = microq_of(instance, decision, _goals(goals))
    elif isinstance(instance, MicroQ):
        _refuse({"--goals": goals}, "microq")
        decision = _decision(instance, solution)
        following = microw_of(
            instance,
            decision,
            None if previous is None else _claimed_decision(Path(previous)),
            macro=None if macro is None else _macro(str(macro)),
            **{key: value for key, value in limits.items() if value is not None},
        )
    else:
        raise input_error("instance", "must be of macrow or microq", problem_of(instance).name)
    if output is None:
        emit(document_of(following))
        return
    api.save(following, output)
    facts = {"file": str(output), "name": following.name, "sha256": following.sha256}
    emit(facts) if json else say(f"wrote {output} ({following.name})")


def _refuse(options: dict[str, Any], problem: str) -> None:
    for name, value in options.items():
        if value is not None:
            raise input_error(name, f"does not go with an instance of {problem}", str(value))


def _decision(instance: Instance, path: Path) -> Decision:
    """Return the decision in a solution file that the checker accepts for the instance."""
    solution = outcome_from_document(read_json(path), str(path))
    checked = api.check(instance, solution)
    if solution.decision is None or checked.violations:
        words = "; ".join(str(violation) for violation in checked.violations)
        raise input_error(str(path), f"is no feasible solution: {words or 'it has no decision'}")
    return solution.decision


def _claimed_decision(path: Path) -> Decision:
    """Return the decision of the epoch before; its instance is gone, so it is not checked."""
    decision = outcome_from_document(read_json(path), str(path)).decision
    if decision is None or "fraction" not in decision:
        raise input_error(str(path), "holds no fractions of a microw solution")
    return decision


def _macro(source: str) -> MacroW:
    instance = api.load(source)
    if not isinstance(instance, MacroW):
        raise input_error("--macro", "must be an instance of macrow", source)
    return instance


def _goals(source: str | Path | None) -> Goals | None:
    if source is None:
        return None
    try:
        return Goals.model_validate(read_json(Path(source)))
    except InputError as error:
        raise InputError(f"{source}: {error.subject}", error.faults) from None
