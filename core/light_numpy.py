"""Import NumPy without rarely used submodules, which saves a tenth of a second per command.

When scipy is imported it accesses all names of NumPy, including submodules for Fortran and for
tests. Here these are registered so that they load when they are first used.
"""

import sys
from importlib.util import LazyLoader, find_spec, module_from_spec

import numpy as np

_UNUSED = ("numpy.f2py", "numpy.testing")


def _load_when_used(name: str) -> None:
    spec = find_spec(name)
    if name in sys.modules or spec is None or spec.loader is None:
        return
    spec.loader = LazyLoader(spec.loader)
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    setattr(np, name.rpartition(".")[2], module)


for _name in _UNUSED:
    _load_when_used(_name)
