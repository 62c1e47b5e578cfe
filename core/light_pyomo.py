"""Pyomo is imported so that it takes nothing of scipy along.

It imports `scipy.stats`, a second of processor, as soon as anybody imports scipy, or at once where
scipy is there before.
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
