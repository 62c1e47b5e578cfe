"""Instances made from what others write: Kubernetes, the openb trace, the chain of SODA."""
