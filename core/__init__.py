"""The floor of the house: the parts that every room uses and that know no problem."""
