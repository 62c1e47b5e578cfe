"""Mutation testing of the judge: each small change of its source must make a test fail.

Run ``python benchmarks/mutants.py --count 200 --seed 1`` (`make mutants COUNT=200 SEED=1`; some
seconds per mutant that a test kills, two minutes per survivor).  Cosmic Ray makes the mutants.
They are tested in a copy of the project, in an order that the seed fixes; results are kept in
benchmarks/results, so that a second run resumes, and ``--shard 2/4`` takes a part of the mutants.
Annotations are not mutated.  The exit code is 1 if a mutant survives that `EQUIVALENT` does not
list.
"""

import argparse
import ast
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "benchmarks" / "results" / "mutants"
JUDGE = "validation/judge"
TESTS = (
    "tests/validation/judge",
    "tests/truth/test_wrong_answers.py",
    "tests/truth/test_forged_proofs.py",
    "tests/truth/test_consolidation_rules.py",
    "tests/truth/test_bad_input.py",
)
_ROLES = ("certificate", "decision")  # of modules that are named after their folder's problem
TIMEOUT = 900.0
_WITHOUT_INSTALLED = """import sys
sys.meta_path[:] = [each for each in sys.meta_path if "_EditableFinder" not in repr(each)]
"""  # so that the copy is imported, and not the installed project
EQUIVALENT: dict[str, str] = {  # the changed line of a mutant that no test can notice, and why
    "if share > 1:": "half of a share of 1 is 2 in both cases, because thresholds are positive",
    "running = paid[:end] if x > job.batches else paid": (
        "an ended job that runs on pays a price >= 0, so that the least of both is the same"
    ),
}


def copy_of_project() -> Path:
    """Return a fresh copy of the tracked files, in which `optgap` is a folder."""
    tree = PLACE / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    subprocess.run(["make", "map"], cwd=tree, capture_output=True, check=True)
    (tree / "build" / "map" / "sitecustomize.py").write_text(_WITHOUT_INSTALLED)
    return tree


def annotations(module: Path) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield where each annotation and type alias of a module begins and ends."""
    for node in ast.walk(ast.parse(module.read_text())):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.expr):
                end = (part.end_lineno or 0, part.end_col_offset or 0)
                yield (part.lineno, part.col_offset), end


def mutants_of(tree: Path) -> list[MutationSpec]:
    """Return all mutants of the judge, in the order of the files."""
    modules = sorted((tree / JUDGE).rglob("*.py"))
    database = PLACE / "mutants.sqlite"
    database.unlink(missing_ok=True)
    with use_db(str(database), WorkDB.Mode.create) as listed:
        init(modules, listed, {})
        mutants = [mutant for item in listed.work_items for mutant in item.mutations]
    typed = {str(module): list(annotations(module)) for module in modules}
    return [
        mutant
        for mutant in mutants
        if not any(b <= mutant.start_pos < e for b, e in typed[str(mutant.module_path)])
    ]


def command_for(module: Path, tree: Path) -> str:
    """Return the command that runs the tests, those of the module first."""
    stem = module.stem if module.stem not in _ROLES else module.parent.name
    own = [
        str(path.relative_to(tree)) for path in sorted((tree / "tests").rglob(f"test_*{stem}*.py"))
    ]
    tests = " ".join(dict.fromkeys([*own, *TESTS]))
    return f"{Path(sys.executable).with_name('pytest')} -x -q -p no:cacheprovider {tests}"


def row_of(mutant: MutationSpec, tree: Path) -> dict[str, Any]:
    """Test a mutant; return its place, its change and how the tests ended."""
    result = mutate_and_test([mutant], command_for(mutant.module_path, tree), TIMEOUT)
    changed = [
        line
        for line in (result.diff or "").splitlines()
        if line[:1] in "+-" and line[:3] not in ("+++", "---")
    ]
    return {
        "file": str(mutant.module_path.relative_to(tree)),
        "line": mutant.start_pos[0],
        "operator": mutant.operator_name.removeprefix("core/"),
        "outcome": "none" if result.test_outcome is None else result.test_outcome.value,
        "change": changed,
    }


def place_in_line(mutant: MutationSpec, tree: Path, seed: int) -> str:
    """Return the key of a random order that changes elsewhere do not change."""
    name = f"{mutant.module_path.relative_to(tree)} {mutant.operator_name} {mutant.occurrence}"
    return hashlib.sha256(f"{seed} {name}".encode()).hexdigest()


def main() -> None:
    """Test mutants, print a line for each, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shard", default="1/1", help="as 2/4: the second of four parts")
    options = parser.parse_args()
    part, parts = map(int, options.shard.split("/"))
    tree = copy_of_project()
    os.chdir(tree)
    os.environ["PYTHONPATH"] = str(tree / "build" / "map")
    imported = "import optgap.validation.judge as judge; print(judge.__file__)"
    program = [sys.executable, "-c", imported]
    shown = subprocess.run(program, capture_output=True, text=True, check=True, cwd=PLACE)
    place = shown.stdout.strip()
    assert Path(place).is_relative_to(tree), f"the tests would import {place}"
    mutants = mutants_of(tree)
    mutants.sort(key=lambda mutant: place_in_line(mutant, tree, options.seed))
    chosen = mutants[part - 1 :: parts][: options.count]
    kept = PLACE / f"results-{options.shard.replace('/', '-of-')}.jsonl"
    known = {}
    for line in kept.read_text().splitlines() if kept.exists() else ():
        row = json.loads(line)
        known[row["key"]] = row
    rows = []
    for mutant in chosen:
        source = hashlib.sha256(mutant.module_path.read_bytes()).hexdigest()[:12]
        key = f"{source} {mutant.operator_name} {mutant.occurrence}"
        if key not in known:
            known[key] = {"key": key, **row_of(mutant, tree)}
            with kept.open("a") as results:
                results.write(json.dumps(known[key]) + "\n")
        row = known[key]
        rows.append(row)
        print(
            f"{row['outcome']:10}{row['file']}:{row['line']}  {' '.join(row['change'])}", flush=True
        )
    survivors = [row for row in rows if row["outcome"] == TestOutcome.SURVIVED.value]
    open_ones = [row for row in survivors if not is_equivalent(row)]
    print(
        f"{len(mutants):,} mutants of {JUDGE}; tested {len(rows)} (seed {options.seed}): "
        f"{len(rows) - len(survivors)} killed, {len(survivors) - len(open_ones)} change nothing, "
        f"{len(open_ones)} survive"
    )
    sys.exit(1 if open_ones else 0)


def is_equivalent(row: dict[str, Any]) -> bool:
    """Return whether a mutant is listed as one that changes nothing."""
    return any(line[1:].strip() in EQUIVALENT for line in row["change"] if line.startswith("+"))


if __name__ == "__main__":
    main()
