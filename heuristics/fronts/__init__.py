"""What several problems do with a front."""
