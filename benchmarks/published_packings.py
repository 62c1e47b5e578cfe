"""The vector packings that the Vectorpack project publishes: their files, and the open ones.

FOLDER is a copy of ``https://github.com/Vectorpack/experiments_vector_paper``.
"""

from __future__ import annotations

import csv
import tarfile
from collections.abc import Iterator
from pathlib import Path

import optgap
from optgap.apps.cluster.published import read_packing
from optgap.instances.consolidation import Consolidation

SETS = ("New", "Panigrahy", "Triplet")


def unpacked(folder: Path, into: Path) -> dict[str, Path]:
    """Unpack the archives of the repository; return each file by set and name."""
    files = {}
    for name in SETS:
        archive = folder / "data" / f"{name}_instances.tar.gz"
        with tarfile.open(archive) as packed:
            packed.extractall(into / name, filter="data")
        files |= {f"{name}/{path.name}": path for path in (into / name).rglob("*.vbp")}
    return files


def open_ones(
    folder: Path, *, at_least: int = 1, at_most: int | None = None
) -> Iterator[tuple[str, int, int]]:
    """Yield (file, bound, plan) of instances without a published optimum, by their distance."""
    for name in SETS:
        with (folder / "results_data" / f"{name}_summary_known.csv").open() as file:
            for row in csv.DictReader(file, delimiter="\t"):
                bound, plan = int(row["LB"]), int(row["best_overall"])
                apart = plan - bound
                if int(row["OPT"]) < 0 and at_least <= apart and apart <= (at_most or apart):
                    yield f"{name}/{row['instance_name']}.vbp", bound, plan


def read(path: Path) -> Consolidation:
    """Return an instance by the name of its file."""
    instance = read_packing(path, name=path.stem).instance
    if not isinstance(instance, Consolidation):
        raise TypeError(f"{path.name} is not a packing")
    return instance


def smoke_file(folder: Path) -> Path:
    """Write a drawn packing of 30 items as a file like the published ones."""
    instance = optgap.generate(
        "consolidation", 5, kind="packing", packing_class="new-3", items=30, resources=3
    )
    rows = [" ".join(map(str, [*item.demand, 1])) for item in instance.items]
    path = folder / "class3_30_3_0.vbp"
    path.write_text("\n".join(["3", "100 100 100", str(len(rows)), *rows]))
    return path
