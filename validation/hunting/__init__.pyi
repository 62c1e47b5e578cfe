from .find import Find
from .hunt import Hunt
from .mutations import DocumentAxis
from .proven_optimum import exact_outcomes
from .search_space import Ground, everything

__all__ = ["DocumentAxis", "Find", "Ground", "Hunt", "everything", "exact_outcomes"]
