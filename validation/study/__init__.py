"""Studies: many instances and methods in a batch, and the report drawn from its results."""
