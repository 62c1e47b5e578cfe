"""The command line: one module per group of commands."""

import lazy_loader

# Lazy, because commands of installed packages import the options that lie in this folder.
__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__, submod_attrs={"arguments": ["app", "main"]}
)
