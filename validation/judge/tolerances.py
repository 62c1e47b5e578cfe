"""All tolerances of the judge, each with its reason.

Integers and fractions are compared exactly, and so are sums of a file's decimals.
"""

# Relative: how far a value may be beyond its limit, and by how much two claims of a number may
# differ.  Methods and engines use floating point and satisfy their constraints to about 1e-9.
TOLERANCE = 1e-6

# Relative, or of a share of 1: the maximum error of a sum in floating point.  Shares that differ
# by less are equal, and if a load is so close to a capacity, the exact decimals are added.
ROUNDING = 1e-9

# Relative: the maximum difference of two sums of the same numbers in different orders.
LAST_DIGIT = 1e-12
