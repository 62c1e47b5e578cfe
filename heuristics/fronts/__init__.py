"""Choices from a front that several problems share."""
