"""The base of all folders: parts that are independent of any problem."""
