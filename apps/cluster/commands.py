"""The commands `plan`, `import`, `explain` and `fleet` of the command line."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from ...cli.options import InstanceArgument, JsonOption, OutputOption, SeedOption, TimeOption

EvictionPriceOption = Annotated[
    float | None,
    typer.Option(
        "--eviction-price",
        metavar="PRICE",
        min=0.0,
        help="Price of evicting an ordinary pod: a part of a node, or, with --prices, money per "
        "hour. Jobs, StatefulSets, single replicas and high priorities cost more.",
    ),
]


def plan(
    instance: InstanceArgument,
    solution: Annotated[Path, typer.Argument(help="A solution file.")],
    order: Annotated[
        str | None,
        typer.Option(
            "--order",
            metavar="waves|drain|largest-first",
            help="Large waves, machine by machine, or the largest pods first.",
        ),
    ] = None,
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
    no_pins: Annotated[
        str | None,
        typer.Option(
            "--no-pins",
            metavar="any|largest-first",
            help="Say beside it what becomes free wherever the scheduler puts the pods.",
        ),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            metavar="SECONDS",
            min=0.1,
            help="For --simulate (default: 5) and for --no-pins (default: 60).",
        ),
    ] = None,
    text: Annotated[
        str, typer.Option("--format", metavar="table|kubectl|sh|json", help="sh: a script to run.")
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
    page: Annotated[
        Path | None,
        typer.Option("--html", metavar="F.html", help="Write a page for a review as well."),
    ] = None,
    front: Annotated[
        float | None,
        typer.Option(
            "--front",
            metavar="SECONDS",
            min=0.1,
            help="Say what each machine more costs in moves: the front from the solution on.",
        ),
    ] = None,
    stop_after: Annotated[
        int | None,
        typer.Option(
            "--stop-after",
            metavar="WAVES",
            min=1,
            help="Keep only so many waves, up to the last of them that frees a machine.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Order the moves to a solution in waves; say which machines become free, and why others stay.

    No machine is ever overfull, no rule broken, and nothing is executed.
    """
    from .plan_command import PlanOptions, show_plan

    limits = (free_more, no_pins, time_limit, front, stop_after)
    options = PlanOptions(order, migration_budget, simulate, text, *limits)
    show_plan(instance, solution, options, page, json)


def import_cluster(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="kubernetes, openb, roadef or vbp.")],
    sources: Annotated[
        list[Path],
        typer.Argument(
            metavar="SOURCE...",
            help="Files, a folder, or - (kubernetes: JSON or YAML, also packed by gzip); "
            "openb: nodes, pods; roadef: model, assignment; vbp: one file.",
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
    pending: Annotated[
        str,
        typer.Option(
            "--pending",
            metavar="keep|ignore|must",
            help="Pods that wait: those that find a node now; none; or all, even if nothing can.",
        ),
    ] = "keep",
    evictable: Annotated[
        str,
        typer.Option(
            "--evictable",
            metavar="karpenter|autoscaler",
            help="Whose habits say which pods may be evicted.",
        ),
    ] = "karpenter",
    nodepool: Annotated[
        list[str] | None,
        typer.Option(
            "--nodepool", metavar="POOL", help="Free only nodes of this pool; repeatable."
        ),
    ] = None,
    node_selector: Annotated[
        str,
        typer.Option(
            "--node-selector",
            "--selector",
            metavar="SELECTOR",
            help="Free only nodes with such labels, as in kubectl get nodes -l SELECTOR.",
        ),
    ] = "",
    namespace: Annotated[
        list[str] | None,
        typer.Option("--namespace", metavar="NAME", help="Move only its pods; repeatable."),
    ] = None,
    prices: Annotated[
        Path | None,
        typer.Option(
            "--prices",
            metavar="FILE",
            help="CSV: type,price and capacity_type, zone, currency; or a price list of AWS, "
            "Azure or Google Cloud in JSON; or a folder of both.",
        ),
    ] = None,
    offers: Annotated[
        Path | None,
        typer.Option(
            "--offers",
            metavar="FILE.csv",
            help="Nodes that may be added: type,price,cpu,memory,pods "
            "and zone, capacity_type, currency, at_most, name.",
        ),
    ] = None,
    eviction_price: EvictionPriceOption = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Make an instance from the present state of a cluster."""
    from . import imports

    options = {
        "node_pods": node_pods,
        "unmodelled": unmodelled,
        "pending": pending,
        "evictable": evictable,
        "filters": (tuple(nodepool or ()), node_selector, tuple(namespace or ())),
        "prices": prices,
        "offers": offers,
        "eviction_price": eviction_price,
    }
    imports.import_cluster(kind, sources, name, options, output, json)


def fleet(
    action: Annotated[
        Literal["report", "watch"],
        typer.Argument(help="One report; or a record of each run, for a timer."),
    ],
    dumps: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[DUMP...]", help="A file or folder for each cluster; none: kubectl is asked."
        ),
    ] = None,
    prices: Annotated[
        Path | None,
        typer.Option("--prices", metavar="FILE", help="As of import: CSV, a price list, a folder."),
    ] = None,
    offers: Annotated[
        Path | None,
        typer.Option("--offers", metavar="FILE.csv", help="Nodes that may be added, as of import."),
    ] = None,
    eviction_price: EvictionPriceOption = None,
    usage: Annotated[
        list[str] | None,
        typer.Option(
            "--usage",
            metavar="FILE",
            help="What kubectl top pods -A prints; or cpu=FILE and memory=FILE, answers of "
            "Prometheus; repeatable.",
        ),
    ] = None,
    time_limit: Annotated[
        float, typer.Option("--time-limit", metavar="SECONDS", min=0.1, help="For each cluster.")
    ] = 120.0,
    page: Annotated[
        Path | None, typer.Option("--html", metavar="F.html", help="Write a page as well.")
    ] = None,
    database: Annotated[
        Path, typer.Option("--database", metavar="F.sqlite", help="watch: the records.")
    ] = Path("fleet.sqlite"),
    metrics: Annotated[
        Path | None,
        typer.Option("--metrics", metavar="F.prom", help="watch: figures for Prometheus."),
    ] = None,
    parquet: Annotated[
        Path | None,
        typer.Option("--parquet", metavar="F.parquet", help="watch: all records as a table."),
    ] = None,
    scheduler: Annotated[
        list[Path] | None,
        typer.Option(
            "--scheduler",
            metavar="FILE.yaml",
            help="A KubeSchedulerConfiguration: what the descheduler reaches with it; repeatable.",
        ),
    ] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Report the nodes and money that a fleet could save: by policies, by optgap, and the bound."""
    from .fleet_command import FleetOptions, run_fleet

    limits = (time_limit, seed)
    files = (prices, offers, usage or [], limits, page, database, metrics, parquet, scheduler or [])
    options = FleetOptions(action, dumps or [], *files, eviction_price)
    run_fleet(options, json)


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
    smallest: Annotated[
        bool, typer.Option("--smallest", help="A conflict of the fewest statements there are.")
    ] = False,
    why: Annotated[
        str | None, typer.Option("--why", metavar='"m7 stays"', help="The same, in words.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FOLDER", help="Write the proofs here.")
    ] = None,
    time_limit: TimeOption = 60.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Explain why there is no plan, or why a node or an item stays, and what would change it."""
    from .explain import StayQuestion, show_stays

    question = StayQuestion(node or [], item or [], everything, why)
    if solution is not None:
        show_stays(instance, solution, question, smallest, folder, time_limit, seed, json)
        return
    if question.is_asked:
        from ...core.faults import input_error

        rule = "is missing: what stays, stays in a plan (optgap solve INSTANCE -o PLAN)"
        raise input_error("SOLUTION", rule)
    from ...cli.explanations import explain as explain_conflict

    explain_conflict(instance, smallest, folder, time_limit, seed, json)
