"""One amount per party under a common supply: shared by cluster_ratio and utility."""
