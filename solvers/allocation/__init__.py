"""One amount per party under a common supply: what cluster_ratio and utility share."""
