"""Applications built on optgap's public functions: plans for clusters, and judged programs."""
