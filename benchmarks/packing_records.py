"""Published vector packing instances that were open: their optima, proven anew by anybody.

Run ``python benchmarks/packing_records.py FOLDER``, where FOLDER is a copy of the Vectorpack
project's repository ``experiments_vector_paper`` (see ``benchmarks/records/README.md``): the judge
checks every plan and every bound in ``benchmarks/records/vector-packing.jsonl``, without a solver.
Without it a drawn packing is proven.  With ``--search SECONDS`` it first looks for proofs
of those that have none; killed and started again, it goes on.  ``--write OUT`` writes instances and
solutions for ``optgap check``.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import optgap
from optgap.instances.consolidation import Consolidation, read_packing

FILE = Path(__file__).parent / "records" / "vector-packing.jsonl"
TRIED = Path(__file__).parent / "results" / "vector-packing-tried.jsonl"
SETS = ("New", "Panigrahy", "Triplet")


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Return the records of a file, one a line."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def unpacked(folder: Path, into: Path) -> dict[str, Path]:
    """Unpack the archives of the repository; return each file by set and name."""
    files = {}
    for name in SETS:
        archive = folder / "data" / f"{name}_instances.tar.gz"
        with tarfile.open(archive) as packed:
            packed.extractall(into / name, filter="data")
        files |= {f"{name}/{path.name}": path for path in (into / name).rglob("*.vbp")}
    return files


def open_ones(folder: Path) -> Iterator[tuple[str, int, int]]:
    """Yield the instances whose published bound is one below the best published plan."""
    for name in SETS:
        with (folder / "results_data" / f"{name}_summary_known.csv").open() as file:
            for row in csv.DictReader(file, delimiter="\t"):
                bound, plan = int(row["LB"]), int(row["best_overall"])
                if int(row["OPT"]) < 0 and plan - bound == 1:
                    yield f"{name}/{row['instance_name']}.vbp", bound, plan


def read(path: Path) -> Consolidation:
    """Return an instance by the name of its file."""
    instance = read_packing(path, name=path.stem).instance
    if not isinstance(instance, Consolidation):
        raise TypeError(f"{path.name} is not a packing")
    return instance


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def search(folder: Path, files: dict[str, Path], seconds: float) -> None:
    """Try all open ones without a record; write proofs, and what was tried in vain."""
    known = {record["file"] for record in lines_of(FILE)}
    known |= {tried["file"] for tried in lines_of(TRIED) if tried["limit"] >= seconds}
    for name, bound, plan in sorted(open_ones(folder), key=lambda each: each[0]):
        if name in known:
            continue
        instance = read(files[name])
        found = optgap.solve(instance, "column-generation", time_limit=seconds, gap=0)
        words = {"file": name, "limit": seconds, "bound": found.bound, "plan": found.objective}
        print(words, f"{found.seconds:.1f} s", flush=True)
        if found.status == "optimal" and found.bound_kind == "certified":
            append(FILE, record(name, files[name], (bound, plan), found))
        else:
            append(TRIED, words)


def record(name: str, path: Path, published: tuple[int, int], found: Any) -> dict[str, Any]:
    """Return what a proof is kept as: machines and items go by their numbers."""
    machine = [int(where.removeprefix("m")) for where in found.decision["machine"].values()]
    return {
        "file": name,
        "sha256": digest(path),
        "published": published,
        "machines": int(found.objective),
        "seconds": round(found.seconds, 1),
        "version": optgap.__version__,
        "certificate": found.certificate,
        "plan": machine,
    }


def append(path: Path, document: dict[str, Any]) -> None:
    """Append a line to a file."""
    path.parent.mkdir(exist_ok=True)
    with path.open("a") as file:
        file.write(json.dumps(document, separators=(",", ":")) + "\n")


def solution(kept: dict[str, Any], instance: Consolidation) -> dict[str, Any]:
    """Return a record as a solution file of its instance."""
    names = [item.name for item in instance.items]
    places = [f"m{number}" for number in kept["plan"]]
    return {
        "problem": "consolidation",
        "version": 1,
        "instance": {"name": instance.name, "sha256": instance.sha256},
        "method": "column-generation",
        "status": "optimal",
        "stopped": "complete",
        "sense": "minimize",
        "objective": float(kept["machines"]),
        "bound": float(kept["machines"]),
        "bound_kind": "certified",
        "certificate": kept["certificate"],
        "seconds": kept["seconds"],
        "decision": {"machine": dict(zip(names, places, strict=True))},
    }


def faults(kept: dict[str, Any], path: Path | None) -> list[str]:
    """Return what the judge has against a record."""
    if path is None or digest(path) != kept["sha256"]:
        return ["its instance is not in the folder, or is another one"]
    instance = read(path)
    check = optgap.check(instance, solution(kept, instance))
    found = [str(each) for each in check.violations]
    if not check.feasible or check.objective != kept["machines"] or check.certificate != "valid":
        found.append(f"{check.objective} machines, the certificate is {check.certificate}")
    return found


def smoke_file(folder: Path) -> Path:
    """Write a drawn packing of 30 items as a file like the published ones."""
    instance = optgap.generate(
        "consolidation", 5, kind="packing", packing_class="new-3", items=30, resources=3
    )
    rows = [" ".join(map(str, [*item.demand, 1])) for item in instance.items]
    path = folder / "class3_30_3_0.vbp"
    path.write_text("\n".join(["3", "100 100 100", str(len(rows)), *rows]))
    return path


def smoke() -> None:
    """Prove a drawn packing, keep the proof, and let the judge prove it anew."""
    with TemporaryDirectory() as room:
        path = smoke_file(Path(room))
        found = optgap.solve(read(path), "column-generation", time_limit=10, gap=0)
        kept = record(path.name, path, (0, 0), found)
        wrong = faults(kept, path)
    print(f"a drawn packing: {kept['machines']} machines, {len(wrong)} faults")
    sys.exit(1 if wrong else 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="a copy of experiments_vector_paper")
    parser.add_argument("--search", type=float, metavar="SECONDS", help="for each open one")
    parser.add_argument("--write", type=Path, metavar="OUT", help="a folder for optgap check")
    parser.add_argument("--smoke", action="store_true", help="a drawn packing only")
    arguments = parser.parse_args()
    if arguments.smoke or arguments.folder is None:
        smoke()
        return
    with TemporaryDirectory() as room:
        files = unpacked(arguments.folder, Path(room))
        if arguments.search is not None:
            search(arguments.folder, files, arguments.search)
        records, broken = lines_of(FILE), 0
        for kept in records:
            path = files.get(kept["file"])
            if arguments.write is not None and path is not None:
                target = arguments.write / kept["file"].replace("/", "-").removesuffix(".vbp")
                arguments.write.mkdir(exist_ok=True)
                instance = read(path)
                optgap.save(instance, target.with_suffix(".json"))
                target.with_suffix(".solution.json").write_text(
                    json.dumps(solution(kept, instance))
                )
            for fault in faults(kept, path):
                broken += 1
                print(f"{kept['file']}: {fault}")
        total = sum(1 for _ in open_ones(arguments.folder))
        print(f"{len(records)} of {total} proven, {broken} faults")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
