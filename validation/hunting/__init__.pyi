from .find import Find
from .ground import Ground, everything
from .hunt import Hunt
from .mutations import DocumentAxis
from .proven_optimum import exact_outcomes

__all__ = ["DocumentAxis", "Find", "Ground", "Hunt", "everything", "exact_outcomes"]
