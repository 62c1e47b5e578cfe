"""From a consolidation to steps that a cluster can take, and why machines stay in use."""
