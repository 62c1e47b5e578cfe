"""Sets of items that fit a machine together, and the columns that stand for them."""
