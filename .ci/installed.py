"""Try optgap as its users install it: alone, with each extra, and with each application.

    python .ci/installed.py [bare] [pages] [front-door] [APPLICATION …] [EXTRA …]

The bare environment has the suite alone: it runs the suite's commands of the reference, the Python
of README, of the reference, and of a third of the tutorials and how-to pages, and each file of
`examples`; each command of an application must name its package.  Pages that use an application run
in the environment `pages`, which has both.  `front-door` has the tests of commands and messages
and the suite alone.  An environment with one extra, or with one application, runs the tests that
need it.  Two environments are tried at a time; one line per command gives its environment and its
exit code.
`--page FILE` and `--examples suite` are how this program runs a page, or the Python of the
reference, in such an environment.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "installed"
UV = Path(sys.executable).with_name("uv")
THIRDS = 3
TEST_TOOLS = ["hypothesis", "pytest", "pytest-xdist"]
NEEDED_BY = {  # what must run with this extra and nothing else: arguments of Python
    "bench": ["benchmarks/model_peers.py", "--smoke"],
    "cluster": ["-m", "pytest", "tests/validation/study/test_workers.py"],
    "dev": ["-m", "ruff", "check", "."],
    "docs": ["-m", "sphinx", "--version"],
    "evolution": ["-m", "pytest", "tests/heuristics/test_stage.py"],
    "mcp": ["-m", "pytest", "tests/optgap/test_mcp.py"],
    "mutants": ["benchmarks/mutants.py", "--help"],
    "parquet": ["-m", "pytest", "tests/instances/test_files.py"],
    "release": ["-m", "build", "--version"],
    "test": ["-m", "pytest", "tests/test_examples.py"],
}
APPLICATIONS = {  # the extras that each is tried with, and its commands
    "optgap-cluster": ("", ("fleet", "import", "place", "plan", "stays")),
    "optgap-found-programs": ("[tasks]", ("judge",)),
}
OWN_COMMANDS = tuple(name for _, commands in APPLICATIONS.values() for name in commands)
OF_APPLICATIONS = re.compile(
    r"optgap_(?:cluster|found_programs)|no-pins|"
    r"optgap[. ](?:evaluators|fleet|frees|import|judge|place|plan|simulate|stays)\b"
)
ACCEPTED = {0, 3, 4, 5}  # the reference shows infeasible instances and failed checks, too


def pages() -> list[Path]:
    """Return the tutorials and how-to pages, in the order of the menu."""
    menu = (ROOT / "docs" / "index.md").read_text()
    lists = re.findall(r"^:caption: (?:Tutorials|How-to guides)\n\n(.*?)^```$", menu, re.M | re.S)
    return [ROOT / "docs" / f"{name}.md" for names in lists for name in names.split()]


def cells(text: str, opening: str) -> Iterator[tuple[int, str, bool]]:
    """Yield the line, the code, and whether an exception is expected, of each executed block."""
    block = re.compile(rf"^```{opening}\n(.*?)^```$", re.M | re.S)
    for match in block.finditer(text):
        lines = match[1].splitlines()
        options = [line for line in lines if line.startswith(":")]
        code = [
            f"_shell({line[1:]!r})" if line.startswith("!") else line
            for line in lines[len(options) :]
        ]
        line = text[: match.start()].count("\n") + 2 + len(options)
        yield line, "\n".join(code), any("raises-exception" in option for option in options)


def opening_of(path: Path) -> str:
    """Return how the blocks of a page begin that are executed."""
    return "python" if path.name == "README.md" else r"\{code-cell\} ?(?:python)?"


def needs_application(path: Path) -> bool:
    """Return whether the code of a page uses an application."""
    codes = (code for _, code, _ in cells(path.read_text(), opening_of(path)))
    return any(OF_APPLICATIONS.search(code) for code in codes)


def run_page(path: Path) -> None:
    """Run the cells of a page in one namespace; an exception that is not expected ends the run."""

    def shell(command: str) -> None:
        ended = subprocess.run(command, shell=True)
        print(f"{ended.returncode:4}  {command}", file=sys.stderr, flush=True)
        if ended.returncode not in {*ACCEPTED, 2, 130}:
            raise SystemExit(f"{path.name}: {command}: exit code {ended.returncode}")

    sys.path.insert(0, "")  # as in a notebook, modules of the working folder are found
    namespace = {"__name__": "__main__", "_shell": shell, "display": print}
    for line, code, is_expected in cells(path.read_text(), opening_of(path)):
        try:
            exec(compile("\n" * (line - 1) + code, path.name, "exec"), namespace)
        except Exception:
            if not is_expected:
                raise


def make_environment(name: str, requirements: list[str]) -> Path:
    """Make an empty environment, install the requirements, and return its folder of programs."""
    folder = BUILD / name
    make = [UV, "venv", "--quiet", "--clear", "--python", sys.executable, folder]
    subprocess.run(make, check=True)
    programs = folder / "bin"
    install = [UV, "pip", "install", "--quiet", "--python", programs / "python", *requirements]
    subprocess.run(install, check=True)
    return programs


class Trial:
    """Runs commands with the programs of one environment and keeps which of them failed."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.name = programs.parent.name
        self.folder, self.failed = folder, list[str]()
        path = os.pathsep.join([str(programs), os.environ["PATH"]])
        self.environment = {**os.environ, "PATH": path, "COLUMNS": "100", "MPLBACKEND": "Agg"}

    def run(self, command: str, folder: Path | None = None) -> None:
        """Run a command and print its exit code; keep it if it failed, with its output."""
        ended = subprocess.run(
            command,
            shell=True,
            cwd=folder or self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        print(f"{self.name:22}{ended.returncode:4}  {command}", flush=True)
        if ended.returncode not in ACCEPTED:
            self.failed.append(f"{self.name}: {command}")
            print(ended.stdout)


def reference_commands() -> dict[str, list[str]]:
    """Return the lines of each command's example."""
    from reference_examples import COMMAND_EXAMPLES

    return COMMAND_EXAMPLES


def run_examples(trial: Trial, folder: Path, names: Collection[str]) -> None:
    """Run the reference's examples of these commands, each in an empty folder."""
    for name, lines in reference_commands().items():
        with tempfile.TemporaryDirectory() as empty:
            Path(empty, "docs").symlink_to(folder / "docs")
            for line in lines if name in names else ():
                trial.run(line.removeprefix("@"), Path(empty))


@contextmanager
def pages_of(programs: Path) -> Iterator[tuple[Trial, Path]]:
    """Yield a trial in a copy of what the pages read, without the folder of the package."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("docs", "examples", "tests/data"):
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("_build"))
        yield Trial(programs, folder / "docs"), folder


def run_pages(trial: Trial, *, of_applications: bool) -> None:
    """Run README and a third of the pages, by the date, that use an application, or that use none.

    `make docs` executes the same cells, but where the extra `docs` is installed.
    """
    day = datetime.now(UTC).date().toordinal() % THIRDS
    for path in [ROOT / "README.md", *pages()[day::THIRDS]]:
        if needs_application(path) == of_applications:
            trial.run(f"python {Path(__file__)} --page {path}")


def try_bare(suite: str) -> list[str]:
    """Try everything that needs neither an extra nor an application; return what failed."""
    own = set(reference_commands()) - {*OWN_COMMANDS}
    with pages_of(make_environment("bare", [suite])) as (trial, folder):
        run_examples(trial, folder, own)
        for name in OWN_COMMANDS:
            trial.run(f"optgap {name} 2>&1 | tr -d '\\n' | grep -E 'pip install +optgap-'")
        trial.run(f"python {Path(__file__)} --examples suite")
        run_pages(trial, of_applications=False)
        for path in sorted((ROOT / "examples").glob("*.py")):
            trial.run(f"optgap contract ../examples/{path.name} --instances 5")
    return trial.failed


def run_reference(*, of_applications: bool) -> None:
    """Run the Python of the reference, each example in an empty folder, as `make docs` does."""
    from problem_examples import EXAMPLES
    from reference_examples import NAME_EXAMPLES

    examples = NAME_EXAMPLES | {name: code for name, (_, _, code) in EXAMPLES.items()}
    before, environment = os.getcwd(), dict(os.environ)
    for name, code in examples.items():
        if bool(OF_APPLICATIONS.search(code)) == of_applications:
            print(name, flush=True)
            with tempfile.TemporaryDirectory() as empty:
                os.chdir(empty)
                exec(compile(code, name, "exec"), {"__name__": "example"})
                os.chdir(before)
                os.environ.clear()
                os.environ.update(environment)


def try_pages(wheels: dict[str, Path]) -> list[str]:
    """Try the pages and examples that use an application; return what failed."""
    with pages_of(make_environment("pages", list(map(str, wheels.values())))) as (trial, _):
        trial.run(f"python {Path(__file__)} --examples applications")
        run_pages(trial, of_applications=True)
    return trial.failed


def try_application(name: str, wheels: dict[str, Path]) -> list[str]:
    """Try the suite with one application: its commands, and those of its tests that are short."""
    extras, commands = APPLICATIONS[name]
    tests = f"apps/{name.removeprefix('optgap-').replace('-', '_')}/tests"
    requirements = [str(wheels["optgap"]), f"{wheels[name]}{extras}"]
    failed = try_with(name, requirements, ["-m", "pytest", tests, "-m", "'not long'"])
    with pages_of(BUILD / name / "bin") as (trial, folder):
        run_examples(trial, folder, commands)
    return failed + trial.failed


def try_with(name: str, requirements: list[str], arguments: list[str]) -> list[str]:
    """Run Python with arguments in a new environment; tests find the installed package."""
    tools = TEST_TOOLS if "pytest" in arguments else []
    trial = Trial(make_environment(name, [*requirements, *tools]), BUILD)
    options = (
        "-q -n auto -c ../../pyproject.toml --rootdir ../.. -p no:cacheprovider" if tools else ""
    )
    places = [f"../../{each}" if "/" in each else each for each in arguments]
    trial.run(" ".join(["python", *places, options]), ROOT if "ruff" in arguments else BUILD)
    return trial.failed


def main(names: list[str]) -> None:
    """Try the named installations, by default all; the exit code is 1 if a command fails."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    if missing := sorted(set(extras) ^ set(NEEDED_BY)):
        sys.exit(f"the table of extras differs from pyproject.toml: {', '.join(missing)}")
    shutil.rmtree(BUILD, ignore_errors=True)
    for project in (ROOT, *(file.parent for file in ROOT.glob("apps/*/pyproject.toml"))):
        shutil.rmtree(project / "build" / "lib", ignore_errors=True)  # has modules that are gone
        build = [sys.executable, "-m", "build", "--wheel", "--outdir", BUILD / "dist", project]
        subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    built = (BUILD / "dist").glob("*.whl")
    wheels = {path.name.partition("-")[0].replace("_", "-"): path for path in built}
    suite = str(wheels["optgap"])
    trials: dict[str, Callable[[], list[str]]] = {
        "bare": partial(try_bare, suite),
        "pages": partial(try_pages, wheels),
        "front-door": partial(try_with, "front-door", [suite], ["-m", "pytest", "tests/optgap"]),
        **{name: partial(try_application, name, wheels) for name in APPLICATIONS},
        **{name: partial(try_with, name, [f"{suite}[{name}]"], NEEDED_BY[name]) for name in extras},
    }
    with ThreadPoolExecutor(2) as two:
        tried = list(two.map(lambda name: trials[name](), names or trials))
    if failed := [command for each in tried for command in each]:
        sys.exit("failed:\n  " + "\n  ".join(failed))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--page"]:
        run_page(Path(sys.argv[2]))
        sys.exit()
    sys.path.insert(0, str(ROOT / "docs" / "_ext"))  # the examples of the reference
    if sys.argv[1:2] == ["--examples"]:
        run_reference(of_applications=sys.argv[2] == "applications")
    else:
        main(sys.argv[1:])
