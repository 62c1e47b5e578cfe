"""The command line: one module per group of commands.

Its names are imported lazily: commands of installed packages import the options in this folder.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
