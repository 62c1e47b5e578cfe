"""The papers' fast algorithms, and the baselines with which the papers compare them."""
