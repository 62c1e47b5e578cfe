"""What changes with newer versions of the packages that answers depend on.

``make upgrades`` tries the newest version of each package that pyproject.toml allows, one package
at a time and then all together, and of a package that is capped the newest beyond its cap.  Each
goes into an environment of its own.  There the tests run, proofs are written and verified anew,
and the suite of records runs; what differs from the environment of this process is printed, and
written into build/upgrades/found.json.  Nothing of the current environment is changed.

It needs uv, which the extra ``release`` brings, and takes some minutes for each environment.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from importlib.metadata import distributions, version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "upgrades"
PACKAGES = ("pyomo", "highspy", "ortools", "numba", "pydantic")
LIMITED = "ended by its limit"
TESTS = (  # where these packages speak: models, engines, kernels, messages of forms, proofs
    "tests/formulations/test_algebra.py",
    "tests/instances/test_broken_files.py",
    "tests/instances/test_broken_by_schema.py",
    "tests/solvers/engines/test_conformance.py",
    "tests/solvers/engines/test_engine_truth.py",
    "tests/solvers/engines/test_import_orders.py",
    "tests/solvers/engines/test_standard_form.py",
    "tests/truth/test_compiled.py",
    "tests/validation/proving/test_shipped_proofs.py",
)
PROOFS = """
import hashlib, json, tempfile
from pathlib import Path
import optgap
found = {}
for name in sorted({name.partition("-")[0]: name for name in NAMES}.values()):
    source = name.replace("-", "/", 1)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "proof"
        outcome = optgap.prove(source, folder, time_limit=60)
        models = sorted(folder.rglob("model.mps"))
        digest = hashlib.sha256(b"".join(path.read_bytes() for path in models)).hexdigest()
        word = optgap.verify(folder).as_document() if folder.exists() else None
        found[source] = {"status": outcome.status, "bound": outcome.bound, "model": digest[:12],
                         "verified": word}
print(json.dumps(found))
"""


def uv(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run uv, which stands beside this Python."""
    command = [str(Path(sys.executable).with_name("uv")), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def python_of(name: str) -> Path:
    return WORK / name / "bin" / "python"


def versions_in(python: Path) -> dict[str, str]:
    """Return the versions of the packages in an environment."""
    code = "import json, sys; from importlib.metadata import version as v\n"
    code += "print(json.dumps({name: v(name) for name in sys.argv[1:]}))"
    done = subprocess.run(
        [python, "-c", code, *PACKAGES], capture_output=True, text=True, check=True
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def current_pins() -> list[str]:
    """Return the versions of all that is installed here."""
    pins = {each.metadata["Name"].lower(): each.version for each in distributions()}
    return sorted(f"{name}=={pin}" for name, pin in pins.items() if not name.startswith("optgap"))


def environment(name: str, upgraded: Sequence[str], beyond: bool) -> str | None:
    """Make an environment as this one with newer packages; return why it cannot be had."""
    WORK.mkdir(parents=True, exist_ok=True)
    pins = WORK / "pins.txt"
    pins.write_text("\n".join(current_pins()) + "\n")
    first = uv("venv", "--quiet", "--clear", "--python", sys.executable, WORK / name)
    into = ("pip", "install", "--quiet", "--python", python_of(name))
    places = (".[test]", "apps/cluster", "apps/found_programs")
    projects = [word for place in places for word in ("--editable", place)]
    steps = [
        (*into, "--constraint", pins, *projects),
        (*into, *(f"--upgrade-package={each}" for each in upgraded), *projects),
    ]
    if beyond:  # pyproject.toml is not asked
        steps.append((*into, *(f"--upgrade-package={each}" for each in upgraded), *upgraded))
    for done in (first, *(uv(*step) for step in steps)):
        if done.returncode:
            return done.stderr.strip()
    return None


def measured(python: Path, name: str, tests: Sequence[str], records: bool) -> dict[str, Any]:
    """Return the outcomes of tests, proofs and records in an environment."""
    junit, rows = WORK / f"{name}.xml", WORK / f"{name}.json"
    for old in (junit, rows):
        old.unlink(missing_ok=True)
    spread = ("-n", "auto", "--dist", "worksteal", "-q", "-p", "no:cacheprovider")
    _run(python, name, "-m", "pytest", *spread, f"--junitxml={junit}", *tests)
    names = [path.name for path in sorted((ROOT / "tests/data/proofs").iterdir())]
    proofs = _run(python, name, "-c", f"NAMES = {names!r}\n{PROOFS}")
    if records:
        _run(python, name, "benchmarks/records.py", "--smoke", "--rows", str(rows))
    return {
        "tests": outcomes(junit),
        "proofs": json.loads(proofs.splitlines()[-1]) if proofs.strip() else {},
        "records": json.loads(rows.read_text()) if rows.exists() else [],
    }


def _run(python: Path, name: str, *arguments: str) -> str:
    """Run Python in an environment, and keep what it says beside the environment."""
    done = subprocess.run(
        [python, *arguments], capture_output=True, text=True, check=False, cwd=ROOT
    )
    with (WORK / f"{name}.log").open("a") as log:
        log.write(f"{' '.join(arguments)[:200]}\n{done.stdout[-20000:]}{done.stderr[-20000:]}\n")
    return done.stdout if done.returncode == 0 else ""


def outcomes(junit: Path) -> dict[str, str]:
    """Return whether each test passed, by its name; nothing where pytest itself broke."""
    if not junit.exists():
        return {}
    found = {}
    for case in ET.parse(junit).getroot().iter("testcase"):
        words = {child.tag for child in case} & {"failure", "error", "skipped"}
        found[f"{case.get('classname')}::{case.get('name')}"] = (words or {"passed"}).pop()
    return found


def differences(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each test, proof and record that is not as it was."""
    for part in ("tests", "proofs"):
        old, new = before[part], after[part]
        for name in sorted(old.keys() | new.keys()):
            if old.get(name) != new.get(name):
                yield f"{part[:-1]} {name}: {old.get(name)} -> {new.get(name)}"
    old_rows, new_rows = (_by_run(each["records"]) for each in (before, after))
    for run in sorted(old_rows.keys() | new_rows.keys()):
        old, new = old_rows.get(run), new_rows.get(run)
        if old != new and LIMITED not in (old, new):
            yield f"record {', '.join(run)}: {old} -> {new}"


def _by_run(rows: Sequence[dict[str, Any]]) -> dict[tuple[str, ...], Any]:
    """Return status and rounded objective of each run, or that a limit ended it."""
    return {
        (row["problem"], row["instance"], row["method"]): LIMITED
        if row["stopped"] == "time_limit"
        else (row["status"], _rounded(row["objective"]))
        for row in rows
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.6g}")


def candidates(only: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """Yield a name, the packages that become newer, and whether beyond what is allowed."""
    for package in only:
        yield package, (package,), False
        yield f"{package}-beyond", (package,), True
    if len(only) > 1:
        yield "together", tuple(only), False


def report(name: str, found: dict[str, Any]) -> None:
    """Print what an environment changes; cases of one test are one line."""
    print(f"\n{name}: {found['words']}", flush=True)
    groups: dict[str, list[str]] = {}
    for line in found["changes"]:
        groups.setdefault(re.sub(r"\[.*?\]:", ":", line), []).append(line)
    for words, lines in groups.items():
        print(f"  {words[:300]}" + (f" ({len(lines)} cases)" if len(lines) > 1 else ""))


def main() -> None:
    """Try every candidate that differs from what is installed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=",".join(PACKAGES), metavar="A,B", help="the packages")
    parser.add_argument("--no-records", action="store_true", help="leave the records out")
    parser.add_argument("tests", nargs="*", default=list(TESTS), help="what pytest runs")
    given = parser.parse_args()
    now = {name: version(name) for name in PACKAGES}
    base: dict[str, Any] | None = None
    tried: list[dict[str, str]] = [now]
    results = {}
    for name, upgraded, beyond in candidates(given.only.split(",")):
        failed = environment(name, upgraded, beyond)
        versions = {} if failed else versions_in(python_of(name))
        newer = ", ".join(f"{k} {now[k]} -> {v}" for k, v in versions.items() if now[k] != v)
        changes: list[str] = []
        if not failed and versions not in tried:
            tried.append(versions)
            base = base or measured(Path(sys.executable), "now", given.tests, not given.no_records)
            after = measured(python_of(name), name, given.tests, not given.no_records)
            changes = list(differences(base, after))
            counts = f"{len(after['tests'])} tests, {len(after['proofs'])} proofs"
            words = f"{newer}: {counts}, {len(after['records'])} records, {len(changes)} changes"
        else:
            known = f"{newer}: as before" if newer else "nothing newer"
            words = f"cannot be had: {failed}" if failed else known
        results[name] = {"versions": versions, "words": words, "changes": changes}
        report(name, results[name])
    (WORK / "found.json").write_text(json.dumps({"now": now, "tried": results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
