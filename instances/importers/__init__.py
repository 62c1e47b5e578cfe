"""Instances made from the files of others: Kubernetes, the openb trace, the chain of SODA."""
