"""Ask versions of open solvers about 8,006 programs with known optima, and write the table.

``python benchmarks/solver_truth/ask.py highspy==1.16.0 ortools==9.15.6755`` makes an environment
for each version with uv, asks all programs with every set of options, judges the answers in exact
arithmetic, makes wrong ones small, and replaces the rows of these versions in
`docs/data/solver_truth.json`.  Without arguments all versions of `VERSIONS` are asked; with
``--share 8`` one program of eight.  Answers are appended to files in ``build/solver_truth``: a run
that was interrupted goes on where it stopped.  ``--smoke`` asks a few programs of the solvers that
are installed here, and writes nothing.
"""

from __future__ import annotations

import argparse
import json
import select
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from exact_optimum import Optimum, exact_optimum, kind_of
from programs import COUNTS, WORDS, Case, cases, document
from reduction import Disagreement, Reduction

from optgap.core.run import Run
from optgap.solvers.engines import StandardForm

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "solver_truth"
TABLE = ROOT / "docs" / "data" / "solver_truth.json"
RUNNERS = Path(__file__).parent / "runners"
KINDS = ("right", "wrong value", "false infeasible", "false optimal", "false unbounded")
KINDS += ("no answer", "crash", "hang")
SHRUNK = (*KINDS[1:5], "crash")  # kinds of answers whose programs are made small
SECONDS = 10.0  # of one program; a runner that is silent for twice as long hangs
REDUCING = 25.0  # seconds for one of them
INTEGERS = {"known", "packing", "pool", "whole", "decimals", "magnitudes"}
ALL = {"known", *COUNTS}
VERSIONS = {
    "highspy": "1.16.0 1.15.1 1.15.0 1.14.0 1.13.1 1.13.0 1.12.0 1.11.0 1.10.0 1.9.0 1.8.1 1.8.0 "
    "1.7.2 1.7.1 1.5.3",
    "ortools": "9.15.6755 9.14.6206 9.13.4784 9.12.4544 9.11.4210 9.10.4067 9.9.3963 9.8.3296 "
    "9.7.2996 9.6.2534 9.5.2237",
    "pyscipopt": "6.3.0 6.2.1 6.2.0 6.1.0 6.0.0 5.7.1 5.6.0 5.5.0 5.4.1 5.3.0 5.2.1 5.1.1 5.0.1",
    "exact": "2.2.1 2.1.0 2.0.0",
    "pulp": "3.3.2 2.3.1",
    "swiglpk": "5.0.13 5.0.12 5.0.10 5.0.8",
}


@dataclass(frozen=True)
class Engine:
    """A solver in a package: its runner, the families that it takes, and whether it has threads."""

    name: str
    package: str
    runner: str
    families: set[str] = field(default_factory=lambda: ALL)
    threads: bool = True
    presolve: bool = True
    options: dict[str, Any] = field(default_factory=dict)

    def settings(self) -> Iterator[dict[str, Any]]:
        """Yield the options of every row: default threads and one, presolve on and off."""
        switches = [True, False] if self.presolve else [True]
        for threads, presolve in product([None, 1] if self.threads else [1], switches):
            own = {"threads": threads, "presolve": presolve, "seconds": SECONDS}
            yield {**own, **self.options}


def _in_ortools(name: str, engine: str, families: set[str], threads: bool) -> Engine:
    options = {"engine": engine}
    return Engine(name, "ortools", "linear_solver.py", families, threads, options=options)


ENGINES = (
    Engine("HiGHS", "highspy", "highs.py"),
    Engine("SCIP", "pyscipopt", "scip.py", threads=False),
    Engine("CP-SAT", "ortools", "cp_sat.py", INTEGERS),
    _in_ortools("SCIP in OR-Tools", "SCIP", ALL, False),
    _in_ortools("CBC in OR-Tools", "CBC", ALL, False),
    _in_ortools("GLOP", "GLOP", {"linear"}, False),
    _in_ortools("PDLP", "PDLP", {"linear"}, False),
    Engine("Exact", "exact", "exact_pb.py", INTEGERS, threads=False, presolve=False),
    Engine("CBC in PuLP", "pulp", "cbc.py", threads=False),
    Engine("GLPK", "swiglpk", "glpk.py", threads=False),
)


class Runner:
    """A process that answers programs one after the other, and is started again if it ends."""

    def __init__(self, python: Path, engine: Engine, options: dict[str, Any]) -> None:
        self._command = [str(python), str(RUNNERS / engine.runner), json.dumps(options)]
        self._process: subprocess.Popen[str] | None = None

    def answer(self, program: dict[str, Any]) -> dict[str, Any]:
        """Return the answer, or that the solver crashed or hangs."""
        if self._process is None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(
                self._command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
            )
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(program) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return self._ended("crash")
        ready, _, _ = select.select([self._process.stdout], [], [], 2 * SECONDS)
        if not ready:
            return self._ended("hang")
        line = self._process.stdout.readline()
        return json.loads(line) if line.endswith("\n") else self._ended("crash")

    def _ended(self, word: str) -> dict[str, Any]:
        self.close()
        return {"status": word}

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def environment(requirement: str) -> Path:
    """Return the Python of an environment with one package, which is made if it is not there."""
    folder = WORK / "environments" / requirement.replace("==", "-")
    python = folder / "bin" / "python"
    if not (folder / "done").exists():
        uv = str(Path(sys.executable).with_name("uv"))
        like = f"{sys.version_info[0]}.{sys.version_info[1]}"
        subprocess.run([uv, "venv", "-q", "--clear", "-p", like, folder], check=True)
        command = [uv, "pip", "install", "-q", "-p", python, requirement]
        subprocess.run([*command, *(["numpy"] if "highspy" in requirement else [])], check=True)
        (folder / "done").touch()
    return python


def optima(programs: list[Case]) -> dict[str, Optimum]:
    """Return the exact optima, which are computed once and kept."""
    path = WORK / "optima.json"
    kept = json.loads(path.read_text()) if path.exists() else {}
    new = [case for case in programs if case.name not in kept]
    for case in new:
        kept[case.name] = str(exact_optimum(case.form))
    if new:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(kept))
    return {
        case.name: word if (word := kept[case.name])[-1].isalpha() else Fraction(word)
        for case in programs
    }


def answers(
    engine: Engine, python: Path, options: dict[str, Any], programs: list[Case], path: Path
) -> dict[str, dict[str, Any]]:
    """Return the answers to all programs; those in the file are not asked for again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_text().splitlines() if path.exists() else []
    found = dict(json.loads(line) for line in lines)
    runner = Runner(python, engine, options)
    with path.open("a") as file:
        for case in programs:
            if case.name not in found:
                found[case.name] = runner.answer(document(case.form))
                file.write(json.dumps([case.name, found[case.name]]) + "\n")
                file.flush()
    runner.close()
    return {case.name: found[case.name] for case in programs}


def row_of(
    engine: Engine, python: Path, number: str, options: dict[str, Any], programs: list[Case]
) -> dict[str, Any]:
    """Return one row of the table, and the names of the programs with wrong answers."""
    taken = [case for case in programs if case.family in engine.families]
    if engine.families == INTEGERS:
        taken = [case for case in taken if case.form.integer.all()]
    threads = "default" if options["threads"] is None else "1"
    word = f"{engine.name} {number} threads {threads} presolve {options['presolve']}"
    found = answers(engine, python, options, taken, WORK / "answers" / f"{word}.jsonl")
    known = optima(taken)
    kinds = {name: kind_of(answer, known[name]) for name, answer in found.items()}
    counts = Counter(kinds.values())
    row = {"engine": engine.name, "package": engine.package, "version": number}
    row |= {"threads": threads, "presolve": options["presolve"], "programs": len(taken)}
    row |= {kind: counts[kind] for kind in KINDS}
    row["wrong"] = {name: kind for name, kind in kinds.items() if kind in SHRUNK}
    return row


def smallest(
    engine: Engine, python: Path, rows: list[dict[str, Any]], programs: list[Case], most: int
) -> Iterator[dict[str, Any]]:
    """Yield small programs for some wrong answers of a version, one for each kind and family."""
    by_name = {case.name: case for case in programs}
    seen = set[tuple[str, str]]()
    for row, options in zip(rows, engine.settings(), strict=True):
        for name, kind in row["wrong"].items():
            if (kind, by_name[name].family) in seen or len(seen) == most:
                continue
            seen.add((kind, by_name[name].family))
            runner = Runner(python, engine, options)
            small = reduced(by_name[name].form, runner, kind)
            runner.close()
            if small is not None:
                words = {key: row[key] for key in ("engine", "version", "threads", "presolve")}
                yield {**words, "program": name, "kind": kind, **small}


def reduced(form: StandardForm, runner: Runner, kind: str) -> dict[str, Any] | None:
    """Return the smallest program that one solver answers wrongly in the same way."""

    def ask(each: StandardForm) -> Disagreement | None:
        optimum = exact_optimum(each)
        if optimum is None:
            return None
        answer = runner.answer(document(each))
        if kind_of(answer, optimum, close=1e-3) != kind:
            return None
        says = str(answer.get("value", answer["status"]))
        return Disagreement(kind, {"says": says, "optimum": str(optimum)})

    found = Reduction(form, ask, Run("minimize", time_limit=REDUCING))
    if found.found is None:
        return None  # the answer changes from process to process, or is nearly right
    found.reduce()
    rows, columns, _ = found.size
    return {**found.found.words, "rows": rows, "columns": columns, "listing": found.listing()}


def table_of(requirement: str, share: int, most: int) -> dict[str, list[dict[str, Any]]]:
    """Ask all engines of a package in one version."""
    package, _, number = requirement.partition("==")
    python, programs = environment(requirement), list(cases(share))
    optima(programs)
    table: dict[str, list[dict[str, Any]]] = {"rows": [], "smallest": []}
    for engine in ENGINES:
        if engine.package != package:
            continue
        with ThreadPoolExecutor(2) as pool:
            rows = list(
                pool.map(
                    lambda options, engine=engine: row_of(
                        engine, python, number, options, programs
                    ),
                    engine.settings(),
                )
            )
        table["smallest"] += smallest(engine, python, rows, programs, most)
        table["rows"] += rows
        for row in rows:
            print({key: value for key, value in row.items() if key != "wrong"}, flush=True)
    return table


def merge(new: dict[str, list[dict[str, Any]]]) -> None:
    """Replace the rows of versions in the table."""
    table = json.loads(TABLE.read_text()) if TABLE.exists() else {"rows": [], "smallest": []}
    asked = {(row["engine"], row["version"]) for row in new["rows"]}
    for part in ("rows", "smallest"):
        kept = [row for row in table[part] if (row["engine"], row["version"]) not in asked]
        table[part] = kept + new[part]
    for row in table["rows"]:
        row.pop("wrong", None)
    table["families"] = {name: [COUNTS.get(name, 6), words] for name, words in WORDS.items()}
    TABLE.write_text(json.dumps(table, indent=1) + "\n")


def smoke() -> None:
    """Ask a few programs of the versions that are installed in this environment."""
    programs = [case for case in cases(share=200) if case.family != "known"]
    for engine in ENGINES:
        try:
            number = version(engine.package)
        except PackageNotFoundError:
            continue
        known = {case.name: exact_optimum(case.form) for case in programs}
        taken = [case for case in programs if case.family in engine.families]
        for options in engine.settings():
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "answers.jsonl")
                found = answers(engine, Path(sys.executable), options, taken, path)
            kinds = Counter(kind_of(found[case.name], known[case.name]) for case in taken)
            print(engine.name, number, options["threads"], options["presolve"], dict(kinds))


def main() -> None:
    """Ask the versions that the command line names, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("requirements", nargs="*", metavar="package==version")
    parser.add_argument("--share", type=int, default=1, help="ask one program of so many")
    parser.add_argument("--smallest", type=int, default=3, help="programs to make small")
    parser.add_argument("--smoke", action="store_true", help="a few programs, installed solvers")
    arguments = parser.parse_args()
    if arguments.smoke:
        smoke()
        return
    every = [f"{name}=={each}" for name, listed in VERSIONS.items() for each in listed.split()]
    for requirement in arguments.requirements or every:
        merge(table_of(requirement, arguments.share, arguments.smallest))


if __name__ == "__main__":
    main()
