"""Import of Pyomo without scipy.

Pyomo imports `scipy.stats`, which takes a second of processor time, as soon as scipy is imported,
or immediately if scipy was imported before.
"""

import sys
from typing import Any


def _import_pyomo() -> None:
    before = sys.modules.pop("scipy", None)
    try:
        from pyomo.common import dependencies
    finally:
        if before is not None:
            sys.modules["scipy"] = before
    finder: Any = getattr(dependencies, "DeferredImportCallbackFinder", None)
    getattr(finder, "_callbacks", {}).pop("scipy", None)


_import_pyomo()
