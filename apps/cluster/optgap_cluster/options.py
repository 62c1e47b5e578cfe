"""The options of the commands `plan`, `place`, `import`, `stays` and `fleet`."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from optgap.commands import (
    JsonOption,
    Options,
    SeedOption,
    TimeOption,
    WorkerOptions,
)

EvictionPriceOption = Annotated[
    float | None,
    typer.Option(
        "--eviction-price",
        metavar="PRICE",
        min=0.0,
        help="Set the price of evicting an ordinary pod: in nodes or, with --prices, in money "
        "per hour. Jobs, StatefulSets, single replicas and high priorities cost more.",
    ),
]


class PlanOptions(Options):
    """The options of the command `plan`."""

    order: Annotated[
        Literal["waves", "drain", "largest-first", "targets"] | None,
        typer.Option(
            "--order",
            metavar="waves|drain|largest-first|targets",
            help="Order moves in large waves, machine by machine, by decreasing pod size, or in "
            "waves with one target each (for corridors).",
        ),
    ] = None
    simulate: Annotated[
        Literal["default", "most-allocated"] | None,
        typer.Option(
            "--simulate",
            metavar="default|most-allocated",
            help="Replay the plan with the choices of Kubernetes' scheduler.",
        ),
    ] = None
    no_pins: Annotated[
        Literal["any", "largest-first"] | None,
        typer.Option(
            "--no-pins",
            metavar="any|largest-first",
            help="Also find nodes that become free wherever the scheduler places the pods.",
        ),
    ] = None
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            metavar="SECONDS",
            min=0.1,
            help="Limit the seconds of --simulate (default: 5) or --no-pins (default: 60).",
        ),
    ] = None
    text: Annotated[
        Literal["table", "kubectl", "sh", "json"],
        typer.Option(
            "--format",
            metavar="table|kubectl|sh|json",
            help="Choose the output; sh or kubectl is a script that carries out the plan.",
        ),
    ] = "table"
    free_more: Annotated[
        float | None,
        typer.Option(
            "--free-more",
            metavar="SECONDS",
            min=0.1,
            help="Solve again without one rule or fixed item at a time, and print each gain.",
        ),
    ] = None
    page: Annotated[
        Path | None,
        typer.Option("--html", metavar="F.html", help="Also write the plan as a page for review."),
    ] = None
    front: Annotated[
        float | None,
        typer.Option(
            "--front",
            metavar="SECONDS",
            min=0.1,
            help="Compute the front of machines in use and moves, beginning at the solution.",
        ),
    ] = None
    rebase: Annotated[
        float | None,
        typer.Option(
            "--rebase",
            metavar="SECONDS",
            min=0.1,
            help="Carry over a plan of an older dump: free the nodes that this plan does not use.",
        ),
    ] = None
    take: Annotated[
        str | None,
        typer.Option(
            "--take",
            metavar="N|nodes=N|money=M",
            help="Select a plan of --front: the best with at most N evictions, or the one with "
            "the fewest evictions and at most N nodes, or M of money a month.",
        ),
    ] = None
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="F.json",
            help="With --take or --rebase: write the plan as a solution.",
        ),
    ] = None
    stop_after: Annotated[
        int | None,
        typer.Option(
            "--stop-after",
            metavar="WAVES",
            min=1,
            help="Keep at most this many waves, and none after the last one that frees a machine.",
        ),
    ] = None


class PlaceOptions(Options):
    """The options of the command `place` that are parameters of the function."""

    replicas: Annotated[
        int | None,
        typer.Option("--replicas", min=1, metavar="N", help="Place this many (default: its own)."),
    ] = None
    fix: Annotated[
        str,
        typer.Option(
            "--fix",
            metavar="evictions|labels|node",
            help="Find the fewest evictions, the fewest changes, or the cheapest node to add.",
        ),
    ] = "evictions"
    offers: Annotated[
        Path | None,
        typer.Option(
            "--offers", metavar="FILE.csv", help="Read nodes that may be added, as in import."
        ),
    ] = None
    time_limit: Annotated[
        float,
        typer.Option("--time-limit", min=0.1, metavar="S", help="Limit the seconds of the search."),
    ] = 60.0


class Filters(Options):
    """Filters: pools, a node selector as of kubectl's ``-l``, and namespaces; empty means all."""

    nodepools: Annotated[
        list[str] | None,
        typer.Option(
            "--nodepool", metavar="POOL", help="Free only nodes of this pool; repeatable."
        ),
    ] = None
    node_selector: Annotated[
        str,
        typer.Option(
            "--node-selector",
            "--selector",
            metavar="SELECTOR",
            help="Free only nodes with these labels, as in kubectl get nodes -l SELECTOR.",
        ),
    ] = ""
    namespaces: Annotated[
        list[str] | None,
        typer.Option(
            "--namespace", metavar="NAME", help="Move only pods of this namespace; repeatable."
        ),
    ] = None


class ClusterOptions(Options):
    """The options of the command `import` that `read_cluster` takes."""

    node_pods: Annotated[
        Literal["keep", "reserve"],
        typer.Option(
            "--node-pods",
            metavar="keep|reserve",
            help="Treat pods of DaemonSets and static pods as fixed items or reserved capacity.",
        ),
    ] = "reserve"
    unmodelled: Annotated[
        Literal["stay", "ignore"],
        typer.Option(
            "--unmodelled",
            metavar="stay|ignore",
            help="Keep pods with unsupported constraints in place, or ignore these constraints.",
        ),
    ] = "stay"
    pending: Annotated[
        Literal["keep", "ignore", "must"],
        typer.Option(
            "--pending",
            metavar="keep|ignore|must",
            help="Include the Pending pods that fit now (keep), no Pending pods, or all (must).",
        ),
    ] = "keep"
    evictable: Annotated[
        Literal["karpenter", "autoscaler"],
        typer.Option(
            "--evictable",
            metavar="karpenter|autoscaler",
            help="Follow the eviction rules of Karpenter or of the cluster autoscaler.",
        ),
    ] = "karpenter"
    filters: Filters
    prices: Annotated[
        Path | None,
        typer.Option(
            "--prices",
            metavar="FILE",
            help="Read prices from CSV (type, price; optional: capacity_type, zone, currency), a "
            "JSON price list of AWS, Azure or Google Cloud, or a folder of such files.",
        ),
    ] = None
    offers: Annotated[
        Path | None,
        typer.Option(
            "--offers",
            metavar="FILE.csv",
            help="Read nodes that may be added, with the columns type, price, cpu, memory, pods; "
            "optional: zone, capacity_type, currency, at_most, name.",
        ),
    ] = None
    eviction_price: EvictionPriceOption = None


class FleetOptions(Options):
    """The options of the command `fleet`."""

    prices: Annotated[
        Path | None,
        typer.Option("--prices", metavar="FILE", help="Read prices, as in optgap import."),
    ] = None
    offers: Annotated[
        Path | None,
        typer.Option(
            "--offers", metavar="FILE.csv", help="Read nodes that may be added, as in import."
        ),
    ] = None
    eviction_price: EvictionPriceOption = None
    time_limit: Annotated[
        float,
        typer.Option(
            "--time-limit", metavar="SECONDS", min=0.1, help="Limit the seconds per cluster."
        ),
    ] = 120.0
    page: Annotated[
        Path | None, typer.Option("--html", metavar="F.html", help="Also write a page.")
    ] = None
    database: Annotated[
        Path, typer.Option("--database", metavar="F.sqlite", help="With watch: store records in F.")
    ] = Path("fleet.sqlite")
    metrics: Annotated[
        Path | None,
        typer.Option("--metrics", metavar="F.prom", help="Write metrics for Prometheus."),
    ] = None
    names: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="Name the clusters, in order; repeatable."),
    ] = None
    fail_if: Annotated[
        list[str] | None,
        typer.Option(
            "--fail-if",
            metavar="METRIC=N",
            help="End with code 5 if a metric of a cluster is above N, such as waste=3; "
            "repeatable.",
        ),
    ] = None
    push: Annotated[
        str | None,
        typer.Option("--push", metavar="URL", help="Send the metrics to a Pushgateway."),
    ] = None
    place: WorkerOptions
    seed: SeedOption = 0
    json: JsonOption = False


class StaysOptions(Options):
    """The options of the command `stays`."""

    node: Annotated[
        list[str] | None,
        typer.Option(
            "--node",
            metavar="M7",
            help="Explain why a node stays; repeatable.",
        ),
    ] = None
    item: Annotated[
        list[str] | None,
        typer.Option("--item", metavar="P1", help="Explain why an item stays; repeatable."),
    ] = None
    folder: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FOLDER", help="Write the proofs to this folder."),
    ] = None
    time_limit: TimeOption = 60.0
    seed: SeedOption = 0
    json: JsonOption = False
