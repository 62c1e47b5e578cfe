"""The process in which a method ``file.py:function`` runs.

``python -m optgap.validation.outside.child FILE FUNCTION RESULT`` reads an instance document from
stdin and writes the decision to the file RESULT, so that the method may print what it likes.
Without RESULT it goes on answering, for a hunt that asks thousands of times.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from ...core.files import instance_from_document, parse_json
from ..catalogue import problem
from .serving import serve


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        sys.exit(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent.resolve()))
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _as_json(value: Any) -> Any:
    """Accept numpy numbers and arrays in a decision."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"a decision is plain data; {type(value).__name__} is not")


def main() -> None:
    """Run the method once, or for as long as somebody asks."""
    file, name, *result = sys.argv[1:]
    function = getattr(_module(Path(file)), name, None)
    if not callable(function):
        sys.exit(f"{file} has no function {name}")

    def decided(document: Any) -> Any:
        instance = instance_from_document(document, problem(document["problem"]).instance, "stdin")
        return json.loads(json.dumps(function(instance), default=_as_json))

    if not result:
        serve(decided)
    decision = decided(parse_json(sys.stdin.buffer.read(), "stdin"))
    Path(result[0]).write_text(json.dumps(decision))


if __name__ == "__main__":
    main()
