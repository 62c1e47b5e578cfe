"""Runs an evaluator on a program, in a separate process and on a copy of the evaluator's folder."""

import json
import math
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ....core.faults import input_error
from ....validation.outside import Contained

_CHILD = Path(__file__).with_name("evaluator_child.py")
_LARGEST_FOLDER = 256 * 2**20
_SKIPPED = shutil.ignore_patterns(".git", "__pycache__", ".venv", "node_modules")


@dataclass(frozen=True)
class Evaluation:
    """The score of a program; ``None`` if the evaluator failed or gave no finite score."""

    score: float | None
    words: str = ""


class Evaluator:
    """A copy of an evaluator's folder, and the score that it gives to a program."""

    def __init__(self, folder: Path, name: str, seconds: float) -> None:
        self.folder, self._name, self._seconds = folder, name, seconds

    def __call__(self, text: str) -> Evaluation:
        """Evaluate the text of a program, which stands in a folder of its own."""
        with (
            tempfile.TemporaryDirectory(prefix="audited-", ignore_cleanup_errors=True) as place,
            tempfile.TemporaryDirectory(prefix="score-", ignore_cleanup_errors=True) as apart,
        ):
            program, result = Path(place, "program.py"), Path(apart, "result.json")
            program.write_text(text, encoding="utf-8")
            words = self._run([str(program), str(result)])
            try:
                document = json.loads(result.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                return Evaluation(None, words or "the evaluator gave no score")
        score = document.get("score") if isinstance(document, dict) else None
        if isinstance(score, (int, float)) and math.isfinite(score):
            return Evaluation(float(score), str(document.get("form", "")))
        return Evaluation(None, str(document.get("error", "no finite score"))[:300])

    def _run(self, arguments: list[str]) -> str:
        """Run the evaluator to its end, and return how it ended if that was early."""
        command = [sys.executable, "-P", str(_CHILD), str(self.folder / self._name), *arguments]
        process = Contained.start(command, {"PYTHONDONTWRITEBYTECODE": "1"})
        try:
            code = process.process.wait(timeout=self._seconds)
        except subprocess.TimeoutExpired:
            return f"no score within {self._seconds:g} s"
        finally:
            process.end()
            process.stdout.close()
        return process.stderr_tail() if code else ""


@contextmanager
def evaluator_of(file: Path, seconds: float) -> Iterator[Evaluator]:
    """Give an evaluator that works on a fresh copy of its folder, which is then removed."""
    with tempfile.TemporaryDirectory(prefix="evaluator-", ignore_cleanup_errors=True) as place:
        copy = Path(place).resolve() / "evaluator"
        shutil.copytree(file.resolve().parent, copy, ignore=_SKIPPED, symlinks=True)
        yield Evaluator(copy, file.name, seconds)


def refuse_large_folders(file: Path) -> None:
    """Refuse a file that is not an evaluator, or whose folder is too large to copy per probe."""
    if file.suffix not in (".py", ".sh") or not file.is_file():
        raise input_error("--audit", "must be the .py or .sh file of an evaluator", str(file))
    folder, size = file.resolve().parent, 0
    for path in folder.rglob("*"):
        inner = path.relative_to(folder).parts
        if path.is_file() and not path.is_symlink() and not {".git", ".venv"} & set(inner):
            size += path.stat().st_size
        if size > _LARGEST_FOLDER:
            rule = f"must be in a folder of at most {_LARGEST_FOLDER >> 20} MiB, which is copied"
            raise input_error("--audit", rule, str(file))
