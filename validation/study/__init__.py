"""Studies: many instances and methods in a batch, and the report drawn from its results."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
