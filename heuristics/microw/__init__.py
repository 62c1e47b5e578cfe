"""Heuristics of microw: SODA's network-flow pushes from a repaired start (5.4.3, Figure 15)."""

from .network_flow import direct, flow, impossible, keep

__all__ = ["direct", "flow", "impossible", "keep"]
