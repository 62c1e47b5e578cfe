"""From a Kubernetes dump to a rollout: importers of clusters, plans and their pages."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
