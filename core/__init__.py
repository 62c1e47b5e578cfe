"""Code that all folders use and that does not depend on any problem."""
