"""Find the file of a Python module, and the neighbouring modules that a file imports."""

import ast
import importlib.util
from collections.abc import Iterator
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path


def file_of_module(name: str) -> Path | None:
    """Return the file of a module without importing it; the working folder comes first.

    The file of a package is its ``__init__.py``.
    """
    first, *others = name.split(".")
    spec: ModuleSpec | None = PathFinder.find_spec(first, [str(Path.cwd())])
    try:
        spec = spec or importlib.util.find_spec(first)
    except ValueError:  # a module that says nothing of itself, as __main__
        return None
    for other in others:
        places = None if spec is None else spec.submodule_search_locations
        first = f"{first}.{other}"
        spec = None if places is None else PathFinder.find_spec(first, list(places))
    file = None if spec is None or spec.origin is None else Path(spec.origin)
    return file if file is not None and file.suffix == ".py" else None


def package_folder(file: Path) -> Path:
    """Return the folder of a file's outermost package; outside packages, the file's folder."""
    folder = file.resolve().parent
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


def files_behind(file: Path) -> list[Path]:
    """Return a file and the modules in its folder that it imports, even indirectly.

    For a file in a package these include all modules of the package.
    """
    folder = package_folder(file)
    known: list[Path] = []
    waiting = [file.resolve()]
    if folder != file.resolve().parent:
        waiting += (folder / file.resolve().relative_to(folder).parts[0]).rglob("*.py")
    while waiting:
        path = waiting.pop()
        if path in known:
            continue
        known.append(path)
        for name in _first_names(path):
            module, package = folder / f"{name}.py", folder / name
            waiting += [module] if module.is_file() else []
            waiting += sorted(package.rglob("*.py")) if package.is_dir() else []
    return [known[0], *sorted(known[1:])]


def _first_names(path: Path) -> Iterator[str]:
    """Yield the top-level name of each imported module; nothing for an unparsable file."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]
