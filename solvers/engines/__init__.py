"""Engines: a Pyomo model as sparse arrays, and the solvers that take them."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
