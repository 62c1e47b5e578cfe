"""The command `guarantee`."""

from typing import TYPE_CHECKING, Annotated

import typer

import optgap

from .layout import say, say_wrapped
from .options import (
    InstanceArgument,
    JsonOption,
    MethodOption,
    Options,
    OutputOption,
    TimeOption,
    WorkerOptions,
    with_options,
)
from .shared import (
    DONE,
    INTERRUPTED,
    NOTHING,
    emit,
    files_of_methods,
    given_settings,
    refuse_outputs,
)

if TYPE_CHECKING:
    from ..validation.guarantees import Guarantee


class GuaranteeOptions(Options):
    """The options of the command `guarantee`."""

    method: Annotated[str, MethodOption]
    free: Annotated[
        list[str],
        typer.Option(
            "--free", metavar="FIELD", help="Let these numbers be any numbers >= 0; repeatable."
        ),
    ]
    assume: Annotated[
        list[str] | None,
        typer.Option(
            "--assume",
            metavar="A",
            help="Assume sorted, rising, concave, convex, column-order (also sorted:FIELD), or the "
            "rows that file.py:function yields; repeatable.",
        ),
    ] = None
    size: Annotated[
        list[str] | None,
        typer.Option(
            "--size",
            metavar="KEY=VALUE",
            help="Generate the instance with these options; INSTANCE is a problem; repeatable.",
        ),
    ] = None
    output: OutputOption = None
    time_limit: TimeOption = None
    place: WorkerOptions
    json: JsonOption = False


@with_options
def guarantee(instance: InstanceArgument, options: GuaranteeOptions) -> None:
    """Prove how bad a method can be: its exact worst ratio over all inputs."""
    from ..core.files import document_text, write_text
    from ..validation import running

    output, json, assume = options.output, options.json, options.assume or []
    refuse_outputs([output], [instance, *files_of_methods([options.method, *assume])])
    size = given_settings(options.size or [], "--size")
    answer = optgap.guarantee(
        running.generate(instance, 0, size) if size else instance,
        options.method,
        free=options.free,
        assume=assume,
        time_limit=options.time_limit,
        progress=True,
        **vars(options.place),
    )
    document = answer.as_document()
    if output is not None:
        write_text(output, document_text(document))
    emit(document) if json else _show(answer)
    if output is not None and not json:
        say(f"wrote {output}; check it with: optgap verify {output}")
    done = NOTHING if answer.at_least is None and answer.kind == "bounds" else DONE
    raise typer.Exit(INTERRUPTED if answer.interrupted else done)


def _show(answer: "Guarantee") -> None:
    from ..validation.guarantees import claim_of

    document = answer.as_document()
    say_wrapped(claim_of(document))
    if answer.at_least is not None:
        reached = "attained" if document["attained"] else "a limit that no instance attains"
        say(f"{float(answer.at_least):.6f}: {reached}")
    if document["ray"]:
        say_wrapped(f"it grows along {', '.join(f'{k} = {v}' for k, v in document['ray'].items())}")
    roots = (field.split("[")[0].split(".")[0] for field in document["free"])
    for root in dict.fromkeys(roots) if document["worst_instance"] else ():
        say_wrapped(f"worst instance: {root} = {document['worst_instance'][root]}")
    say("for all inputs, with ties broken either way, under these assumptions:")
    for assumption in document["assumptions"]:
        say_wrapped(f"  {assumption['words']} ({assumption['rows']} rows)")
    say("{paths:,} paths, {programs:,} programs, {seconds:.1f} s".format(**document))
