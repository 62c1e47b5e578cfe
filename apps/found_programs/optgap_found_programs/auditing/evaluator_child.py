"""The process that runs an evaluator: ``evaluator_child.py EVALUATOR PROGRAM RESULT``.

It writes the score into RESULT.  Forms: ``evaluate(path)`` (OpenEvolve, SkyDiscover),
``evaluate(text, example)`` beside ``dataset()`` (GEPA), ``main(program_path, results_dir)`` or a
script with these options (ShinkaEvolve), a shell script that prints JSON (SkyDiscover).
"""

import importlib.util
import inspect
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    """Evaluate the program, and write its score or the error."""
    evaluator, program, result = map(Path, sys.argv[1:4])
    os.dup2(2, 1)  # evaluators and programs print where they like
    os.chdir(evaluator.parent)
    sys.path.insert(0, str(evaluator.parent))
    sys.argv = [str(evaluator)]
    try:
        form, score = _evaluate(evaluator, program)
        document = {"form": form, "score": score}
    except BaseException as error:  # an exit too: the program got no score
        document = {"error": f"{type(error).__name__}: {error}"}
    result.write_text(json.dumps(document), encoding="utf-8")
    sys.stdout.flush()
    os._exit(0)  # threads of an evaluator may go on


def _evaluate(evaluator: Path, program: Path) -> tuple[str, float | None]:
    if evaluator.suffix == ".sh":
        command = ["bash", str(evaluator), str(program)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return "shell", _score(json.loads(done.stdout.strip().splitlines()[-1]))
    spec = importlib.util.spec_from_file_location(evaluator.stem, evaluator)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    text = evaluator.read_text(encoding="utf-8")
    if "def evaluate" not in text and "evaluate =" not in text and "evaluate, " not in text:
        return "shinka", _shinka(evaluator, program)
    sys.modules[evaluator.stem] = module
    spec.loader.exec_module(module)
    evaluate = module.evaluate
    if _takes(evaluate) < 2:
        return "path", _score(evaluate(str(program)))
    text = program.read_text(encoding="utf-8")
    scores = [_score(evaluate(text, example)) for example in module.dataset()]
    known = [score for score in scores if score is not None]
    return "gepa", sum(known) / len(known) if len(known) == len(scores) else None


def _takes(function: Any) -> int:
    """Return the number of arguments that a function requires."""
    places = inspect.signature(function).parameters.values()
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(place.kind in kinds and place.default is place.empty for place in places)


def _shinka(evaluator: Path, program: Path) -> float | None:
    results = program.parent / "results"
    options = ["--program_path", str(program), "--results_dir", str(results)]
    subprocess.run([sys.executable, str(evaluator), *options], check=False, capture_output=True)
    correct = json.loads((results / "correct.json").read_text(encoding="utf-8"))
    if not correct.get("correct"):
        raise ValueError(str(correct.get("error")))
    return _score(json.loads((results / "metrics.json").read_text(encoding="utf-8")))


def _score(result: Any) -> float | None:
    """Return the score in a result: the framework's score field, else the mean of all numbers."""
    if isinstance(result, tuple):
        result = result[0]
    metrics = getattr(result, "metrics", result)
    if isinstance(metrics, (int, float)):
        return float(metrics)
    for name in ("combined_score", "score"):
        if name in metrics:
            return float(metrics[name])
    numbers = [float(x) for x in metrics.values() if isinstance(x, (int, float))]
    return sum(numbers) / len(numbers) if numbers else None


if __name__ == "__main__":
    main()
