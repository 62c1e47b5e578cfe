"""Cloudcast: copies to many clouds, judged by each of two rules that are not comparable."""

import csv
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

from ....core.outcome import safe_bound
from ..task import DATA, INSIDE, Known, Reference, Task
from . import methods
from .methods import generate
from .problem import CheapestTree, Cloudcast, certified, problem

__all__ = [
    "CheapestTree",
    "Cloudcast",
    "certified",
    "configuration",
    "fresh",
    "generate",
    "head",
    "methods",
    "problem",
    "references",
    "score",
    "task",
]

CONFIGURATIONS = ("intra_aws", "intra_azure", "intra_gcp", "inter_agz", "inter_gaz2")
_LEAST = CheapestTree(price=1e-9)  # certified() says what the cheapest tree costs


@cache
def _network() -> dict[str, Any]:
    """Return regions, ends, prices and rates of all links, two machines to a region."""
    with open(DATA / "cloudcast" / "links.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    regions = list(dict.fromkeys(row[side] for row in rows for side in ("src", "dst")))
    number = {name: k for k, name in enumerate(regions)}
    return {
        "regions": regions,
        "ends": np.array([(number[row["src"]], number[row["dst"]]) for row in rows]),
        "price": np.array([float(row["dollars_per_GB"]) for row in rows]),
        "rate": np.array([2 * float(row["bits_per_s_one_vm"]) / 1e9 for row in rows]),
    }


@cache
def configuration(name: str, rule: str) -> Cloudcast:
    """Return the instance of a configuration under a rule."""
    settings = json.loads((DATA / "cloudcast" / "config" / f"{name}.json").read_text())
    return _instance(name, rule, settings["source_node"], settings["dest_nodes"], settings)


def _instance(
    name: str, rule: str, origin: str, destinations: list[str], settings: dict[str, Any]
) -> Cloudcast:
    fields = {
        "name": name,
        "rule": rule,
        "origin": origin,
        "destinations": destinations,
        "volume": settings["data_vol"],
        "partitions": settings["num_partitions"],
        "ingress": settings["ingress_limit"],
        "egress": settings["egress_limit"],
    }
    return Cloudcast(**fields, **_network())


@cache
def references(rule: str = "gepa") -> list[Reference]:
    """Return the five configurations with the bounds of their cheapest trees."""
    return [_reference(configuration(name, rule)) for name in CONFIGURATIONS]


def _reference(instance: Cloudcast) -> Reference:
    return Reference(instance, safe_bound(certified(instance, _LEAST), "minimize"), "certified")


def fresh(seed: int, rule: str = "gepa") -> list[Reference]:
    """Return five new configurations in the same network, bounded now."""
    rng, regions = np.random.default_rng(seed), _network()["regions"]
    settings = json.loads((DATA / "cloudcast" / "config" / "intra_aws.json").read_text())
    drawn = [[regions[int(k)] for k in rng.permutation(len(regions))[:7]] for _ in range(5)]
    return [
        _reference(_instance(f"fresh-{seed}-{k}", rule, names[0], names[1:], settings))
        for k, names in enumerate(drawn)
    ]


def score(objectives: Sequence[float]) -> float:
    """Return 1 / (1 + total dollars)."""
    return 1 / (1 + sum(objectives))


task = Task(
    name="cloudcast",
    problem=problem,
    statement="""\
Copy 300 GB in 10 partitions from one region to several.  `search_algorithm(src, dsts, G,
num_partitions)` gets a networkx DiGraph whose links have `cost` (dollars per GB) and `throughput`
(Gbit/s), and returns a BroadCastTopology: paths[dst][str(partition)] is a list of links
[from, to, G[from][to]] that leads from src to dst.  A link is paid once for each of its partitions;
each region on the way has two machines at 0.54 dollars an hour, for as long as the copies take.
Minimise the sum in dollars.""",
    function="search_algorithm(src, dsts, G, num_partitions)",
    adapter=INSIDE / "cloudcast.py",
    program="cloudcast/initial_program.txt",
    references=references,
    fresh=fresh,
    score=score,
    seconds=600,
    needs="networkx",
    record=Known(
        proven="bound of the sum: 619.793 dollars",
        best="622.772 dollars",
        human="626.24 dollars",
        published="623.4 dollars; GPT-5: 637 to 813",
    ),
)
head = replace(
    task,
    name="cloudcast-head",
    references=partial(references, "head"),
    fresh=partial(fresh, rule="head"),
    record=Known(
        proven="bound of the sum: 618.022 dollars",
        best="618.060 dollars",
        human="not known",
        published="not comparable with the other rule",
    ),
)
