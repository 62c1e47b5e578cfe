"""The command `guarantee`."""

from typing import TYPE_CHECKING, Annotated

import typer

import optgap

from .layout import say, say_wrapped
from .options import (
    ExecutorOption,
    InstanceArgument,
    JsonOption,
    MethodOption,
    OutputOption,
    TimeOption,
    WorkersOption,
)
from .shared import (
    DONE,
    INTERRUPTED,
    NOTHING,
    emit,
    files_of_methods,
    refuse_overwriting,
    refuse_unwritable,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from ..validation.guarantees import Guarantee


def guarantee(
    instance: InstanceArgument,
    method: Annotated[str, MethodOption],
    free: Annotated[
        list[str],
        typer.Option(
            "--free", metavar="FIELD", help="Let these numbers be any numbers >= 0; repeatable."
        ),
    ],
    assume: Annotated[
        list[str] | None,
        typer.Option(
            "--assume",
            metavar="A",
            help="Assume sorted, rising, concave, convex, column-order (also sorted:FIELD), or the "
            "rows that file.py:function yields; repeatable.",
        ),
    ] = None,
    output: OutputOption = None,
    time_limit: TimeOption = None,
    executor: ExecutorOption = None,
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Prove how bad a method can be: its exact worst ratio over all inputs."""
    from ..core.files import document_text, write_text

    refuse_unwritable(output)
    named = [method, *(assume or [])]
    refuse_overwriting([output], [instance, *files_of_methods(named)])
    answer = optgap.guarantee(
        instance,
        method,
        free=free,
        assume=assume or [],
        time_limit=time_limit,
        executor=executor,
        workers=workers,
        progress=True,
    )
    document = answer.as_document()
    if output is not None:
        write_text(output, document_text(document))
    emit(document) if json else _show(answer)
    if output is not None and not json:
        say(f"wrote {output}; check it with: optgap verify {output}")
    is_empty = answer.at_least is None and answer.kind == "bounds"
    raise typer.Exit(INTERRUPTED if answer.interrupted else NOTHING if is_empty else DONE)


def _show(answer: "Guarantee") -> None:
    document = answer.as_document()
    costs = "its cost", "the optimum"
    large, small = costs if document["sense"] == "minimize" else costs[::-1]
    words = "stopped before the first program"
    if answer.ratio is not None:
        words = f"{large} is at most {_ratio(answer.ratio)} times {small}, exactly"
        words += "" if document["attained"] else " (a limit: no instance attains it)"
    elif answer.kind == "unbounded":
        along = ", ".join(f"{place} = {step}" for place, step in document["ray"].items())
        words = f"{large} has no limit as a multiple of {small}: it grows along {along}"
    elif answer.at_least is not None:
        words = f"stopped: {large} is at least {_ratio(answer.at_least)} times {small}"
    say_wrapped(f"{document['method']}: {words}")
    worst = document["worst_instance"] or {}
    for root in dict.fromkeys(field.split("[")[0].split(".")[0] for field in document["free"]):
        say_wrapped(f"worst instance: {root} = {worst.get(root)}")
    say("for all inputs, with ties broken either way, under these assumptions:")
    for assumption in document["assumptions"]:
        say_wrapped(f"  {assumption['words']} ({assumption['rows']} rows)")
    facts = f"{document['paths']:,} paths, {document['programs']:,} programs"
    say(f"{facts}, {document['seconds']:.1f} s")


def _ratio(ratio: "Fraction") -> str:
    return str(ratio) if ratio.denominator == 1 else f"{ratio} = {float(ratio):.6f}"
