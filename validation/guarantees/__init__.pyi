from .guarantee import Guarantee, guarantee, verify_document
from .search import SearchState

__all__ = ["Guarantee", "SearchState", "guarantee", "verify_document"]
