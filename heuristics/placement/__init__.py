"""Heuristics of `placement`: the stage optimizer's IPA, and its baseline Fuxi."""

from .algorithms import clusters_and_groups, fuxi, ipa, ipa_clustered

__all__ = ["clusters_and_groups", "fuxi", "ipa", "ipa_clustered"]
