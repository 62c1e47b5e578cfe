"""The command line: one module per group of commands.

Names of this folder are imported lazily, because commands of installed packages import its options.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
