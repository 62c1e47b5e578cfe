"""The house: which folder may import which, and what the catalogue promises."""

import ast
import importlib
import json
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import optgap

ROOT = Path(__file__).parents[1]

# Dependencies point one way; heuristics may call engines, and nothing below calls the judge.
MAY_IMPORT = {
    "core": set(),
    "instances": {"core"},
    "formulations": {"core", "instances"},
    "solvers": {"core", "instances"},
    "heuristics": {"core", "instances", "solvers"},
    "validation": {"core", "instances", "formulations", "solvers", "heuristics"},
    "optgap": {"core", "instances", "formulations", "solvers", "heuristics", "validation"},
}
APPLICATIONS = ("apps/cluster/optgap_cluster", "apps/found_programs/optgap_found_programs")
HOUSE = (*MAY_IMPORT, *APPLICATIONS)


def imported_folders(path: Path) -> set[str]:
    """Return the folders of the project that a module imports; ``optgap`` is the front door."""
    folder = path.relative_to(ROOT).parts[0]
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            names = node.module.split(".")[:1] if node.module else [a.name for a in node.names]
            depth = len(path.relative_to(ROOT).parts) - (folder == "optgap")
            if node.level == depth:  # so many dots lead out of the folder
                found.update(name if name in MAY_IMPORT else "optgap" for name in names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "optgap":
            inside = (
                [node.module.split(".")[1]] if "." in node.module else [a.name for a in node.names]
            )
            found.update(name if name in MAY_IMPORT else "optgap" for name in inside)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                first, _, rest = alias.name.partition(".")
                if first == "optgap":
                    inside = rest.split(".")[0]
                    found.add(inside if inside in MAY_IMPORT else "optgap")
    return found - {folder}


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def modules_of_tests() -> list[Path]:
    return [
        path
        for folder in ("tests", "apps/cluster/tests", "apps/found_programs/tests")
        for path in modules(folder)
    ]


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_arrows_point_one_way(folder: str) -> None:
    wrong = {
        str(path.relative_to(ROOT)): sorted(imported_folders(path) - MAY_IMPORT[folder])
        for path in modules(folder)
        if imported_folders(path) - MAY_IMPORT[folder]
    }
    assert wrong == {}


def test_the_arrow_test_sees_a_wrong_arrow(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    (tmp_path / "instances").mkdir()
    bad = tmp_path / "instances" / "bad.py"
    bad.write_text(
        "from ..validation import catalogue\nfrom .. import solvers\nimport optgap.heuristics.x\n"
    )
    assert imported_folders(bad) == {"validation", "solvers", "heuristics"}
    bad.write_text("from optgap.problem import load_problem\n")
    assert imported_folders(bad) == {"optgap"}
    bad.write_text("def late():\n    from optgap import solve\n")
    assert imported_folders(bad) == {"optgap"}


def module_of(path: Path) -> str:
    """Return the dotted name of a module below ``optgap``, or the whole name in an application."""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    parts = parts[1:] if parts[0] == "optgap" else parts[2:] if parts[0] == "apps" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def inner_imports(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the module that each relative import names, and the names that are taken from it.

    A lazy door imports what its stub imports.
    """
    name = module_of(path)
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    stub = path.with_suffix(".pyi")
    nodes = list(ast.walk(ast.parse(path.read_text())))
    if stub.exists():
        nodes += ast.walk(ast.parse(stub.read_text()))
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.level:
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            target = ".".join([*above, *([node.module] if node.module else [])]).strip(".")
            yield target, [alias.name for alias in node.names]


COMPUTED_IMPORTS = {  # with the reason why the name of the module is data
    "apps/found_programs/optgap_found_programs/judging.py": "the table of tasks",
    "solvers/engines/engine.py": "the table of engines; the library of one is imported when used",
    "validation/catalogue/table.py": "the table of problems; a problem is imported when named",
}


def test_modules_are_imported_by_statements() -> None:
    """An import that is computed is invisible to editors and to the test of circles."""
    computed = {
        str(path.relative_to(ROOT))
        for folder in HOUSE
        for path in modules(folder)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) == "import_module"
        and len(node.args) == 2  # relative to a package of ours
    }
    assert computed == set(COMPUTED_IMPORTS)


def test_no_imports_run_in_circles() -> None:
    """Not even those that wait inside functions, or that only a type checker follows."""
    names = {module_of(path): path for folder in HOUSE for path in modules(folder)}
    arrows = {
        name: {
            inner if inner in names else target
            for target, taken in inner_imports(path)
            for inner in (f"{target}.{each}".strip(".") for each in taken)
        }
        - {name}
        for name, path in names.items()
    }
    TopologicalSorter(arrows).prepare()  # which raises a CycleError that names the circle


def imports_past_doors() -> list[str]:
    """Return the imports of one room from inside another: ``importer: module name``.

    Doors are packages, modules right below a folder, and the judges of the problems. The catalogue
    names the methods of a problem where they are, in the folders of that problem.
    """
    names = {module_of(path): path for folder in MAY_IMPORT for path in modules(folder)}
    past = []
    for name, path in names.items():
        for target, _ in inner_imports(path):
            if not (names.get(target) and names[target].name != "__init__.py"):
                continue
            room = target.split(".")[:2]
            judge = target.count(".") == 2 and target.startswith("validation.judge.")
            outside = name.split(".")[:2] != room and room[0] != "core"
            outside &= name != f"validation.catalogue.{room[-1]}"
            if outside and target.count(".") >= 2 and not judge:
                past.append(f"{name}: {target}")
    return past


def test_rooms_import_from_doors() -> None:
    assert imports_past_doors() == []


PUBLIC = (  # what installed packages may import from; docs/_ext/python.md lists the names
    *("optgap", "optgap.commands", "optgap.conflicts", "optgap.consolidation", "optgap.faults"),
    *("optgap.files", "optgap.problem", "optgap.processes", "optgap.reports", "optgap.running"),
)
MOST_PUBLIC = 128  # names beside those of `optgap` and of the declaration of a problem


def public_names(door: str) -> set[str]:
    return set(importlib.import_module(door).__all__)


def private_imports(path: Path) -> Iterator[str]:
    """Yield the names that a module of an application takes from elsewhere than a public door."""
    tree = ast.parse(path.read_text())
    own = path.relative_to(ROOT).parts[2]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level:
            door = node.module or ""
            if door.partition(".")[0].startswith("optgap") and not door.startswith(own):
                names = {alias.name for alias in node.names}
                allowed = public_names(door) if door in PUBLIC else set()
                yield from (f"{door}.{name}" for name in sorted(names - allowed))
        elif isinstance(node, ast.Import):
            names = {alias.name for alias in node.names if alias.name.startswith("optgap")}
            yield from sorted(names - {"optgap"})
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "optgap":
            yield from {f"optgap.{node.attr}"} - {f"optgap.{name}" for name in optgap.__all__}


@pytest.mark.parametrize("folder", APPLICATIONS)
def test_applications_import_public_names_only(folder: str) -> None:
    taken = {str(path.relative_to(ROOT)): [*private_imports(path)] for path in modules(folder)}
    assert {path: names for path, names in taken.items() if names} == {}


def test_a_private_import_of_an_application_is_seen(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    bad = tmp_path / APPLICATIONS[0] / "bad.py"
    bad.parent.mkdir(parents=True)
    bad.write_text(
        "import optgap, optgap.core\nfrom optgap.core.faults import Fault\n"
        "from optgap.faults import Fault, words\nfrom optgap_found_programs import judge\n"
        "optgap.solve, optgap.core\n"
    )
    assert sorted(private_imports(bad)) == [
        "optgap.core",
        "optgap.core",
        "optgap.core.faults.Fault",
        "optgap.faults.words",
        "optgap_found_programs.judge",
    ]


def test_the_public_list_is_short_and_on_its_page() -> None:
    doors = set(PUBLIC) - {"optgap", "optgap.problem"}  # which have pages of their own
    names = {f"{door}.{name}" for door in doors for name in public_names(door)}
    page = (ROOT / "docs" / "_ext" / "python.md").read_text()
    assert {name for name in names if f"`{name.rpartition('.')[2]}`" not in page} == set()
    assert len(names) <= MOST_PUBLIC
    assert names - set(taken_by_applications()) == set(), "nobody needs them"


def taken_by_applications() -> Iterator[str]:
    for path in (path for folder in APPLICATIONS for path in modules(folder)):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and not node.level:
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_the_suite_knows_nothing_of_the_applications() -> None:
    """But for one table, which says to whom it has no such command which package to install."""
    words = re.compile(r"optgap_cluster|optgap_found_programs|no.pins|cordon")
    known = {"core/installed.py", "instances/consolidation/parts.py"}  # a field of the file format
    paths = [path for folder in MAY_IMPORT for path in (ROOT / folder).rglob("*.py*")]
    naming = {
        str(path.relative_to(ROOT))
        for path in paths
        if path.suffix in (".py", ".pyi") and words.search(path.read_text())
    }
    assert naming - known == set()


def problem_names() -> list[str]:
    return sorted(path.name for path in (ROOT / "instances" / "data").iterdir())


def is_found(folder: str, name: str) -> bool:
    """Whether the folder has the name as a module or as a package with a door."""
    return any((ROOT / folder / file).exists() for file in (f"{name}.py", f"{name}/__init__.py"))


@pytest.mark.parametrize("name", problem_names())
def test_the_checker_of_a_problem_shares_nothing_with_what_it_judges(name: str) -> None:
    """Not even through another module of validation."""
    code = (
        f"import sys, optgap.validation.judge.{name}\n"
        "print([m for m in sys.modules if m.startswith(('optgap.formulations', "
        "'optgap.solvers', 'optgap.heuristics', 'pyomo', 'highspy', 'ortools'))])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_answers_and_documents_are_judged_on_one_path() -> None:
    """One module asks a problem's rules about a claim; the two that use it ask nothing themselves.

    A decision that makes no claims, and the decisions of a pool, have one rule each.
    """
    asked = {
        path.name: sorted(
            node.func.attr
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("judge", "check", "check_certificate", "claims_beside")
        )
        for path in (ROOT / "validation" / "judge").glob("*.py")
    }
    assert {name: calls for name, calls in asked.items() if calls} == {
        "documents.py": ["judge", "judge"],
        "findings.py": ["check", "check_certificate", "claims_beside", "judge", "judge"],
    }


def test_the_wing_to_audit_stays_small() -> None:
    """Whoever asks what has to be trusted reads this folder; its page states this limit."""
    lines = sum(path.read_text().count("\n") for path in modules("validation/judge"))
    assert lines <= 9_000
    assert "at most 9,000 lines" in (ROOT / "docs" / "trust.md").read_text()


def test_every_problem_has_one_name_in_every_folder() -> None:
    from optgap.validation.catalogue import problem_names as catalogue_names

    assert problem_names() == sorted(catalogue_names())
    for name in catalogue_names():
        for folder in ("instances", "formulations", "heuristics", "validation/judge"):
            assert is_found(folder, name), f"{folder}/{name}"
        assert (ROOT / "docs" / f"{name}.md").exists()


def files_to_touch(title: str) -> list[str]:
    """Return the files in the first table of a section: those that a newcomer touches."""
    text = (ROOT / "CONTRIBUTING.md").read_text().split(f"## {title}\n")[1].split("\n## ")[0]
    assert len(text.splitlines()) <= 60, "one screen"
    table = text.split("| file |")[1].split("\n\n")[0]
    files = [line.split("`")[1] for line in table.splitlines() if line.startswith("| `")]
    assert f"these {len(files)} files" in text
    return files


@pytest.mark.parametrize(
    ("title", "least", "most"), [("Add a problem", 8, 14), ("Add a method", 4, 4)]
)
def test_a_small_problem_and_a_method_touch_few_files(title: str, least: int, most: int) -> None:
    """The sections list what a newcomer touches; a problem that is there has every one of them."""
    files = files_to_touch(title)
    assert least <= len(files) <= most
    for file in files:
        path = ROOT / file.replace("example", "eviction")
        if file.startswith(("instances/data", "tests/data/broken")):
            assert any(path.parent.iterdir()), file
        elif file.endswith("test_example.py"):
            assert path.parent.is_dir(), file
        else:
            assert path.exists() or is_found(str(path.parent), "eviction"), file


def test_no_list_of_problems_is_written_by_hand() -> None:
    """Whoever lists problems asks the catalogue: no other module names more than twelve of them."""
    named = {}
    for path in [*modules_of_tests(), *(ROOT / "benchmarks").rglob("*.py")]:
        words = {
            node.value
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        named[str(path.relative_to(ROOT))] = len(words & set(problem_names()))
    assert {path for path, count in named.items() if count > 12} == set()


def test_one_decorator_makes_all_kernels() -> None:
    """numba is named in one module, so that everything runs without it."""
    named = {
        str(path.relative_to(ROOT))
        for folder in (*HOUSE, "benchmarks")
        for path in modules(folder)
        for node in ast.walk(ast.parse(path.read_text()))
        if (isinstance(node, ast.Import) and any("numba" in each.name for each in node.names))
        or (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("numba"))
    }
    assert named == {"core/kernels.py"}


LONG_KERNEL = 25


def test_long_kernels_say_what_stays_true_in_their_loops() -> None:
    silent = set()
    for folder in HOUSE:
        for path in modules(folder):
            lines = path.read_text().splitlines()
            for node in ast.walk(ast.parse("\n".join(lines))):
                if not isinstance(node, ast.FunctionDef) or not any(
                    "kernel" in ast.unparse(decorator) for decorator in node.decorator_list
                ):
                    continue
                said = any("  # " in f" {line}" for line in lines[node.lineno : node.end_lineno])
                body = node.end_lineno - node.body[min(1, len(node.body) - 1)].lineno + 1
                if body > LONG_KERNEL and not said:
                    silent.add(f"{path.relative_to(ROOT)}::{node.name}")
    assert silent == set()


def test_a_small_solve_imports_only_what_it_uses() -> None:
    code = (
        "import sys\n"
        "from optgap.cli import app\n"
        "try: app(['solve', 'placement/fig6', '--json'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numba', 'pandas', 'pyomo.environ', 'scipy.optimize', 'scipy.stats',\n"
        "         'ortools', 'pymoo', 'optgap.heuristics.consolidation',\n"
        "         'optgap.instances.consolidation'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stderr.strip().splitlines()[-1] == "[]"


@pytest.mark.parametrize("command", [["--help"], ["problems"], ["show", "placement/fig6"]])
def test_heavy_imports_only_where_used(command: list[str]) -> None:
    heavy = {"highspy", "ortools", "pymoo", "matplotlib"}
    if command == ["--help"]:
        heavy |= {"pydantic", "numpy", "pandas", "pyomo", "numba"}
    code = (
        "import sys\n"
        "from optgap.cli import app\n"
        f"try: app({command!r})\n"
        "except SystemExit: pass\n"
        f"print(sorted({heavy!r} & set(sys.modules)), file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stderr.strip().splitlines()[-1] == "[]"


def test_every_module_is_used() -> None:
    """A module of the product is imported, or looked up by its name."""
    used: set[str] = set()
    named: set[str] = set()
    names = {module_of(path): path for folder in HOUSE for path in modules(folder)}
    for stub in (stub for folder in HOUSE for stub in (ROOT / folder).rglob("*.py*")):
        if stub.suffix not in (".py", ".pyi"):
            continue
        for target, taken in inner_imports(stub):
            used |= {target, *(f"{target}.{each}".strip(".") for each in taken)}
        for node in ast.walk(ast.parse(stub.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                named |= set(re.findall(r"\w+", node.value)) if len(node.value) < 60 else set()
    for project in (ROOT / "apps").glob("*/pyproject.toml"):
        used |= set(re.findall(r'"(optgap_\w+\.[\w.]+):', project.read_text()))
    alone = {
        name
        for name, path in names.items()
        if path.name != "__init__.py"
        and "." in name  # the front door
        and name not in used
        and name.rpartition(".")[2] not in named | set(problem_names())
    }
    assert alone == set()


def test_no_experiment_left_a_file_behind() -> None:
    """Data have their folders; a document beside the README comes from a run that ended there."""
    assert [path.name for path in ROOT.glob("*.json") if path.name != ".zenodo.json"] == []


def test_the_wheel_holds_every_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """``setup.py`` looks for packages, which setuptools does not where folders are mapped."""
    import setuptools

    made: dict[str, list[str]] = {}
    monkeypatch.setattr(setuptools, "setup", lambda **given: made.update(given))
    monkeypatch.chdir(ROOT)
    runpy.run_path(str(ROOT / "setup.py"))
    found = {
        ".".join(["optgap", *path.relative_to(ROOT).parent.parts]).replace(
            "optgap.optgap", "optgap"
        )
        for folder in MAY_IMPORT
        for path in (ROOT / folder).rglob("__init__.py")
    }
    assert sorted(made["packages"]) == sorted(found)


def test_every_door_says_what_is_behind_it() -> None:
    for folder in HOUSE:
        for path in (ROOT / folder).rglob("__init__.py"):
            text = ast.get_docstring(ast.parse(path.read_text()))
            assert text and len(text) > 20, path


def test_no_type_name_has_two_meanings() -> None:
    """PEs and nodes are what each of SODA's problems says of them; all else is told apart."""
    homes: dict[str, list[str]] = {}
    for folder in HOUSE:
        for path in modules(folder):
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    homes.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    twice = {name: places for name, places in homes.items() if len(places) > 1}
    assert sorted(twice) == ["Node", "Pe"]


FOREIGN = {"_exit", "_locator_classes"}  # private names of os and of numba, which tests replace


def test_tests_replace_no_private_name() -> None:
    """They pass a parameter or an input, or replace a public name."""
    private = re.compile(r"(?<![\w/])_(?!_)\w+")
    replaced = set()
    for path in modules_of_tests():
        for node in ast.walk(ast.parse(path.read_text())):
            targets: list[ast.expr] = []
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in ("setattr", "delattr", "setitem", "delitem", "patch"):
                    targets = node.args[:2]
            elif isinstance(node, ast.Assign | ast.AugAssign | ast.Delete):
                every = getattr(node, "targets", [getattr(node, "target", None)])
                targets = [each for each in every if isinstance(each, ast.Attribute)]
                targets = [each for each in targets if ast.unparse(each.value) != "self"]
            words = " ".join(map(ast.unparse, targets))
            found = set(private.findall(words)) - FOREIGN
            replaced |= {f"{path.relative_to(ROOT)}:{node.lineno} {name}" for name in found}
    assert replaced == set()


def test_no_module_is_several_files_pasted_together() -> None:
    """A comment alone between blank lines is a headline; it belongs into a docstring."""
    headline = re.compile(r"\n\n# [A-Z].*\n(#.*\n)*\n")
    pasted = {name for name in tracked_modules() if headline.search((ROOT / name).read_text())}
    assert not pasted


MOST_LINES, MOST_FUNCTION_LINES = 450, 60
LONG_MODULES = {  # by the reason why splitting would hurt
    "apps/cluster/optgap_cluster/cluster_plan.py": "public functions, which describe parameters",
    "optgap/testing.py": "the functions are short; each describes its parameters",
    "validation/study/figures.py": "the functions are short; each describes its parameters",
    "validation/judge/verify_proof.py": "one file that a reader audits and that stands alone",
    "validation/proving/vipr.py": "one algorithm: a proof followed over one set of bounds",
}
LONG_FUNCTIONS = {  # by the reason why splitting would hurt
    "a random instance is drawn field by field": ["instances/stage.py::generate"],
    "compiled: a stack that all steps of the search share": [
        "solvers/consolidation/first_plans.py::_fill_bins",
        "validation/judge/proofs/load_table.py::_search",
    ],
    "the method's steps in their order": [
        "solvers/consolidation/column_generation.py::column_generation",
    ],
}


def function_lines(node: ast.FunctionDef) -> int:
    """Return the lines of a function without its docstring."""
    first = node.body[0]
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    words = first.end_lineno - first.lineno + 1 if is_text else 0
    return node.end_lineno - node.lineno + 1 - words


def test_long_modules_and_functions_are_those_with_a_reason() -> None:
    """Longer ones need an entry in the tables above that says why splitting would hurt."""
    modules_seen, functions_seen = {}, {}
    for folder in HOUSE:
        for path in modules(folder):
            text = path.read_text()
            name = str(path.relative_to(ROOT))
            if text.count("\n") > MOST_LINES:
                modules_seen[name] = text.count("\n")
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef) and function_lines(node) > MOST_FUNCTION_LINES:
                    functions_seen[f"{name}::{node.name}"] = function_lines(node)
    assert {k: v for k, v in modules_seen.items() if k not in LONG_MODULES} == {}
    excused = {place for places in LONG_FUNCTIONS.values() for place in places}
    assert {k: v for k, v in functions_seen.items() if k not in excused} == {}
    assert set(LONG_MODULES) <= set(modules_seen), "a reason without its module"
    assert excused <= set(functions_seen), "a reason without its function"


BUDGET = ROOT.parent / "shared" / "house.json"


def statements(text: str) -> int:
    """Return the statements of a module, without docstrings."""
    nodes = list(ast.walk(ast.parse(text)))
    with_docstrings = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = sum(isinstance(n, with_docstrings) and bool(ast.get_docstring(n)) for n in nodes)
    return sum(isinstance(node, ast.stmt) for node in nodes) - docstrings


def test_statements_are_counted_as_their_budget_is_set() -> None:
    assert statements('"""A module."""\nx = 1; y = 2\n\nif x:\n    y = 3\n') == 4
    assert statements('def f():\n    """Return nothing."""\n    return None\n') == 2


@pytest.mark.skipif(not BUDGET.exists(), reason="the owner's budget lies beside a checkout")
def test_each_group_keeps_its_budget(capsys: pytest.CaptureFixture[str]) -> None:
    """Only the owner changes the budget; a change that needs room deletes first."""
    house = json.loads(BUDGET.read_text())
    group_of = {folder: group for group, folders in house["groups"].items() for folder in folders}
    used = dict.fromkeys(house["budget"], 0)
    for name in tracked_modules():
        folder = name.split("/")[0]
        is_test = folder in ("tests", "conftest.py") or "/tests/" in name
        group = "tests" if is_test else group_of.get(folder)
        if group:
            used[group] += statements((ROOT / name).read_text())
    with capsys.disabled():
        print("\nstatements used of the budget:")
        for group, budget in house["budget"].items():
            print(
                f"  {group:12} {used[group]:6,} of {budget:6,} (target {house['target'][group]:,})"
            )
    assert {name: use for name, use in used.items() if use > house["budget"][name]} == {}


def tracked_modules() -> list[str]:
    command = ["git", "-C", str(ROOT), "ls-files", "*.py"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def test_the_long_tests_are_there() -> None:
    """A function that is renamed would come back into the short run, and nobody would know."""
    tests = Path(__file__).parent
    for line in (tests / "long.txt").read_text().split():
        file, _, function = line.partition("::")
        assert f"def {function}(" in (tests.parent / file).read_text(), line
