"""Explaining: why there is no plan, in the words of the file, proven."""

from .explain import explained
from .explanation import Explanation, OneChange
from .statements import statements_of

__all__ = ["Explanation", "OneChange", "explained", "statements_of"]
