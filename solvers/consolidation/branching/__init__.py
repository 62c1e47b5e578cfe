"""From columns to whole plans: dives, a tree of decisions, and proofs of its bounds."""
