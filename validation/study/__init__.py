"""Studies: batches of many runs, reports, figures, sweeps, hunts and statistical tests."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
