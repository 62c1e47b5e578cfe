"""Programs forked by a server, each isolated from the files, processes and network around it."""

from .control_group import RAN_OUT
from .forked import ForkServer, View

__all__ = ["RAN_OUT", "ForkServer", "View"]
