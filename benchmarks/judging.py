"""What `optgap judge` adds to the seconds of the programs that it judges.

Run ``python benchmarks/judging.py`` (two minutes) or with ``--smoke`` (seconds).  The seed of each
task runs twice on the same instances: in this process with nothing between it and its answers, and
judged.  Seconds are those of the processors, of all processes together, and of the clock.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import optgap
from optgap.core.files import document_of
from optgap_found_programs import task_named
from optgap_found_programs.folders import program_of
from optgap_found_programs.task import Reference, Task

TASKS = ("prism", "cloudcast", "txn", "spot")


def module_of(name: str, path: Path) -> ModuleType:
    """Return the module in a file."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def unjudged(task: Task, program: Path, references: Sequence[Reference]) -> None:
    """Run the program on every instance in this process, in a folder where it may leave files."""
    adapter, program = module_of("adapter", task.adapter), program.resolve()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for reference in references:
            document: Any = (task.document or document_of)(reference.instance)
            if hasattr(adapter, "prepare"):
                document = adapter.prepare(document)
            replies = None if task.replies is None else task.replies(reference.instance)
            ask = None if replies is None else replies.reply
            adapter.play(module_of("program", program), document, ask)


def spent() -> float:
    """Return the processor seconds of this process and of its children that have ended."""
    own, children = (
        resource.getrusage(resource.RUSAGE_SELF),
        resource.getrusage(resource.RUSAGE_CHILDREN),
    )
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def main() -> None:
    """Print a line for each task."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="three instances of each task")
    smoke = parser.parse_args().smoke
    print("task       instances   own s   judged s   added s   clock s   added ms each")
    for name in TASKS:
        task = task_named(name)
        references = task.references()[: 3 if smoke else None]
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "seed.py")
            program.write_text(program_of(task))
            begun = spent()
            unjudged(task, program, references)
            own, begun, clock = spent() - begun, spent(), time.perf_counter()
            found = optgap.judge(name, program, instances=len(references))
            judged, clock = spent() - begun, time.perf_counter() - clock
        assert found.correct, name
        n, added = len(references), judged - own
        print(
            f"{name:10} {n:9} {own:7.2f} {judged:10.2f} {added:9.2f} {clock:9.2f} "
            f"{1000 * added / n:15.1f}"
        )


if __name__ == "__main__":
    main()
