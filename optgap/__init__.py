"""optgap: exact models beside the heuristics of cluster scheduling, the gap measured and proven.

>>> import optgap
>>> instance = optgap.load("placement/fig6")
>>> optgap.solve(instance, "ipa").objective
16.0

The verbs are `load`, `generate`, `solve`, `check`, `compare`, `bench`, `front`, `prove`, `verify`,
`hunt`, `judge`, `export`, `plan`, `simulate`, `stays`, `frees` and `report`.  They are imported
when they are first used, so that ``import optgap`` is quick.
"""

import lazy_loader

__version__ = "0.2.0"
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
