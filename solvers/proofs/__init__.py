"""Branch and bound whose every step can be re-checked in exact integer arithmetic.

HiGHS solves the linear programs, and each of its results is checked.  The output is a document for
the verifier `validation.judge.verify_proof`, which shares no code with this package.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
