"""The stage optimizer's algorithms for `placement`, and Fuxi, the baseline it compares with."""

from .algorithms import clusters_and_groups, fuxi, ipa, ipa_clustered

__all__ = ["clusters_and_groups", "fuxi", "ipa", "ipa_clustered"]
