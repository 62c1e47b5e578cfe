"""The judge: checkers that share no code with the models, gaps, comparisons, the catalogue."""
