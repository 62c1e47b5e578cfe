"""The commands `plan`, `place`, `import`, `stays` and `fleet` of the command line."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from optgap.commands import InstanceArgument, JsonOption, OutputOption, emit, with_options

from .options import ClusterOptions, FleetOptions, PlaceOptions, PlanOptions, StaysOptions


def _print_schema(value: bool) -> None:
    if value:
        from .rollout import plan_schema

        emit(plan_schema())
        raise typer.Exit


@with_options
def plan(
    instance: InstanceArgument,
    solution: Annotated[Path, typer.Argument(help="Solution file.")],
    *,
    options: PlanOptions,
    schema: Annotated[
        bool,
        typer.Option(
            "--plan-schema",
            callback=_print_schema,
            is_eager=True,
            help="Print the JSON Schema of --format json, and exit.",
        ),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Order the moves to a solution in waves; say which machines become free, and why others stay.

    At no time is a machine overfull or a rule broken. Nothing is executed.
    """
    from .plan_command import show_plan

    show_plan(instance, solution, options, json)


@with_options
def place(
    pod: Annotated[
        Path,
        typer.Argument(
            metavar="POD",
            help="A Pod, Deployment, StatefulSet, ReplicaSet or Job: JSON or YAML, - for stdin.",
        ),
    ],
    clusters: Annotated[
        list[Path],
        typer.Option(
            "--in",
            metavar="CLUSTER",
            help="The output of kubectl get -o json: files, or - for stdin; repeatable.",
        ),
    ],
    more: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[CLUSTER...]", help="Further files of the cluster."),
    ] = None,
    *,
    options: PlaceOptions,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Say where pods that do not exist yet would be placed, and what would admit them."""
    from .placing.command import show_placement

    show_placement(pod, [*clusters, *(more or ())], options, output, json)


@with_options
def import_cluster(
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="Source format: kubernetes, openb, roadef or vbp.")
    ],
    sources: Annotated[
        list[Path],
        typer.Argument(
            metavar="SOURCE...",
            help="kubernetes: files (JSON or YAML, also gzipped), a folder, or - for stdin; "
            "openb: files of nodes and pods; roadef: of model and assignment; vbp: one file.",
        ),
    ],
    name: Annotated[str | None, typer.Option("--name", help="Name the instance.")] = None,
    *,
    options: ClusterOptions,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Make an instance from the present state of a cluster."""
    from . import imports

    imports.import_cluster(kind, sources, name, options, output, json)


@with_options
def fleet(
    action: Annotated[
        Literal["report", "watch"],
        typer.Argument(help="report: print a report; watch: also store it as a record."),
    ],
    dumps: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[DUMP...]", help="A file or folder per cluster; default: ask kubectl."
        ),
    ] = None,
    *,
    options: FleetOptions,
) -> None:
    """Report the nodes and money that policies and optgap would save, and a bound for any plan."""
    from .fleet_command import run_fleet

    run_fleet(action, dumps or [], options)


@with_options
def stays(
    instance: InstanceArgument,
    solution: Annotated[Path, typer.Argument(help="Solution file.")],
    options: StaysOptions,
) -> None:
    """Explain why a node or an item stays in a solution, and whether it stays in all as good."""
    from .stays_command import show_stays

    show_stays(instance, solution, options)
