from .arguments import app, main

__all__ = ["app", "main"]
