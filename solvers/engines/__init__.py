"""Engines: solvers behind one interface, which takes a Pyomo model as sparse arrays."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
