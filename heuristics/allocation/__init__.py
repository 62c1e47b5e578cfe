"""One amount per party under a common supply, quickly: shared by cluster_ratio and utility."""
