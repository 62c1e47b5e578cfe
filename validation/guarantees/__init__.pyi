from .guarantee import Guarantee, guarantee
from .search import SearchState
from .verification import verify_document, words_of

__all__ = ["Guarantee", "SearchState", "guarantee", "verify_document", "words_of"]
