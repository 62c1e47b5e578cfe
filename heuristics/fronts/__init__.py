"""Choices from a front that several problems share."""

from .weighted_utopia_nearest import recommend

__all__ = ["recommend"]
