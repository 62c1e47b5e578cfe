"""Methods that combine models, engines, heuristics and dedicated algorithms."""
