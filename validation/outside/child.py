"""The process in which a method ``file.py:function``, or a pickled function, runs.

``python -m optgap.validation.outside.child FILE FUNCTION``, or ``--pickled FILE``, reads lines with
an instance document, a seed and a time limit.  It answers each with the decision as text and the
seconds that the function took.  The function's own output goes to stderr.
"""

import importlib
import importlib.util
import json
import pickle
import random
import site
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from ...core.files import instance_from_document
from ...core.run import Run
from ...core.signatures import arguments_taken
from ..catalogue import plain_decision, problem_named
from .function import PICKLED
from .imports import package_folder
from .json_lines import serve

_NAME = "optgap_method"  # no name of another module, whatever the file is called


def _module(path: Path) -> ModuleType:
    """Return the module in a file; it can import modules beside it, after those of Python.

    A file in a package is imported as part of the package, so that relative imports work.
    """
    path = path.resolve()
    installed = set(site.getsitepackages())
    first = next((k for k, each in enumerate(sys.path) if each in installed), len(sys.path))
    folder = package_folder(path)
    sys.path[first:first] = dict.fromkeys([str(folder), str(path.parent)])
    if folder != path.parent:
        parts = path.relative_to(folder).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        module = importlib.import_module(name)
        if module.__file__ is None or Path(module.__file__).resolve() != path:
            sys.exit(f"{path} cannot be imported: {name} is another module, {module.__file__}")
        return module
    spec = importlib.util.spec_from_file_location(_NAME, path)
    if spec is None or spec.loader is None:
        sys.exit(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[_NAME] = module
    spec.loader.exec_module(module)
    return module


def _as_json(value: Any) -> Any:
    raise TypeError(f"a decision must be plain data, but {type(value).__name__} is not")


def _function(file: str, name: str) -> Callable[..., Any]:
    function = getattr(_module(Path(file)), name, None)
    if not callable(function):
        sys.exit(f"{file} has no function {name}")
    return function  # type: ignore[no-any-return]


def _unpack(path: str) -> Callable[..., Any]:
    """Return the function that `run_function` pickled; each call gets a copy of the instance."""
    places, content = pickle.loads(Path(path).read_bytes())
    sys.path += [place for place in places if place not in sys.path]
    function = pickle.loads(content)
    takes = arguments_taken(function, {"seed": 0, "time_limit": None})

    def call(instance: Any, seed: Any, time_limit: Any) -> Any:
        limits = {"seed": seed, "time_limit": time_limit}
        return function(instance.model_copy(deep=True), **{key: limits[key] for key in takes})

    return call


def answers_of(function: Callable[..., Any]) -> Callable[[Any], dict[str, Any]]:
    """Return a function that answers requests by calling ``function`` on their instances."""

    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        document, seed = asked["instance"], asked["seed"]
        entry = problem_named(document["problem"])
        instance = instance_from_document(document, entry.instance, "stdin")
        random.seed(seed)
        np.random.seed(seed % 2**32)  # noqa: NPY002 - functions from outside use what they like
        limits = {"seed": seed, "time_limit": asked["time_limit"]}
        clock = Run("minimize")
        decision = function(instance, **arguments_taken(function, limits))
        seconds = clock.seconds
        plain = plain_decision(entry, instance, decision)
        return {"text": json.dumps(plain, default=_as_json), "seconds": seconds}

    return answer


if __name__ == "__main__":
    first, second = sys.argv[1:3]
    serve(lambda: answers_of(_unpack(second) if first == PICKLED else _function(first, second)))
