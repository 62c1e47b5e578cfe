"""How many GPUs of a cluster can be given to pods that share them: a bound, its proof, a plan."""
