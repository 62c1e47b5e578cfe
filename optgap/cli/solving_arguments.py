"""The commands for instances and methods: their arguments."""

from pathlib import Path
from typing import Annotated

import typer

from . import completion
from .options import (
    CompiledOption,
    InstanceArgument,
    JsonOption,
    Limits,
    MethodOption,
    OutputOption,
    ProblemArgument,
    SeedOption,
    SetOption,
    printed,
    with_limits,
)


def demo(
    report: Annotated[
        Path, typer.Option("--report", metavar="F.html", help="Where the page goes.")
    ] = Path("optgap-demo.html"),
    compiled: CompiledOption = "auto",
    json: JsonOption = False,
) -> None:
    """Take the tour: one bundled instance per problem, exact beside heuristic."""
    from . import demo_and_compare as comparing

    comparing.demo(report, compiled, json)


def problems(json: JsonOption = False) -> None:
    """List the problems."""
    from . import one_instance as commands

    commands.problems(json)


def methods(problem: ProblemArgument, json: JsonOption = False) -> None:
    """List the methods of a problem, with their options."""
    from . import one_instance as commands

    commands.methods(problem, json)


def show(
    instance: Annotated[str, typer.Argument(help="An instance file, or a problem's name.")],
    schema: Annotated[
        str | None,
        typer.Option(
            "--schema",
            metavar="instance|decision|certificate|plan",
            help="A JSON Schema of a problem; of its instances, where nothing else is named.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show the content of an instance file, with its source."""
    from . import one_instance as commands

    commands.show(instance, schema, json)


def contract(
    source: Annotated[
        str, typer.Argument(metavar="FILE", help="A file that declares a problem, or its name.")
    ],
    instances: Annotated[
        int, typer.Option("--instances", min=1, help="How many instances are drawn.")
    ] = 50,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Test an own problem: its forms, its judge, its methods, its certificates."""
    from . import own_problems

    own_problems.contract(source, instances, seed, json)


def generate(
    problem: ProblemArgument,
    seed: SeedOption,
    settings: SetOption = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Generate a random instance."""
    from . import one_instance as commands

    commands.generate(problem, seed, settings or [], output, json)


@with_limits()
def solve(
    instance: InstanceArgument,
    method: Annotated[str | None, MethodOption] = None,
    solver: Annotated[
        str | None,
        typer.Option(
            "--solver",
            metavar="S",
            help="An engine; several (a,b) check each other; any of Pyomo's: pyomo:gurobi.",
        ),
    ] = None,
    start: Annotated[
        Path | None, typer.Option("--start", metavar="SOLUTION", help="A solution to start from.")
    ] = None,
    *,
    limits: Limits,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Show the engine's own log on stderr.")
    ] = False,
    settings: SetOption = None,
    no_pins: Annotated[
        str | None,
        typer.Option(
            "--no-pins",
            metavar="any|largest-first",
            help="The best plan of a cluster that holds wherever the scheduler puts the pods.",
        ),
    ] = None,
    pool: Annotated[
        int | None, typer.Option("--pool", metavar="K", help="The K best decisions, by exact.")
    ] = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Solve an instance by one method."""
    from . import one_instance as commands

    if pool is not None:
        from . import explaining

        stated = {"--method": method, "--solver": solver, "--start": start, "--set": settings}
        explaining.pool(instance, pool, stated, limits["time_limit"], limits["seed"], output, json)
        return
    limits |= {"log": printed} if verbose else {}
    if no_pins is not None:
        method, settings = commands.without_pins(method, no_pins, settings or [])
    commands.solve(instance, method, solver, limits, start, settings or [], output, json)


def check(
    instance: InstanceArgument,
    solution: Annotated[Path | None, typer.Argument(help="A solution file.")] = None,
    sol: Annotated[
        Path | None,
        typer.Option(
            "--sol",
            metavar="F.sol",
            help="Instead: a solver's solution of the exported model, names and values.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Judge a solution file: objective, every violation, every claim."""
    from . import one_instance as commands

    commands.check(instance, solution, sol, json)


@with_limits()
def compare(
    instances: Annotated[
        list[str],
        typer.Argument(
            metavar="INSTANCE...",
            help="Files, or bundled ones.",
            autocompletion=completion.instances,
        ),
    ],
    methods: Annotated[
        list[str] | None,
        typer.Option(
            "--methods",
            metavar="A,B",
            help="Given twice, it adds up. Default: all of the problem.",
            autocompletion=completion.methods,
        ),
    ] = None,
    solver: Annotated[
        str | None, typer.Option("--solver", metavar="S", help="For the methods that take it.")
    ] = None,
    *,
    limits: Limits,
    settings: SetOption = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="F", help="Write the table as CSV.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="F.html", help="Write a page with charts.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Compare methods on instances, gaps measured to the best bound."""
    from . import demo_and_compare as comparing

    asked = {"solver": solver, "settings": settings or [], **limits}
    comparing.compare(instances, methods, asked, csv, report, json)


def export(
    instance: Annotated[
        str,
        typer.Argument(
            metavar="INSTANCE|benchopt",
            help="A file, or a bundled one (placement/fig6); or the word benchopt.",
            autocompletion=completion.instances,
        ),
    ],
    problem: Annotated[
        str | None, typer.Argument(help="With benchopt: the problem.", show_default=False)
    ] = None,
    folder: Annotated[
        Path | None, typer.Argument(metavar="[DIR]", help="With benchopt: where it is written.")
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="F", help="A file ending in .mps, .lp or .opb.")
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit", metavar="S", help="With benchopt: for each exact method and instance."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Write the exact model for any other solver, or a problem as a benchmark for Benchopt."""
    from . import exports

    exports.export(instance, problem, folder, to, time_limit, json)
