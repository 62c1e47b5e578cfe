"""Applications that stand on the suite: products of their own, on its public doors only."""
