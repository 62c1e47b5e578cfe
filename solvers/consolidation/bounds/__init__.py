"""How many machines, or what price, every plan needs: bounds without columns."""
