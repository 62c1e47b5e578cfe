"""Certificates of bounds that several problems share, re-checked in exact arithmetic."""
