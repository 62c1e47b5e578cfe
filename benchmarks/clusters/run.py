"""Run a consolidation program on the suite, judge its plans, and compare them with proven optima.

``python run.py --program "COMMAND"`` runs ``COMMAND DUMP [PRICES OFFERS]`` on every cluster.  The
program prints a JSON object: for each pod that it moves, ``"namespace/name": "node"``.  A new
machine of an offer is called ``offer#1``, ``offer#2`` and so on.  Pods that it does not name stay.
``--method NAME`` runs a method of optgap instead.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import optgap
from optgap.instances.consolidation import Consolidation
from optgap_cluster.kubernetes import read_cluster

DATA = Path(__file__).with_name("data")
_SHOWN = 160  # characters of an error


class Score(NamedTuple):
    """What became of a program on a cluster: its objective, or why it has none."""

    cluster: str
    before: float
    optimum: float
    objective: float | None
    evictions: int | None
    wrong: str

    @property
    def excess(self) -> float | None:
        """How much worse than the optimum, as a share of it."""
        return None if self.objective is None else self.objective / self.optimum - 1


class WrongAnswerError(Exception):
    """A program that failed, or printed what is not a plan."""


def names() -> list[str]:
    """Return the clusters of the suite, the small ones first."""
    found = [path.name.removesuffix(".json.gz") for path in DATA.glob("*.json.gz")]
    return sorted(found, key=lambda name: (name.split("-")[0], int(name.split("-")[1])))


def cluster(name: str) -> Consolidation:
    """Return a cluster as an instance."""
    return read_cluster([DATA / f"{name}.json.gz"], name=name, **_lists(name)).instance


def _lists(name: str) -> dict[str, Path]:
    priced = name.startswith("price")
    return {"prices": DATA / "prices.csv", "offers": DATA / "offers.csv"} if priced else {}


def optimum(name: str) -> dict[str, Any]:
    """Return the best plan of a cluster, with its bound and certificate."""
    return dict(json.loads((DATA / f"{name}.optimum.json").read_text()))


def moves_of(program: list[str], name: str, seconds: float) -> dict[str, str]:
    """Run a program on a cluster; return the moves that it prints."""
    with tempfile.TemporaryDirectory() as folder:
        dump = Path(folder) / f"{name}.json"
        dump.write_bytes(gzip.decompress((DATA / f"{name}.json.gz").read_bytes()))
        command = [*program, str(dump), *map(str, _lists(name).values())]
        try:
            ended = subprocess.run(command, capture_output=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            raise WrongAnswerError(f"no answer after {seconds:g} s") from None
        except OSError as error:
            raise WrongAnswerError(f"cannot be run: {error.strerror}") from None
    if ended.returncode:
        said = ended.stderr.decode(errors="replace").strip()[-_SHOWN:]
        raise WrongAnswerError(f"ended with {ended.returncode}: {said}")
    try:
        moves = json.loads(ended.stdout)
    except ValueError:
        raise WrongAnswerError(f"printed no JSON: {ended.stdout[:_SHOWN]!r}") from None
    if not isinstance(moves, dict) or not all(isinstance(node, str) for node in moves.values()):
        raise WrongAnswerError("must print an object of pods and nodes")
    return moves


def score(name: str, moves: dict[str, str]) -> Score:
    """Judge the moves on a cluster: every rule, and the objective."""
    instance = cluster(name)
    homes = {item.name: item.machine for item in instance.items}
    if unknown := sorted(set(moves) - set(homes)):
        raise WrongAnswerError(f"moves {unknown[0]!r}, which is not a pod that can move")
    where = homes | moves
    best = float(optimum(name)["objective"])
    before = instance.value_of(instance.units_of(instance.home))
    verdict = optgap.check(instance, {"machine": where})
    if verdict.violations:
        count = len(verdict.violations)
        wrong = f"{count} violations, such as: {verdict.violations[0]}"[:_SHOWN]
        return Score(name, before, best, None, None, wrong)
    evictions = sum(homes[pod] not in (None, node) for pod, node in where.items())
    return Score(name, before, best, float(verdict.objective), evictions, "")


def scores(arguments: argparse.Namespace) -> Iterator[Score]:
    """Yield the score of every cluster."""
    for name in arguments.clusters or names():
        try:
            if arguments.program:
                moves = moves_of(shlex.split(arguments.program), name, arguments.time_limit)
            else:
                instance = cluster(name)
                found = optgap.solve(
                    instance, arguments.method, time_limit=arguments.time_limit, seed=0
                )
                if found.decision is None:
                    raise WrongAnswerError(f"found nothing: {found.message}")
                moves = found.decision["machine"]
            yield score(name, moves)
        except WrongAnswerError as error:
            before = cluster(name)
            value = before.value_of(before.units_of(before.home))
            yield Score(name, value, float(optimum(name)["objective"]), None, None, str(error))


def main(arguments: list[str] | None = None) -> int:
    """Print a table; return 1 where a plan broke a rule, or there was none."""
    parser = argparse.ArgumentParser(description=__doc__)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--program", help="the command to run")
    which.add_argument("--method", help="a method of optgap")
    parser.add_argument("--time-limit", type=float, default=60.0, help="seconds for each cluster")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("clusters", nargs="*", help="some of: " + ", ".join(names()))
    chosen = parser.parse_args(arguments)
    if unknown := sorted(set(chosen.clusters) - set(names())):
        parser.error(f"{unknown[0]} is not a cluster of the suite")
    found = []
    if not chosen.json:
        print(
            f"{'cluster':10} {'now':>8} {'optimum':>8} {'plan':>8} {'excess':>7} {'evictions':>9}"
        )
    for each in scores(chosen):
        found.append(each)
        if chosen.json:
            print(json.dumps({**each._asdict(), "excess": each.excess}), flush=True)
        elif each.objective is None:
            print(f"{each.cluster:10} {each.before:8g} {each.optimum:8g}  {each.wrong}", flush=True)
        else:
            figures = f"{each.before:8g} {each.optimum:8g} {each.objective:8g} {each.excess:7.1%}"
            print(f"{each.cluster:10} {figures} {each.evictions:9}", flush=True)
    judged = [each.excess for each in found if each.excess is not None]
    if judged and not chosen.json:
        print(
            f"mean excess {sum(judged) / len(judged):.1%} on {len(judged)} of {len(found)} clusters"
        )
    return int(len(judged) < len(found))


if __name__ == "__main__":
    sys.exit(main())
