"""The problems: one validated, frozen class for each, with reading and generating."""
