from .guarantee import Guarantee, guarantee
from .search import SearchState
from .source import verify_document

__all__ = ["Guarantee", "SearchState", "guarantee", "verify_document"]
