"""The statements of single problems: what an instance's file says, one row a statement."""
