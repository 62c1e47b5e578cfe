"""Write the proofs in `tests/data/proofs` anew: every bundled instance of at most 100 binaries.

``python tests/data/make_proofs.py`` writes model, solution and tree of each into a folder of its
name.  The instance itself and what `optgap verify` compares with it are in the house already.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import numpy as np

import optgap
from optgap.solvers.engines.standard_form import standard_form
from optgap.validation.catalogue import problem_named, problem_names
from optgap.validation.proving.folder import FRONT, MODEL, PROOF, SOLUTION
from optgap.validation.running.instances import bundled_folder, bundled_names

PROOFS = Path(__file__).parent / "proofs"
MOST_BINARIES = 100
LARGER = ("consolidation/ecs-12", "consolidation/hunted-first-fit-decreasing")
_LARGEST_FILE = 100_000  # bytes of an instance whose model is small


def binaries(source: str) -> int:
    """Return how many whole-number variables the exact model of a bundled instance has."""
    instance = optgap.load(source)
    name = source.partition("/")[0]
    form = standard_form(problem_named(name).formulation.build_model(instance))
    return int(np.count_nonzero(form.integer))


def is_small(source: str) -> bool:
    """Whether the instance is one whose proof is shipped."""
    data = bundled_folder() / f"{source}.json"
    if source in LARGER:
        return True
    return data.stat().st_size < _LARGEST_FILE and binaries(source) <= MOST_BINARIES


def shipped() -> list[str]:
    """Return the names of the instances whose proofs are shipped."""
    names = [source for name in problem_names() for source in bundled_names(name)]
    return [source for source in names if is_small(source)]


def main() -> None:
    """Prove all of them."""
    shutil.rmtree(PROOFS, ignore_errors=True)
    for source in shipped():
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / "proof"
            outcome = optgap.prove(source, made)
            if outcome.certificate is None:
                print(f"{source}: {outcome.message}")
                continue
            home = PROOFS / source.replace("/", "-")
            for path in sorted(made.rglob("*")):
                if path.name in (MODEL, SOLUTION, PROOF, FRONT):
                    target = home / path.relative_to(made)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(path, target)


if __name__ == "__main__":
    main()
