"""The library of instances: draw its rows, search for better plans and bounds, judge it again.

``--draw`` writes the rows of ``library.toml``, of the bundled instances and, with ``--packings
FOLDER`` (a clone of ``https://github.com/Vectorpack/experiments_vector_paper``) or ``--published
FOLDER`` (the files that ``library.toml`` names), of published ones.  Rows that exist keep their
state.  ``--search`` solves the open rows with the limits of
``library.toml`` and submits each result; an interrupted search resumes.  ``--judge PART/PARTS``
judges the stored solutions again, without a solver; ``--smoke`` judges the day's twentieth.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from published_packings import open_ones, read, unpacked

import optgap
from optgap.core.files import document_of, document_text
from optgap.instances.consolidation import read_roadef, read_trace
from optgap.validation.judge import differs
from optgap.validation.proving import Submission, packed, rows_text, verify
from optgap.validation.proving import submit as judge_submission
from optgap.validation.running import LibraryRow, bundled_names, library_rows, load

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "instances" / "library"
SETTINGS = tomllib.loads((Path(__file__).parent / "library.toml").read_text())
TRIED = Path(__file__).parent / "results" / "library-tried.jsonl"
PAPER_SIZED = 20_000  # characters of a bundled instance that is not small
MOST_TAKEN = (8, 1000, 20)  # published packings of a set with the bound 0, 1, 2 or more below
READERS = {"openb": read_trace, "roadef": read_roadef}
COMMIT = "09a07d92dab1a134de38f0a0e661c5eab512dd9e"  # of the published packings


def drawn_rows(problem: str) -> Iterator[LibraryRow]:
    """Yield the feasible bundled and the generated instances of a problem, without results."""
    for name in bundled_names(problem):
        instance = optgap.load(name)
        size = "paper" if len(document_text(document_of(instance))) > PAPER_SIZED else "small"
        source = instance.source or f"bundled instance {name}"
        yield row_of(instance, name.replace("/", "-"), size, {"bundled": name}, source)
    for size in ("small", "paper", "large"):
        for block in SETTINGS[problem][size]:
            for seed in range(1, block["seeds"] + 1):
                print(f"{problem}: {size}, seed {seed}", file=sys.stderr, flush=True)
                instance = optgap.generate(problem, seed, **block["set"])
                name = f"{instance.name}-{digest_of(block['set'])}"
                origin = {"seed": seed, "set": block["set"]}
                yield row_of(instance, name, size, origin, instance.source or "")


def digest_of(settings: dict[str, Any]) -> str:
    """Return a short digest, which tells apart instances of one name with other settings."""
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:4]


def row_of(
    instance: Any, name: str, size: str, origin: dict[str, Any], source: str, **more: Any
) -> LibraryRow:
    """Return a row without results."""
    problem = optgap.problem_named(instance.problem)
    return LibraryRow(
        name=name,
        problem=problem.name,
        size=size,
        origin=origin,
        sha256=instance.sha256,
        source=source,
        sense=problem.sense(instance),
        **more,
    )


def packing_rows(folder: Path) -> Iterator[LibraryRow]:
    """Yield published packings whose optimum was not published; store their instances."""
    with tempfile.TemporaryDirectory() as room:
        files, taken = unpacked(folder, Path(room)), Counter[tuple[str, int]]()
        for name, bound, plan in open_ones(folder, at_least=0):
            kind = (name.partition("/")[0], min(2, plan - bound))
            taken[kind] += 1
            if taken[kind] <= MOST_TAKEN[kind[1]]:
                yield _packing_row(files[name], kind[0], bound, plan)


def _packing_row(path: Path, group: str, bound: int, plan: int) -> LibraryRow:
    source = f"{group}/{path.name}, Vectorpack, experiments_vector_paper {COMMIT[:7]}, MIT licence"
    reported = [{"best": plan, "bound": bound, "by": "Mommessin, Erlebach and Shakhlevich 2025"}]
    instance = read(path)
    size = "paper" if len(instance.items) > 60 else "small"
    name = f"vbp-{group.lower()}-{path.stem}"
    return _stored_row(instance, name, size, "packings", source, reported=reported)


def published_rows(folder: Path) -> Iterator[LibraryRow]:
    """Yield the other published instances that ``library.toml`` names; store them."""
    for each in SETTINGS["published"]:
        files = [folder / file for file in each["files"]]
        instance = READERS[each["reader"]](*files, name=each["name"]).instance
        yield _stored_row(instance, each["name"], each["size"], "published", each["source"])


def _stored_row(
    instance: Any, name: str, size: str, folder: str, source: str, **more: Any
) -> LibraryRow:
    """Store an instance beside the rows; return its row without results."""
    file = TARGET / folder / f"{name}.json.gz"
    file.parent.mkdir(parents=True, exist_ok=True)
    document = {**document_of(instance), "source": source}
    file.write_bytes(packed(json.loads(document_text(document))))
    origin = {"file": f"{folder}/{file.name}"}
    return row_of(optgap.load(document), name, size, origin, source, **more)


def draw(problems: list[str], packings: Path | None, published: Path | None) -> None:
    """Write the rows of problems; rows that exist keep their state."""
    known = {row.sha256: row for row in library_rows()}
    for problem in problems:
        rows = list(drawn_rows(problem))
        if problem == "consolidation":
            rows += (row for row in library_rows() if row.origin.file is not None)
            rows += [] if packings is None else packing_rows(packings)
            rows += [] if published is None else published_rows(published)
        distinct = {row.sha256: known.get(row.sha256, row) for row in rows}
        write(problem, list(distinct.values()))


def write(problem: str, rows: list[LibraryRow]) -> None:
    """Write the rows of a problem."""
    TARGET.mkdir(exist_ok=True)
    (TARGET / f"{problem}.jsonl").write_text(rows_text(rows))
    library_rows.cache_clear()


def search(problems: list[str], by: str) -> None:
    """Solve the open rows that have not been tried with the limit of their size; submit results."""
    tried = {line["name"]: line["limit"] for line in lines_of(TRIED)}
    for row in library_rows():
        limit = SETTINGS["limits"][row.size]
        if row.problem not in problems or row.state == "closed" or tried.get(row.name, 0) >= limit:
            continue
        words = attempt(row, limit, by)
        if words.startswith("infeasible"):
            rows = (each for each in library_rows() if each.problem == row.problem)
            write(row.problem, [each for each in rows if each.name != row.name])
        print(f"{row.name}: {words}", flush=True)
        TRIED.parent.mkdir(exist_ok=True)
        with TRIED.open("a") as file:
            file.write(json.dumps({"name": row.name, "limit": limit, "words": words}) + "\n")


def attempt(row: LibraryRow, limit: float, by: str) -> str:
    """Solve a row, submit the plan and, if it closes a small row, a proof; return the result."""
    instance = load(f"library/{row.name}")
    with tempfile.TemporaryDirectory() as room:
        outcome = optgap.solve(instance, time_limit=limit)
        if outcome.decision is None and not outcome.front:
            return f"{outcome.status}, no plan"
        path = Path(room) / "solution.json"
        optgap.save(outcome, path)
        submission = submitted(path, by)
        proven = submission.after
        is_small = row.size != "large" and not outcome.front
        if proven.state == "open" and is_small and outcome.status == "optimal":
            folder = Path(room) / "proof"
            optgap.prove(instance, folder, time_limit=limit)
            if (folder / "proof.json").exists():
                proven = submitted(folder, by).after
    return f"{submission.verdict}, {proven.state}, best {proven.best}, bound {proven.bound}"


def submitted(path: Path, by: str) -> Submission:
    """Submit a solution or a proof; write what it improves, and return the submission."""
    submission = judge_submission(path, by=by, machine=f"{os.cpu_count()} cores")
    if submission.verdict is None:
        raise ValueError(f"{submission.before.name}: {submission.violations[0]}")
    if submission.verdict == "better":
        submission.write(TARGET)
        library_rows.cache_clear()
    return submission


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Return the documents in a file, one a line."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def faults_of(row: LibraryRow) -> Iterator[str]:
    """Yield the differences between a row and the verdict on its stored solution."""
    solution = row.solution()
    if solution is None:
        return
    if hashlib.sha256(packed(solution)).hexdigest() != row.solution_sha256:
        yield "the stored solution has another digest"
    result = optgap.check(load(f"library/{row.name}"), solution)
    yield from map(str, result.violations)
    if row.reference is None and differs(result.objective, row.best):
        yield f"the plan has the value {result.objective}, not {row.best}"
    if row.bound_kind == "certified" and result.certificate != "valid":
        yield f"the certificate is {result.certificate}"
    if row.bound_kind == "model-certified" and row.proof_file.exists():
        with tempfile.TemporaryDirectory() as room:
            shutil.unpack_archive(row.proof_file, room, filter="data")
            yield from map(str, verify(Path(room), load(f"library/{row.name}")).violations)
            proven = json.loads((Path(room) / "outcome.json").read_text())["bound"]
            if proven != row.bound:
                yield f"the proof is of the bound {proven}, not {row.bound}"


def main() -> None:
    """Draw, search or judge; the exit code is 1 if a judged row has a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problems", nargs="*", help="default: all")
    parser.add_argument("--draw", action="store_true", help="write the rows")
    parser.add_argument("--packings", type=Path, metavar="FOLDER", help="published packings")
    parser.add_argument("--published", type=Path, metavar="FOLDER", help="other published files")
    parser.add_argument("--search", action="store_true", help="solve the open rows")
    parser.add_argument("--by", default="optgap", help="name in the rows that become better")
    parser.add_argument("--judge", metavar="PART/PARTS", help="judge this part of the rows again")
    parser.add_argument("--smoke", action="store_true", help="judge the day's twentieth")
    arguments = parser.parse_args()
    problems = arguments.problems or optgap.problem_names()
    if arguments.draw:
        draw(problems, arguments.packings, arguments.published)
    if arguments.search:
        search(problems, arguments.by)
    today = f"{date.today().toordinal() % 20 + 1}/20"
    part, parts = map(int, (arguments.judge or today).split("/"))
    if arguments.judge or arguments.smoke:
        rows = [row for row in library_rows() if row.problem in problems][part - 1 :: parts]
        print(f"judging {len(rows)} rows", file=sys.stderr, flush=True)
        faults = [f"{row.name}: {fault}" for row in rows for fault in faults_of(row)]
        print(*faults, f"{len(rows)} rows judged, {len(faults)} faults", sep="\n")
        sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
