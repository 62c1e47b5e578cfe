"""The fast algorithms of the papers, and the baselines that the papers compare with."""
