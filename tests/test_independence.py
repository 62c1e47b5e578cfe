"""The judge shares no code with what it judges: neither by import nor by copy."""

import ast
import copy
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
OTHERS = ("core", "instances", "formulations", "solvers", "heuristics", "optgap")
ALIKE = 6  # statements in a row


class _Anonymous(ast.NodeTransformer):
    """Names and arguments become numbers, in the order in which they appear."""

    def __init__(self) -> None:
        self.numbers: dict[str, str] = {}

    def _number(self, name: str) -> str:
        return self.numbers.setdefault(name, f"v{len(self.numbers)}")

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self._number(node.id), ast.Load())

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(self._number(node.arg))


class _Nameless(_Anonymous):
    """All names are one."""

    def _number(self, name: str) -> str:
        return ""


def heads(body: list[ast.stmt]) -> Iterator[list[ast.AST]]:
    """Yield the statements in their order; of a compound one its head, without its body."""
    for statement in body:
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if is_text or isinstance(statement, (ast.Import, ast.ImportFrom)):
            continue
        parts = ("body", "orelse", "finalbody", "handlers")
        if not any(hasattr(statement, part) for part in parts):
            yield [statement]
            continue
        yield [
            ast.Constant(type(statement).__name__),
            *(
                value
                for name, value in ast.iter_fields(statement)
                if name not in parts and isinstance(value, ast.AST)
            ),
        ]
        for part in parts:
            inner = getattr(statement, part, [])
            for handler in inner:
                if isinstance(handler, ast.ExceptHandler):
                    yield from heads(handler.body)
            yield from heads([s for s in inner if isinstance(s, ast.stmt)])


Window = list[list[ast.AST]]


def windows(path: Path) -> Iterator[tuple[tuple[str, ...], Window, str]]:
    """Yield the statements in a row of a module: their shape without names, themselves, the place.

    Equal shapes are necessary for equal statements, and each is written once.
    """
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.FunctionDef):
            continue
        statements = list(heads(node.body))
        shapes = [_written([parts], _Nameless()) for parts in statements]
        for k in range(len(statements) - ALIKE + 1):
            window = slice(k, k + ALIKE)
            yield (
                tuple(shapes[window]),
                statements[window],
                f"{path.relative_to(ROOT)}::{node.name}",
            )


def _written(statements: Window, naming: ast.NodeTransformer) -> str:
    parts = [part for parts in statements for part in parts]
    return "\n".join(ast.dump(naming.visit(copy.deepcopy(part))) for part in parts)


def copied(wing: list[Path], others: list[Path]) -> set[tuple[str, str]]:
    """Return the functions of the wing that repeat statements of others, and those others."""
    mine: dict[str, str] = {}
    shapes = set()
    for path in wing:
        for shape, window, place in windows(path):
            shapes.add(shape)
            mine[_written(window, _Anonymous())] = place
    return {
        (mine[text], place)
        for path in others
        for shape, window, place in windows(path)
        if shape in shapes and (text := _written(window, _Anonymous())) in mine
    }


def wing_and_others() -> tuple[list[Path], list[Path]]:
    wing = sorted((ROOT / "validation/judge").rglob("*.py"))
    others = [path for folder in OTHERS for path in sorted((ROOT / folder).rglob("*.py"))]
    others += [
        path for path in sorted((ROOT / "validation").rglob("*.py")) if path not in set(wing)
    ]
    return wing, others


def test_the_judge_copies_nothing() -> None:
    assert copied(*wing_and_others()) == set()


def test_a_copy_with_other_names_is_seen(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    original = """
def least(room, sizes):
    best = 0
    total = sum(sizes)
    for size in sizes:
        if size > room:
            continue
        best = max(best, size)
        total -= size
    return best, total
"""
    other = original.replace("room", "space").replace("best", "top").replace("size", "width")
    (tmp_path / "a.py").write_text(original)
    (tmp_path / "b.py").write_text(other)
    (tmp_path / "c.py").write_text(other.replace("total -= width", "total += width"))
    assert copied([tmp_path / "a.py"], [tmp_path / "b.py"]) == {("a.py::least", "b.py::least")}
