"""Import Pyomo without scipy, which saves a second.

Pyomo would import `scipy.stats`, a second of processor time, as soon as scipy is imported.
"""

import sys
from typing import Any


def _import_pyomo() -> None:
    if sys.flags.optimize > 1:
        raise ImportError("Pyomo needs docstrings: run Python without -OO and PYTHONOPTIMIZE=2")
    before = sys.modules.pop("scipy", None)
    try:
        from pyomo.common import dependencies
    finally:
        if before is not None:
            sys.modules["scipy"] = before
    finder: Any = getattr(dependencies, "DeferredImportCallbackFinder", None)
    getattr(finder, "_callbacks", {}).pop("scipy", None)


_import_pyomo()
