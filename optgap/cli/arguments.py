"""The command line.  Heavy imports stand inside the commands, so that help is quick."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import __version__
from . import completion
from .own_problems import takes_problem

app = typer.Typer(
    name="optgap",
    help="Exact models beside the heuristics of cluster scheduling: the gap, measured and proven.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

InstanceArgument = Annotated[
    str,
    typer.Argument(
        metavar="INSTANCE",
        help="An instance file, or a bundled placement/fig6.",
        autocompletion=completion.instances,
    ),
]
ProblemArgument = Annotated[
    str, typer.Argument(help="Name of a problem.", autocompletion=completion.problems)
]
MethodOption = typer.Option(
    "--method",
    metavar="M",
    help="A method, file.py:function, exec:COMMAND.",
    autocompletion=completion.methods,
)
JsonOption = Annotated[bool, typer.Option("--json", help="Machine-readable output on stdout.")]
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Seed of all randomness.")]
TimeOption = Annotated[
    float | None, typer.Option("--time-limit", min=0, metavar="S", help="Seconds per method.")
]
GapOption = Annotated[
    float, typer.Option("--gap", min=0, metavar="G", help="Relative gap that ends a search.")
]
ThreadsOption = Annotated[
    int | None, typer.Option("--threads", min=1, max=1024, help="Threads of the engine.")
]
MemoryOption = Annotated[
    str | None,
    typer.Option("--memory-limit", metavar="8GiB", help="The most that a model may need."),
]
CompiledOption = Annotated[
    str,
    typer.Option(
        "--compiled",
        metavar="auto|yes|no",
        help="Compile inner loops: where it pays, always, never.",
    ),
]
SetOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="An option; repeatable.")
]
OutputOption = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to this file.")
]
CsvOption = Annotated[
    Path | None, typer.Option("--csv", metavar="F.csv", help="Write the rows as CSV.")
]
LatexOption = Annotated[
    Path | None, typer.Option("--latex", metavar="F.tex", help="Write the summary as LaTeX.")
]


_SCHEMAS = ("instance", "decision", "certificate", "plan")


def _version(value: bool) -> None:
    if value:
        typer.echo(f"optgap {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    pass


@app.command()
@takes_problem
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


@app.command()
@takes_problem
def problems(json: JsonOption = False) -> None:
    """List the problems."""
    from . import one_instance as commands

    commands.problems(json)


@app.command()
@takes_problem
def methods(problem: ProblemArgument, json: JsonOption = False) -> None:
    """List the methods of a problem, with their options."""
    from . import one_instance as commands

    commands.methods(problem, json)


@app.command()
@takes_problem
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


@app.command()
def contract(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that declares a problem.")],
    instances: Annotated[
        int, typer.Option("--instances", min=1, help="How many instances are drawn.")
    ] = 50,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Test an own problem: its forms, its judge, its methods, its certificates."""
    from . import own_problems

    own_problems.contract(file, instances, seed, json)


@app.command()
@takes_problem
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


@app.command()
@takes_problem
def solve(
    instance: InstanceArgument,
    method: Annotated[str | None, MethodOption] = None,
    solver: Annotated[
        str | None,
        typer.Option("--solver", metavar="S", help="An engine; several (a,b) check each other."),
    ] = None,
    time_limit: TimeOption = None,
    gap: GapOption = 1e-6,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    memory: MemoryOption = None,
    start: Annotated[
        Path | None, typer.Option("--start", metavar="SOLUTION", help="A solution to start from.")
    ] = None,
    compiled: CompiledOption = "auto",
    settings: SetOption = None,
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

        given = {"--method": method, "--solver": solver, "--start": start, "--set": settings}
        explaining.pool(instance, pool, given, time_limit, seed, output, json)
        return
    limits: dict[str, Any] = {"time_limit": time_limit, "gap": gap, "seed": seed}
    limits |= {"threads": threads, "memory_limit": memory, "compiled": compiled}
    commands.solve(instance, method, solver, limits, start, settings or [], output, json)


@app.command()
@takes_problem
def check(
    instance: InstanceArgument,
    solution: Annotated[Path, typer.Argument(help="A solution file.")],
    json: JsonOption = False,
) -> None:
    """Judge a solution file: objective, every violation, every claim."""
    from . import one_instance as commands

    commands.check(instance, solution, json)


@app.command()
@takes_problem
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
    time_limit: TimeOption = None,
    gap: GapOption = 1e-6,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    memory: MemoryOption = None,
    compiled: CompiledOption = "auto",
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

    limits: dict[str, Any] = {"time_limit": time_limit, "gap": gap, "seed": seed}
    limits |= {"threads": threads, "memory_limit": memory, "compiled": compiled}
    asked = {"solver": solver, "settings": settings or [], **limits}
    comparing.compare(instances, methods, asked, csv, report, json)


@app.command()
@takes_problem
def export(
    instance: InstanceArgument,
    to: Annotated[
        Path, typer.Option("--to", metavar="F", help="A file ending in .mps, .lp or .opb.")
    ],
    json: JsonOption = False,
) -> None:
    """Write the exact model for any other solver."""
    from . import one_instance as commands

    commands.export(instance, to, json)


@app.command()
@takes_problem
def prove(
    instance: InstanceArgument,
    folder: Annotated[
        Path, typer.Option("-o", "--output", metavar="FOLDER", help="Write the proof here.")
    ],
    method: Annotated[str, MethodOption] = "exact",
    time_limit: TimeOption = None,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    memory: MemoryOption = None,
    settings: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Prove an optimum, and write the proof into a folder that anybody can verify."""
    from . import proofs

    limits: dict[str, Any] = {"time_limit": time_limit, "seed": seed, "threads": threads}
    limits |= {"memory_limit": memory}
    proofs.prove(instance, method, limits, settings or [], folder, json)


@app.command()
@takes_problem
def explain(
    instance: InstanceArgument,
    solution: Annotated[
        Path | None, typer.Argument(help="A solution file: why things stay as they are in it.")
    ] = None,
    node: Annotated[
        list[str] | None, typer.Option("--node", metavar="M7", help="Why it stays; repeatable.")
    ] = None,
    item: Annotated[
        list[str] | None, typer.Option("--item", metavar="P1", help="Why it stays; repeatable.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every node in use.")] = False,
    folder: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FOLDER", help="Write the proofs here."),
    ] = None,
    time_limit: TimeOption = 60.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Say why there is no plan, or why a node or an item stays in one, and what would change it."""
    from . import explaining

    explaining.explain(
        instance, solution, node or [], item or [], everything, folder, time_limit, seed, json
    )


@app.command()
@takes_problem
def sweep(
    instance: InstanceArgument,
    field: Annotated[
        str, typer.Option("--set", metavar="FIELD=0:20", help="A field and its values, or :STEP.")
    ],
    methods: Annotated[
        str | None, typer.Option("--methods", metavar="M,N", help="Methods, with commas.")
    ] = None,
    time_limit: TimeOption = None,
    seed: SeedOption = 0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="F.csv", help="Write the rows as CSV.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="F.svg", help="Draw the rows.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Solve an instance for a range of one field: what each value costs."""
    from . import explaining

    explaining.sweep(instance, field, methods, time_limit, seed, output, plot, json)


@app.command()
@takes_problem
def verify(
    folder: Annotated[Path, typer.Argument(help="The folder of a proof.")],
    instance: Annotated[
        str | None,
        typer.Argument(
            metavar="[INSTANCE]",
            help="The instance that it must be about; default: the one in the folder.",
            autocompletion=completion.instances,
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Verify a proof, by itself and against its instance, without any solver."""
    from . import proofs

    proofs.verify(folder, instance, json)


@app.command()
@takes_problem
def plan(
    instance: InstanceArgument,
    solution: Annotated[Path, typer.Argument(help="A solution file.")],
    order: Annotated[
        str,
        typer.Option("--order", metavar="waves|drain", help="Large waves, or machine by machine."),
    ] = "waves",
    migration_budget: Annotated[
        int | None,
        typer.Option("--migration-budget", min=0, help="Most moves, stops on the way included."),
    ] = None,
    simulate: Annotated[
        str | None,
        typer.Option(
            "--simulate",
            metavar="default|most-allocated",
            help="Replay with Kubernetes' scheduler: does the plan hold where it chooses?",
        ),
    ] = None,
    text: Annotated[
        str,
        typer.Option("--format", metavar="table|kubectl|sh|json", help="sh: a script to run."),
    ] = "table",
    free_more: Annotated[
        float | None,
        typer.Option(
            "--free-more",
            metavar="SECONDS",
            min=0.1,
            help="Leave out one rule or fixed item at a time, solve again, say what it frees.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Order the moves to a solution in waves; say which machines become free, and why others stay.

    No machine is ever overfull, no rule broken, and nothing is executed.
    """
    from . import import_and_plan as clusters

    how = clusters.PlanOptions(order, migration_budget, simulate, text, free_more)
    clusters.plan(instance, solution, how, json)


@app.command("import")
@takes_problem
def import_cluster(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="kubernetes, openb, roadef or vbp.")],
    sources: Annotated[
        list[Path],
        typer.Argument(
            metavar="SOURCE...",
            help="Files or a folder; openb: nodes, pods; roadef: model, assignment; vbp: one file.",
        ),
    ],
    name: Annotated[str | None, typer.Option("--name", help="Name of the instance.")] = None,
    node_pods: Annotated[
        str,
        typer.Option(
            "--node-pods",
            metavar="keep|reserve",
            help="Pods of DaemonSets and static ones: items that stay, or part of their node.",
        ),
    ] = "reserve",
    unmodelled: Annotated[
        str,
        typer.Option(
            "--unmodelled",
            metavar="stay|ignore",
            help="Pods that something binds which cannot be modelled: they stay, or move anyway.",
        ),
    ] = "stay",
    prices: Annotated[
        Path | None,
        typer.Option("--prices", metavar="FILE.csv", help="Price of each type: type,price."),
    ] = None,
    offers: Annotated[
        Path | None,
        typer.Option(
            "--offers",
            metavar="FILE.csv",
            help="Nodes that may be added: type,price,cpu,memory,pods and zone, at_most, name.",
        ),
    ] = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Make an instance of the present state of a cluster."""
    from . import import_and_plan as clusters

    how = {"unmodelled": unmodelled, "prices": prices, "offers": offers}
    clusters.import_cluster(kind, sources, name, node_pods, how, output, json)


@app.command()
@takes_problem
def chain(
    instance: InstanceArgument,
    solution: Annotated[Path, typer.Argument(help="A solution file.")],
    goals: Annotated[
        Path | None, typer.Option("--goals", metavar="F", help="Importance functions, for macrow.")
    ] = None,
    macro: Annotated[
        str | None, typer.Option("--macro", metavar="M", help="The macro epoch, for microq.")
    ] = None,
    previous: Annotated[
        Path | None, typer.Option("--previous", metavar="S", help="The epoch before, for microq.")
    ] = None,
    max_total_change: Annotated[
        float | None, typer.Option("--max-total-change", min=0, metavar="D", help="For microq.")
    ] = None,
    max_touched_nodes: Annotated[
        int | None, typer.Option("--max-touched-nodes", min=0, metavar="Z", help="For microq.")
    ] = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Go on in SODA's chain: macrow solution to microq instance, microq solution to microw."""
    from . import soda_chain as chains

    given = {"goals": goals, "macro": macro, "previous": previous}
    limits = {"max_total_change": max_total_change, "max_touched_nodes": max_touched_nodes}
    chains.chain(instance, solution, given, limits, output, json)


@app.command()
@takes_problem
def epochs(
    application: Annotated[
        str,
        typer.Argument(metavar="APPLICATION", help="A file, or an example: srcsink, dac, lsd."),
    ],
    settings: SetOption = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Run an application through macroQ, macroW, microQ and microW, epoch by epoch.

    The output file has a line for each epoch; a course that was interrupted goes on after it.
    """
    from . import epochs as courses

    courses.epochs(application, settings or [], output, json)


@app.command()
@takes_problem
def hunt(
    problem: ProblemArgument,
    method: Annotated[str, MethodOption],
    seed: SeedOption = 0,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, metavar="S", help="Seconds in all.")
    ] = 60.0,
    evaluations: Annotated[
        int | None,
        typer.Option("--evaluations", min=1, metavar="N", help="Instances tried, at most."),
    ] = None,
    restarts: Annotated[
        int, typer.Option("--restarts", min=1, metavar="N", help="Searches that share the time.")
    ] = 1,
    compiled: CompiledOption = "auto",
    settings: SetOption = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Search for a small instance on which a method is as far from the optimum as can be."""
    from . import hunt_bench_report as batches

    limits = {
        "seed": seed,
        "time_limit": time_limit,
        "evaluations": evaluations,
        "restarts": restarts,
        "compiled": compiled,
    }
    batches.hunt(problem, method, limits, settings or [], output, json)


@app.command()
@takes_problem
def judge(
    task: Annotated[
        str | None, typer.Argument(metavar="[TASK]", help="A task of --list, or a problem.")
    ] = None,
    program: Annotated[
        Path | None, typer.Argument(metavar="[PROGRAM]", help="The Python file of a program.")
    ] = None,
    tasks: Annotated[
        bool, typer.Option("--list", help="List the tasks: what is proven, best known.")
    ] = False,
    fresh: Annotated[
        int | None,
        typer.Option("--fresh", min=0, metavar="SEED", help="New instances of a seed, solved now."),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="F", help="For openevolve, skydiscover, shinka or gepa."),
    ] = None,
    results: Annotated[
        Path | None, typer.Option("--results", metavar="DIR", help="Where shinka's files go.")
    ] = None,
    init: Annotated[
        Path | None,
        typer.Option("--init", metavar="DIR", help="Make a folder that a framework evolves."),
    ] = None,
    score: Annotated[
        str, typer.Option("--score", metavar="framework|gap", help="Its formula, or 1 - mean gap.")
    ] = "framework",
    instances: Annotated[
        int | None, typer.Option("--instances", min=1, metavar="N", help="The first N alone.")
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, metavar="S", help="Per instance.")
    ] = None,
    memory: Annotated[
        str | None, typer.Option("--memory-limit", metavar="4GiB", help="Per process.")
    ] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Judge a program that a machine found: score, and gap to the proven optimum or bound.

    The program runs unchanged in a process of its own; everything is recomputed from its answers.
    """
    from . import judging

    limits: dict[str, Any] = {"instances": instances, "fresh": fresh, "time_limit": time_limit}
    limits |= {"memory": memory, "seed": seed, "score": score}
    judging.judge((task, program), tasks, limits, (form, results, init), json)


@app.command()
@takes_problem
def bench(
    suite: Annotated[Path, typer.Argument(metavar="SUITE", help="A TOML file.")],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="F", help="Results; default: beside the suite."),
    ] = None,
    executor: Annotated[
        str, typer.Option("--executor", metavar="E", help="local, or a Dask scheduler: tcp://…")
    ] = "local",
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Local processes; default: all cores.")
    ] = None,
    compiled: CompiledOption = "auto",
    report: Annotated[
        Path | None, typer.Option("--report", metavar="F.html", help="Write a page with charts.")
    ] = None,
    csv: CsvOption = None,
    latex: LatexOption = None,
    again: Annotated[
        list[str] | None,
        typer.Option("--again", metavar="LABEL", help="Run a method anew; repeatable."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Run a suite of instances and methods; killed and started again, it goes on."""
    from . import hunt_bench_report as batches

    where = (executor, workers)
    batches.bench(suite, output, where, compiled, report, (csv, latex), again or [], json)


@app.command()
@takes_problem
def report(
    results: Annotated[Path, typer.Argument(metavar="RESULTS", help="A file that bench wrote.")],
    against: Annotated[
        Path | None, typer.Option("--against", metavar="OLD", help="Older results to compare with.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="F.html", help="Write a page.")
    ] = None,
    csv: CsvOption = None,
    latex: LatexOption = None,
    json: JsonOption = False,
) -> None:
    """Draw the report from stored results, or compare two files of results."""
    from . import hunt_bench_report as batches

    batches.report(results, against, output, (csv, latex), json)


def main() -> None:
    """Run the command line; bad input ends with exit code 2 and one message."""
    try:
        _run()
    except KeyboardInterrupt:  # also a second one, while the first is being dealt with
        _leave(130)


def _run() -> None:
    from ..core.faults import InputError

    _name_the_schema(sys.argv)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # both ask to stop and to tell
    try:
        app()
    except InputError as error:
        _report_faults(error)
        sys.exit(2)
    except KeyboardInterrupt:
        typer.echo("interrupted", err=True)
        _leave(130)
    except Exception as error:  # the last line of defence: what nobody foresaw
        _report_defect(error)
        sys.exit(70)
    except SystemExit as end:
        if end.code == 130:
            _leave(130)
        raise


def _name_the_schema(arguments: list[str]) -> None:
    """Let ``--schema`` alone mean the schema of instances."""
    for k, word in enumerate(arguments):
        if word == "--schema" and arguments[k + 1 : k + 2] not in ([kind] for kind in _SCHEMAS):
            arguments[k] = "--schema=instance"


def _leave(code: int) -> None:
    """End at once: an engine that did not heed the interrupt may still be at work in a thread."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout.flush()
    sys.stderr.flush()
    if threading.active_count() > 1:
        os._exit(code)
    sys.exit(code)


def _report_defect(error: Exception) -> None:
    """Report an unforeseen error in one sentence, and write a file with its details."""
    import tempfile
    import traceback

    from ..core.printing import printable

    with tempfile.NamedTemporaryFile(
        "w", prefix="optgap-defect-", suffix=".txt", delete=False, encoding="utf-8"
    ) as report:
        report.write(printable(f"optgap {__version__}: {' '.join(sys.argv[1:])}\n"))
        report.write(printable("".join(traceback.format_exception(error))))
    words = printable(f"{type(error).__name__}: {error}".replace("\n", " "))
    words = words if len(words) <= 300 else f"{words[:299]}…"
    typer.echo(
        f"this is a defect of optgap ({words}); please report it with {report.name}", err=True
    )


def _report_faults(error: Any) -> None:
    """Print the faults to stderr, and as JSON to stdout where JSON was asked for."""
    from ..core.printing import printable

    typer.echo(printable(str(error)), err=True)
    if "--json" in sys.argv:
        import json

        faults = [vars(fault) for fault in error.faults]
        typer.echo(json.dumps({"error": error.subject, "faults": faults}))
