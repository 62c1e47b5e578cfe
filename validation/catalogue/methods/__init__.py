"""Methods put together from models, engines, heuristics and dedicated algorithms."""
