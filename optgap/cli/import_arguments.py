"""The command that reads clusters and traces of others, with its arguments."""

from pathlib import Path
from typing import Annotated

import typer

from .options import JsonOption, OutputOption


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
            "--prices", metavar="FILE.csv", help="Prices: type,price and capacity_type, zone."
        ),
    ] = None,
    offers: Annotated[
        Path | None,
        typer.Option(
            "--offers",
            metavar="FILE.csv",
            help="Nodes that may be added: type,price,cpu,memory,pods "
            "and zone, capacity_type, at_most, name.",
        ),
    ] = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Make an instance of the present state of a cluster."""
    from . import imports

    how = {
        "node_pods": node_pods,
        "unmodelled": unmodelled,
        "pending": pending,
        "evictable": evictable,
        "filters": (tuple(nodepool or ()), node_selector, tuple(namespace or ())),
        "prices": prices,
        "offers": offers,
    }
    imports.import_cluster(kind, sources, name, how, output, json)
