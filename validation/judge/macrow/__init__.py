"""The judge of macrow: (4)-(28) one by one on the raw instance."""

from .decision import check, check_certificate
from .utilization import link_utilizations, node_utilizations

__all__ = ["check", "check_certificate", "link_utilizations", "node_utilizations"]
