"""Instances made from the files of others: Kubernetes, the openb trace, the chain of SODA."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
