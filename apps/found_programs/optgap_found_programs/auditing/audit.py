"""An audit of an evaluator: it scores the seed program and each probe, and measures headroom."""

import hashlib
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from optgap.faults import check_range, input_error
from optgap.processes import Contained
from optgap.reports import page_template

from .. import judge
from .probes import PROBES, EvaluatorProbe, Rule, probe_program

_CHILD = Path(__file__).with_name("evaluator_child.py")
_LARGEST_FOLDER = 256 * 2**20
_SKIPPED = shutil.ignore_patterns(".git", "__pycache__", ".venv", "node_modules")


@dataclass(frozen=True)
class Evaluation:
    """The score of a program; ``None`` if the evaluator failed or returned no finite number."""

    score: float | None
    words: str = ""


class Evaluator:
    """An evaluator, run in a copy of its folder; a call with a program's text evaluates it."""

    def __init__(self, folder: Path, name: str, seconds: float) -> None:
        self.folder, self._name, self._seconds = folder, name, seconds

    def __call__(self, text: str) -> Evaluation:
        """Write the program into a new folder and return its evaluation."""
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
        """Run the evaluator; return "" if it ended normally, else a text on how it ended."""
        command = [sys.executable, "-P", str(_CHILD), str(self.folder / self._name), *arguments]
        process = Contained.start(command, {"PYTHONDONTWRITEBYTECODE": "1"})
        try:
            code = process.process.wait(timeout=self._seconds)
        except subprocess.TimeoutExpired:
            return f"gave no score within {self._seconds:g} s"
        finally:
            process.end()
            process.stdout.close()
        return process.stderr_tail() if code else ""


@contextmanager
def evaluator_of(file: Path, seconds: float) -> Iterator[Evaluator]:
    """Context manager: an evaluator on a copy of its folder, which is removed at the end."""
    with tempfile.TemporaryDirectory(prefix="evaluator-", ignore_cleanup_errors=True) as place:
        copy = Path(place).resolve() / "evaluator"
        shutil.copytree(file.resolve().parent, copy, ignore=_SKIPPED, symlinks=True)
        yield Evaluator(copy, file.name, seconds)


def refuse_large_folders(file: Path) -> None:
    """Raise an error if a file is no evaluator, or its folder is too large to be copied."""
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


DEFAULT_SECONDS = 120.0  # time limit of one evaluation
SEED_NAMES = ("initial_program.py", "initial.py", "seed.py", "program.py")
_ROUNDING = 1e-9
_REPEATS = 4  # evaluations of the seed, whose scores may differ
_NOISES = 3  # a difference of this many times the noise is not random
_FAILING = "\n\nraise RuntimeError('a program that always fails')\n"


@dataclass(frozen=True)
class ProbeResult:
    """The result of a probe: its score, and whether the evaluator met the probe's rule."""

    kind: str
    probe: str
    rule: Rule
    score: float | None  # None if there is no score, for example of a program that fails
    held: bool
    words: str


@dataclass(frozen=True)
class Headroom:
    """The seed's distance from proven bounds: mean gap, and how many instances it solves."""

    task: str
    score: float  # recomputed score of the seed
    mean_gap: float | None
    instances: int
    optimal: int  # instances on which no program can be told from the seed by a better score


@dataclass(frozen=True)
class Audit:
    """The result of an audit: the seed's scores, the probes, and the headroom."""

    evaluator: str
    sha256: str
    program: str
    form: str
    seed_score: float
    noise: float  # range of the seed's scores; smaller differences are not significant
    failing_score: float | None
    different_scores: int  # number of different scores among the seed and all probes
    headroom: Headroom | None
    probes: tuple[ProbeResult, ...]

    @property
    def sound(self) -> bool:
        """Whether the evaluator's scores met the rule of each probe."""
        return all(result.held for result in self.probes)

    def as_document(self) -> dict[str, Any]:
        """Return the audit as a JSON document."""
        return {**asdict(self), "sound": self.sound}


def audit(
    evaluator: str | Path,
    program: str | Path | None = None,
    *,
    task: str | None = None,
    time_limit: float = DEFAULT_SECONDS,
    listener: Callable[[ProbeResult], None] = lambda result: None,
) -> Audit:
    """Attack an evaluator with probes made of its seed program.

    ``program`` is the seed; by default it is the ``initial_program.py`` beside the evaluator.  With
    a ``task`` of the judge, the seed's distance from proven bounds (headroom) is measured.
    ``time_limit`` (in seconds) applies to each evaluation.  Each evaluation runs on a copy of the
    evaluator's folder.
    """
    file = Path(evaluator)
    refuse_large_folders(file)
    check_range(time_limit=(time_limit, 0.0))
    path = _seed_of(file, program)
    text = path.read_text(encoding="utf-8")
    form, scores, failing = _seed_scores(text, file, time_limit)
    least, most = min(scores), max(scores)
    rounding = _ROUNDING * max(1.0, abs(most))
    bounds = least - rounding, most + _NOISES * (most - least) + rounding

    def attack(probe: EvaluatorProbe) -> ProbeResult:
        return _result(probe, _scored(probe, text, file, time_limit), *bounds)

    probes = []
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for result in pool.map(attack, PROBES):
            probes.append(result)
            listener(result)
    return Audit(
        evaluator=file.name,
        sha256=hashlib.sha256(file.read_bytes()).hexdigest(),
        program=path.name,
        form=form,
        seed_score=scores[0],
        noise=most - least,
        failing_score=failing,
        different_scores=len({scores[0], *(each.score for each in probes)}),
        headroom=None if task is None else _headroom(task, path),
        probes=tuple(probes),
    )


def _seed_of(file: Path, program: str | Path | None) -> Path:
    if program is not None:
        if not Path(program).is_file():
            raise input_error("program", "there is no such file", str(program))
        return Path(program)
    for name in SEED_NAMES:
        if (file.parent / name).is_file():
            return file.parent / name
    rule = f"is missing, and there is no {', '.join(SEED_NAMES)} beside the evaluator"
    raise input_error("program", rule)


def _seed_scores(text: str, file: Path, seconds: float) -> tuple[str, list[float], float | None]:
    """Return the form of the evaluator's call, the seed's scores, and a failing program's score."""
    scores = []
    with evaluator_of(file, seconds) as evaluate:
        seed = probe_program(text, "", evaluate.folder)
        for _ in range(_REPEATS):
            result = evaluate(seed)
            if result.score is None:
                rule = f"gives the seed program no score: {result.words}"
                raise input_error("--audit", rule, str(file))
            scores.append(result.score)
        return result.words, scores, evaluate(text + _FAILING).score


def _scored(probe: EvaluatorProbe, text: str, file: Path, seconds: float) -> Evaluation:
    """Return the score of a probe; with ``then_seed``, or of the seed run after it, if higher."""
    with evaluator_of(file, seconds) as evaluate:
        result = evaluate(probe_program(text, probe.code, evaluate.folder))
        if not probe.then_seed:
            return result
        after = evaluate(probe_program(text, "", evaluate.folder))
        return max(result, after, key=lambda each: -math.inf if each.score is None else each.score)


def _result(probe: EvaluatorProbe, result: Evaluation, least: float, most: float) -> ProbeResult:
    """Return a probe's result; ``least`` and ``most`` are the seed's scores with tolerance."""
    score = result.score
    held = score is None or score < (least if probe.rule == "below the seed" else most)
    return ProbeResult(
        probe.kind, probe.name, probe.rule, score, held, "" if held else result.words
    )


def _headroom(task: str, path: Path) -> Headroom:
    verdict = judge(task, path)
    gaps = [row.gap for row in verdict.rows if row.gap is not None]
    return Headroom(
        task=task,
        score=verdict.score,
        mean_gap=None if verdict.gap is None else verdict.gap.mean,
        instances=len(verdict.rows),
        optimal=sum(gap <= _ROUNDING for gap in gaps),
    )


CLASSES = {
    "forged metrics": "The program reports its own score, or changes the code or the numbers that "
    "the score is computed from.",
    "changed inputs": "The program changes the objects that it is given before the score is "
    "computed from them, or the numbers that instances are drawn with.",
    "crashed instances": "The program crashes on some instances, which the mean then ignores.",
    "evaluator's files": "The program rewrites the evaluator's files, or runs only if it can read "
    "them: they may contain answers and the data of held-out instances.",
    "dropped or duplicate items": "The answer lacks an item or contains one twice.",
    "clock": "The program changes the clock that measures it.",
}


def audit_page(audit: Audit) -> str:
    """Return the HTML page of an audit, to be sent to the authors of the evaluator.

    All names and numbers are escaped.
    """
    groups = [
        (kind, CLASSES[kind], list(rows))
        for kind, rows in groupby(audit.probes, key=lambda result: result.kind)
    ]
    broken = sum(not result.held for result in audit.probes)
    page = page_template(__package__, "audit.html.j2")
    return page.render(audit=audit, groups=groups, broken=broken)
