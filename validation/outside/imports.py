"""The modules beside a Python file that it imports, directly or through others."""

import ast
from collections.abc import Iterator
from pathlib import Path


def files_behind(file: Path) -> list[Path]:
    """Return the file, and every module in its folder that it may import.

    Of a package in the folder all files count.
    """
    folder = file.resolve().parent
    known: list[Path] = []
    waiting = [file.resolve()]
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
    """Yield the first part of every name that a file imports; a broken file imports nothing."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]
