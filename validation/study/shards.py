"""Shards: the runs of a suite divided among machines that know nothing of each other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from ...core.faults import input_error
from .batch_worker import Task


class Shard(NamedTuple):
    """The share ``number`` of so many ``parts``, from 1 on."""

    number: int
    parts: int

    def file(self, results: Path) -> Path:
        """Return the file of this shard beside that of all results."""
        return results.with_suffix(f".{self.number}-of-{self.parts}{results.suffix}")


def shard_named(text: str | None) -> Shard | None:
    """Return the shard in a text such as ``2/8``; ``None`` is the whole suite."""
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
    if match is None:
        raise input_error("--shard", "must be i/n, such as 2/8", text)
    shard = Shard(int(match[1]), int(match[2]))
    if not 1 <= shard.number <= shard.parts:
        raise input_error("--shard", "must be i/n with i from 1 to n", text)
    return shard


def share(tasks: list[Task], shard: Shard | None) -> list[Task]:
    """Return the tasks of a shard; every task is in exactly one.

    A share depends on what is run alone, not on the machine: other versions of packages or
    another number of cores would change the keys of results.
    """
    if shard is None:
        return tasks
    return [task for task in tasks if int(task["work"], 16) % shard.parts == shard.number - 1]


def results_path(suite: Path, results: str | Path | None, shard: Shard | None) -> Path:
    """Return the file that was asked for, else the one beside the suite; a shard has its own."""
    if results is not None:
        return Path(results)
    whole = suite.with_suffix(".jsonl")
    return whole if shard is None else shard.file(whole)
