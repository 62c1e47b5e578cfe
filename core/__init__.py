"""The floor of the house: what every room stands on, and what knows no problem."""
