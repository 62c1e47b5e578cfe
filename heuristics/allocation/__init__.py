"""One amount per party under a common supply, quickly: what cluster_ratio and utility share."""
