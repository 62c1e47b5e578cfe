"""Hunting: the search for the instance on which a method is worst."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
