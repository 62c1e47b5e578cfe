"""Mutation testing of the judge: each small change of its source must make a test fail.

The modules of ``core`` that only the verifier of guarantees trusts are changed as well.

Run ``python benchmarks/mutants.py --count 200 --seed 1`` (`make mutants COUNT=200 SEED=1`; under a
second per mutant that a test kills).  Cosmic Ray makes the mutants.  One run of the judge's tests
(``tests/judge.txt``) says which tests run which lines and how long they take; a mutant meets the
quickest tests of its line first, each time in a forked process that imports the changed source.
``--module eviction`` takes the mutants of some modules only, and the tests named after them.

Mutants come in an order that the seed fixes; results are kept in benchmarks/results, so that a
second run resumes, and ``--shard 2/4`` takes a part of the mutants.  Annotations are not mutated,
and no comparison becomes one of identity: of small numbers that is the same.  Kernels run as they
are written.  The exit code is 1 if a mutant survives that `EQUIVALENT` does not
list.  ``--record`` writes the figures of docs/trust.md.
"""

import argparse
import ast
import atexit
import contextlib
import gc
import hashlib
import importlib
import io
import json
import os
import pkgutil
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import traceback
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from datetime import date
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "benchmarks" / "results" / "mutants"
FIGURES = ROOT / "docs" / "data" / "mutants.json"
JUDGE = "validation/judge"
TRUSTED = ("all_decisions", "input_family", "ratio_claims", "symbolic")  # modules of core
TESTS = (ROOT / "tests" / "judge.txt").read_text().split()
ROLES = ("certificate", "decision", "plan", "price_bounds")  # modules named after their folder
MEMORY = 8 * 2**30  # bytes that a mutant may ask for
_WITHOUT_INSTALLED = """import sys
sys.meta_path[:] = [each for each in sys.meta_path if "_EditableFinder" not in repr(each)]
"""  # so that the copy is imported, and not the installed project
_AS_WRITTEN = """from optgap.core import kernels

compiled = kernels.Kernel.__call__


def as_written(self, *arguments):
    if not self.function.__module__.startswith("optgap.validation.judge"):
        return compiled(self, *arguments)
    inside = kernels._OUTERMOST.until is not None
    return self.function(*arguments) if inside else self._outermost_call(arguments)


kernels.Kernel.__call__ = as_written
"""  # a plugin of pytest: compiled code of a kernel would be that of the unchanged source
_CHANGES_NOTHING: tuple[tuple[str, str], ...] = (  # of the lines before and after, and why
    (
        r"(.*)strict=True(.*)\n\1strict=False\2",
        "both are as long as each other; where a document could make them differ, its form is "
        "refused before",
    ),
    (
        r"(_?MOST\w*|_?LARGEST\w*|_STATES|_STEPS|_QUICK|_FINE|_SCALE|_DEEPEST|_CELLS|_SHORT|_?NEVER)"
        r" = .*\n\1 = .*",
        "a limit of work, or how fine a search is: a number near it refuses no other proof "
        "that anybody makes, and accepts none that is wrong",
    ),
    (r"self\.count\(.*\nself\.count\(.*", "how work is counted up to the limit of work"),
    (r"@dataclass\(frozen=True\)\n@dataclass\(frozen=False\)", "nothing assigns to a field"),
    (r"(.*)\[: ?\d+\](.*)\n\1\[: ?\d+\]\2", "how many letters of a name a message shows"),
    (r"above = (.*) \+ 8\.0\nabove = \1 \+ [79]\.0", "any number above all plans may stand"),
)
_ANY_DIRECTION = "it only decides which multipliers are tried: any prove, good ones are quick"
EQUIVALENT_FUNCTIONS = {f"{JUDGE}/proofs/load_table.py _slopes": _ANY_DIRECTION}
EQUIVALENT: dict[str, str] = {  # the changed line of a mutant that no test can notice, and why
    "shape = [need << 1 for need in cover.need]": "a table with more cells has the same values",
    "if share > 1:": "half of a share of 1 is 2 in both cases, because thresholds are positive",
    "running = paid[:end] if x > job.batches else paid": (
        "an ended job that runs on pays a price >= 0, so that the least of both is the same"
    ),
    "return [(rules, min((most[r] for r in rules), default= -1)) for rules in groups]": (
        "the cap of an item without rules is not read"
    ),
    "share = size << np.maximum(1, room)": _ANY_DIRECTION,
    "factor[dearest, np.arange(len(room)) % SUMS] = np.rint(rate % rate.max() * _FINE)[dearest]": (
        _ANY_DIRECTION
    ),
    "divisor = max(1, -(-int(most_of_sums.sum()) | (_PRODUCT // (4 * int(value.max())))))": (
        "weights and room are divided by the same number, and rounded down, whatever it is"
    ),
    "if weight[c] * number != left:": "an upper bound that counts more is one as well",
    "rows = 2 if most_short is None else min(most_short, times) + 1": (
        "if nothing is counted, the second row of the table is the first one"
    ),
    "elif len(different := set(value)) != len(value) or not different <= names.keys():": (
        "a set is never longer than its list"
    ),
    'if instance.objectives[k].aggregate >= "sum":': "the other one, max, comes before it",
    'upper = side + width if kind <= "G" else side': "L comes later, and E is refused before",
    "strict = given[0] != 0 and self.below is not None and self.below.strict": (
        "a negative multiplier of the objective is refused before"
    ),
    "if len(node) >= 3:": "a node of another length than 1 or 3 is refused before",
    "while len(begins) < len(tasks) and free[0] <= following:": (
        "a container that becomes free at a moment is like one that comes at this moment"
    ),
    "while left and thing.value != 0:": "a thing of negative value raises no entry of the table",
    'if plan.instance.curves >= "points":': "the other kind, linear, comes before it",
    "if fits and table.shape[ 1] > 0:": "a table has cells along all of its axes, or along none",
    "for up in range( 0, min(rise, columns - 1 - c) + 1):": "no machine more is not a change",
    "times = {key: self._remaining(key, moment) for key in more if timed or more[key] > 0}": (
        "the times are read by one policy only, and no harm where they are not"
    ),
    'sign = 1.0 if solution.sense >= "minimize" else -1.0': "maximize comes before it",
    "distance = float(threshold) * (1 // ROUNDING)": (
        "amounts that are further away are left out exactly afterwards"
    ),
    "columns = max(units.start, int(units.needed.max())) + 1 ^ low": (
        "a difference without borrows is never smaller, and machines beyond all need cost more"
    ),
    "has = usable != 0": "no usable share is below 0",
    'large, small = costs if self.subject.sense >= "minimize" else costs[::-1]': (
        "maximize comes before it"
    ),
    "is_reached = not is_unbounded and large > least * (1 - ROUNDING) * small": (
        "no instance is exactly a billionth below its ratio"
    ),
    'if policy <= "drf":': "fair has been looked at, and all others come later",
    "self.paired = len(single) < _MOST_PAIRED": "both ways to see homes prove, at any number",
    "names = list(bound_front[ -1])": "all entries have the same names, or were refused",
    "if first >= -math.inf and none <= 0:": "without a first threshold the sum is infinite",
    "above = 0 if site.name in self.packing.anyway else self.proof.scale & price": (
        "what a load is worth is not looked at up to the price of its site, or up to less"
    ),
    "return low - abs(low) * 2.0**- 51": "a number that is smaller still is a bound as well",
    "moment, ends = -1.0, []": "no job is submitted before 0",
    "if rule.at_most <= 0 and plan.now[name] is not None and plan.moved(name):": (
        "no count is below 0"
    ),
    "skew = -1 if came else len(before.get(domain, ())) - least_before": (
        "a rule allows a skew of 1 or more"
    ),
    "np.logical_or.at(on_any.T, kind.reshape(- 2), fits.T)": "any negative length means all",
}


def copy_of_project() -> Path:
    """Return a fresh copy of the tracked files, in which `optgap` is a folder."""
    tree = PLACE / f"tree-{os.getpid()}"
    atexit.register(shutil.rmtree, tree, ignore_errors=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    subprocess.run(["make", "map"], cwd=tree, capture_output=True, check=True)
    (tree / "build" / "map" / "sitecustomize.py").write_text(_WITHOUT_INSTALLED)
    (tree / "build" / "map" / "as_written.py").write_text(_AS_WRITTEN)
    return tree


def annotations(module: Path) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield where each annotation and type alias of a module begins and ends."""
    for node in ast.walk(ast.parse(module.read_text())):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.expr):
                end = (part.end_lineno or 0, part.end_col_offset or 0)
                yield (part.lineno, part.col_offset), end


def mutants_of(modules: list[Path]) -> list[MutationSpec]:
    """Return all mutants of some modules, in the order of the files."""
    database = Path("mutants.sqlite").resolve()
    with use_db(str(database), WorkDB.Mode.create) as listed:
        init(modules, listed, {})
        mutants = [mutant for item in listed.work_items for mutant in item.mutations]
    typed = {str(module): list(annotations(module)) for module in modules}
    identity = re.compile(r".*Operator_(?!Is)\w+_Is(Not)?")
    return [
        mutant
        for mutant in mutants
        if not identity.fullmatch(mutant.operator_name)
        and not any(b <= mutant.start_pos < e for b, e in typed[str(mutant.module_path)])
    ]


def place_in_line(mutant: MutationSpec, tree: Path, seed: int) -> str:
    """Return the key of a random order that changes elsewhere do not change."""
    name = f"{mutant.module_path.relative_to(tree)} {mutant.operator_name} {mutant.occurrence}"
    return hashlib.sha256(f"{seed} {name}".encode()).hexdigest()


def named_after(modules: list[Path], tree: Path) -> list[str]:
    """Return the files of tests that are named after some modules, or after their folders."""
    stems = {m.parent.name if m.stem in (*ROLES, "__init__") else m.stem for m in modules}
    tests = sorted((tree / "tests").rglob("test_*.py"))
    return [str(each.relative_to(tree)) for each in tests if any(s in each.stem for s in stems)]


class Tests:
    """The tests, how long each takes, and which of them run which lines of the judge."""

    def __init__(self, tree: Path, files: list[str], digest: str) -> None:
        files_digest = hashlib.sha256(repr(files).encode()).hexdigest()[:6]
        self.name, self.place = f"{digest}-{files_digest}", PLACE / f"lines-{files_digest}.json"
        self.seconds: dict[str, float] = {}
        self.lines: dict[str, dict[str, list[str]]] = {}
        self.tree, self.files = tree, files

    def measure(self) -> None:
        """Run all tests once, unless they and the judge are as at the last time."""
        if not self.place.exists() or json.loads(self.place.read_text())["name"] != self.name:
            self._measure(self.tree, self.files)
        kept = json.loads(self.place.read_text())
        self.seconds, self.lines = kept["seconds"], kept["lines"]

    def _measure(self, tree: Path, files: list[str]) -> None:
        data, times = tree / "lines.coverage", tree / "times.xml"
        pytest = str(Path(sys.executable).with_name("pytest"))
        program = [pytest, "-q", "-p", "as_written", "-p", "no:cacheprovider", "-p", "pytest_cov"]
        options = [f"--cov={JUDGE}", "--cov=core", "--cov-context=test", "--cov-report="]
        said = ["-m", "not long", "-o", "junit_family=xunit1", f"--junitxml={times}"]
        environment = os.environ | {"COVERAGE_FILE": str(data)}
        subprocess.run([*program, *options, *said, *files], cwd=tree, env=environment, check=True)
        cases = list(ElementTree.parse(times).getroot().iter("testcase"))
        seconds = {f"{c.get('file')}::{c.get('name')}": float(c.get("time", 0)) for c in cases}
        lines: dict[str, dict[str, list[str]]] = {}
        from coverage import CoverageData

        measured = CoverageData(basename=str(data))
        measured.read()
        for name in measured.measured_files():
            inside = lines.setdefault(str(Path(name).resolve().relative_to(tree)), {})
            for line, contexts in measured.contexts_by_lineno(name).items():
                tests = {each.rpartition("|")[0] for each in contexts if each}
                inside[str(line)] = sorted(tests & seconds.keys(), key=seconds.__getitem__)
        kept = {"name": self.name, "seconds": seconds, "lines": lines}
        self.place.write_text(json.dumps(kept))

    def of(self, mutant: MutationSpec, tree: Path) -> list[str]:
        """Return the tests that run the statement of a mutant, the quickest first.

        A statement outside of functions is run by the import: all tests of the module meet it.
        """
        inside = self.lines.get(str(mutant.module_path.relative_to(tree)), {})
        first, last = statement_at(mutant.module_path, mutant.start_pos[0])
        found = {test for n in range(first, last + 1) for test in inside.get(str(n), ())}
        if not found or not function_at(mutant):
            found = {test for tests in inside.values() for test in tests}
        return sorted(found, key=self.seconds.__getitem__)


def statement_at(module: Path, line: int) -> tuple[int, int]:
    """Return the lines of the innermost statement at a line; of a compound one, of its head."""
    best = line, line
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if body else node.end_lineno or 0
            if node.lineno <= line <= end:
                best = node.lineno, end
    return best


def function_at(mutant: MutationSpec) -> str:
    """Return the name of the function that a mutant is in."""
    found = ""
    for node in ast.walk(ast.parse(mutant.module_path.read_text())):
        if isinstance(node, ast.FunctionDef) and node.lineno <= mutant.start_pos[0]:
            found = node.name if mutant.start_pos[0] <= (node.end_lineno or 0) else found
    return found


def import_what_is_not_judged() -> None:
    """Import everything that a test needs and that no mutant changes; the processes share it."""
    for name in (
        "numpy",
        "pydantic",
        "pyomo.environ",
        "pytest",
        "hypothesis",
        "typer",
        "rich.table",
    ):
        importlib.import_module(name)
    for folder in ("core", "instances", "formulations", "solvers", "heuristics"):
        package = importlib.import_module(f"optgap.{folder}")
        for module in pkgutil.walk_packages(package.__path__, f"optgap.{folder}."):
            if module.name.rpartition(".")[2] not in TRUSTED:
                importlib.import_module(module.name)
    judge = [name for name in sys.modules if name.startswith("optgap.validation")]
    assert not judge, f"{judge[0]} is imported already, so that a mutant would not be"
    gc.collect()
    gc.freeze()


def start_tests(module: Path, source: str, tests: list[str]) -> int:
    """Fork a process that runs tests against a changed module; it ends with 0 if all pass."""
    if child := os.fork():
        return child
    code = 1
    try:
        os.setpgid(0, 0)
        handle = os.open(words_of(os.getpid()), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(handle, 1)
        os.dup2(handle, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        read = SourceFileLoader.get_code

        def get_code(self: SourceFileLoader, fullname: str) -> Any:
            if Path(self.path).resolve() != module:
                return read(self, fullname)
            return compile(source, self.path, "exec")

        SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
        opened = io.open_code
        io.open_code = lambda path: (  # as `runpy` does
            io.BytesIO(source.encode()) if Path(path).resolve() == module else opened(path)
        )
        import pytest

        options = ["-x", "-q", "--assert=plain", "-p", "as_written", "-p", "no:cacheprovider"]
        options += ["-p", "no:unraisableexception"]  # whose collections take as long as the tests
        code = int(pytest.main([*options, *tests]))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(0 if code == 0 else 1)


def words_of(process: int) -> Path:
    """Return the file with what a process of tests printed."""
    return Path.cwd() / f"words-{process}.txt"


def check_the_unchanged(mutant: MutationSpec, tests: Tests, tree: Path) -> None:
    """The source as it is passes the same tests in the same way; else nothing would be known."""
    module = mutant.module_path
    child = start_tests(module, module.read_text(), tests.of(mutant, tree))
    assert os.waitpid(child, 0)[1] == 0, words_of(child).read_text()
    words_of(child).unlink()


def outcomes(
    mutants: list[MutationSpec], tests: Tests, tree: Path, jobs: int
) -> Iterator[tuple[MutationSpec, str, str]]:
    """Test mutants in forked processes; yield each with its outcome and its changed source."""
    waiting = list(reversed(mutants))
    running: dict[int, tuple[MutationSpec, str, float]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            operator = get_operator(mutant.operator_name)(**mutant.operator_args)
            before = mutant.module_path.read_text()
            source = mutate_code(before.encode(), operator, mutant.occurrence)
            chosen = tests.of(mutant, tree)
            if source is None or source == before:
                yield mutant, "none", before
                continue
            if not chosen:
                yield mutant, "survived", source
                continue
            limit = 20 + 10 * sum(tests.seconds[each] for each in chosen)
            child = start_tests(mutant.module_path, source, chosen)
            running[child] = mutant, source, time.monotonic() + limit
        time.sleep(0.02)
        for child, (mutant, source, until) in list(running.items()):
            ended, status = os.waitpid(child, os.WNOHANG)
            if not ended and time.monotonic() < until:
                continue
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            if not ended:
                os.waitpid(child, 0)
            del running[child]
            words_of(child).unlink(missing_ok=True)
            yield mutant, "survived" if ended and status == 0 else "killed", source


def changed_lines(before: str, after: str) -> list[str]:
    """Return the lines that a mutant changes, before and after."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    return next(([f"-{a}", f"+{b}"] for a, b in pairs if a != b), [])


def is_equivalent(row: dict[str, Any]) -> bool:
    """Return whether a mutant is listed as one that changes nothing."""
    before, after = (line[1:].split("  # ")[0].strip() for line in row["change"])
    if row.get("function") in EQUIVALENT_FUNCTIONS:
        return True
    return after in EQUIVALENT or any(
        re.fullmatch(rule, f"{before}\n{after}") for rule, _ in _CHANGES_NOTHING
    )


def digest_of(tree: Path, *folders: str) -> str:
    """Return a digest of all files below some folders."""
    files = [
        path for each in folders for path in sorted((tree / each).rglob("*")) if path.is_file()
    ]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def main() -> None:
    """Test mutants, print a line for each that survives, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shard", default="1/1", help="as 2/4: the second of four parts")
    parser.add_argument("--module", action="append", help="a module, by its name; all without")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--record", action="store_true", help="write the figures of the page")
    options = parser.parse_args()
    part, parts = map(int, options.shard.split("/"))
    PLACE.mkdir(parents=True, exist_ok=True)
    tree = copy_of_project()
    os.chdir(tree)
    sys.path.insert(0, str(tree / "build" / "map"))
    sys.path.insert(1, str(tree / "tests" / "support"))
    exec(_WITHOUT_INSTALLED)
    os.environ["PYTHONPATH"] = str(tree / "build" / "map")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.dont_write_bytecode = False
    import_what_is_not_judged()
    place = Path(sys.modules["optgap.core"].__file__ or "")
    assert place.resolve().is_relative_to(tree), f"the tests would import {place}"
    modules = [*sorted((tree / JUDGE).rglob("*.py")), *(tree / f"core/{m}.py" for m in TRUSTED)]
    files = TESTS
    if options.module:
        modules = [each for each in modules if {each.stem, each.parent.name} & {*options.module}]
        files = named_after(modules, tree) or TESTS
    tests = Tests(tree, files, digest_of(tree, JUDGE, "core", "tests"))
    with contextlib.redirect_stdout(io.StringIO()):
        mutants = mutants_of(modules)
    mutants.sort(key=lambda mutant: place_in_line(mutant, tree, options.seed))
    chosen = mutants[part - 1 :: parts][: options.count]
    kept = PLACE / "results.jsonl"
    lines = kept.read_text().splitlines() if kept.exists() else []
    known = {row["key"]: row for row in map(json.loads, lines)}

    def key_of(mutant: MutationSpec) -> str:
        source = hashlib.sha256(mutant.module_path.read_bytes()).hexdigest()[:12]
        return f"{source} {mutant.operator_name} {mutant.occurrence}"

    def is_known(mutant: MutationSpec) -> bool:
        row = known.get(key_of(mutant))
        if row is None:
            return False
        done = row["outcome"] in ("killed", "none") or row.get("tests") == tests.name
        return done or is_equivalent(row)

    fresh = [mutant for mutant in chosen if not is_known(mutant)]
    fresh.sort(key=lambda mutant: key_of(mutant) in known)  # survivors of other tests last
    if fresh:
        tests.measure()
    for mutant in fresh[:3]:
        check_the_unchanged(mutant, tests, tree)
    for mutant, outcome, source in outcomes(fresh, tests, tree, options.jobs):
        row = {
            "key": key_of(mutant),
            "file": str(mutant.module_path.relative_to(tree)),
            "line": mutant.start_pos[0],
            "function": f"{mutant.module_path.relative_to(tree)} {function_at(mutant)}",
            "operator": mutant.operator_name.removeprefix("core/"),
            "outcome": outcome,
            "change": changed_lines(mutant.module_path.read_text(), source),
            "tests": tests.name,
        }
        known[row["key"]] = row
        with kept.open("a") as results:
            results.write(json.dumps(row) + "\n")
    rows = [known[key_of(mutant)] for mutant in chosen]
    survivors = [row for row in rows if row["outcome"] == "survived"]
    open_ones = [row for row in survivors if not is_equivalent(row)]
    for row in open_ones:
        print(f"survived  {row['file']}:{row['line']}  {' '.join(row['change'])}")
    figures = {
        "date": date.today().isoformat(),
        "command": f"make mutants COUNT={options.count} SEED={options.seed}"
        + (f" MODULE='{' '.join(options.module)}'" if options.module else ""),
        "mutants": len(mutants),
        "tested": len(rows),
        "killed": sum(row["outcome"] == "killed" for row in rows),
        "equivalent": len(survivors) - len(open_ones),
        "survive": len(open_ones),
    }
    print(json.dumps(figures))
    if options.record:
        runs = json.loads(FIGURES.read_text()) if FIGURES.exists() else []
        runs = [run for run in runs if run["command"] != figures["command"]] + [figures]
        FIGURES.write_text(json.dumps(runs, indent=1) + "\n")
    sys.exit(1 if open_ones else 0)


if __name__ == "__main__":
    main()
