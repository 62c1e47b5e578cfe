"""The command line: one module per group of commands."""

from .arguments import app, main

__all__ = ["app", "main"]
