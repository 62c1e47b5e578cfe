"""microw: give processing elements fractions of nodes, close to their goals, changing little."""

from .generating import generate
from .instance import NOISE, MicroW, Node, Pe, PeShare

__all__ = ["NOISE", "MicroW", "Node", "Pe", "PeShare", "generate"]
