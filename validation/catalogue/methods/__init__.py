"""Methods of the catalogue that combine models, engines, heuristics and dedicated algorithms."""
