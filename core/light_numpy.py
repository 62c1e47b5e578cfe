"""NumPy without the submodules that scipy loads, which take a tenth of a second per command.

When scipy is imported it accesses all names of NumPy, including submodules for Fortran and for
tests that are not used here. They are registered so that they load when they are used.
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
