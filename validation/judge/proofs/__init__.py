"""Certificates of bounds, re-checked in exact arithmetic without any solver."""
