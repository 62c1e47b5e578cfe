"""Import Pyomo without scipy, which saves a second.

Otherwise Pyomo imports `scipy.stats`, which takes a second of processor time, when scipy is
imported, or immediately if scipy is already imported.
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
