"""Guarantees: statements of problems, and their comparison with a method on a family of inputs."""

from .statements import STATEMENTS, ProblemStatement
from .subject import Subject

__all__ = ["STATEMENTS", "ProblemStatement", "Subject"]
