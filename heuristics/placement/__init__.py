"""The stage optimizer's algorithms for `placement`, and Fuxi, the baseline it compares with."""

from .algorithms import fuxi, ipa, ipa_clustered

__all__ = ["fuxi", "ipa", "ipa_clustered"]
