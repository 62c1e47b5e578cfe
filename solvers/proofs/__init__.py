"""Branch and bound whose every step can be re-checked in integer arithmetic, by anybody.

HiGHS solves the linear programs; nothing that it says is taken over unchecked.  What comes out is a
document that `validation.judge.verify_proof` checks, which shares no code with this package.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
