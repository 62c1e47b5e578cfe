from .guarantee import Guarantee, claim_of, guarantee, verify_document
from .search import SearchState

__all__ = ["Guarantee", "SearchState", "claim_of", "guarantee", "verify_document"]
