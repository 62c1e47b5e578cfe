"""Whole plans to start from: first fit, filled bins, patterns of whole markets."""
