"""Hunting: the search for the instance on which a method is worst."""
