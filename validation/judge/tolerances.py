"""All tolerances of the judge, each with its reason.

Integers and fractions are compared exactly, and so are sums of a file's decimals.
"""

# Relative: what a measured value may be beyond its limit, and two claims of one number may differ.
# Methods and engines compute in floating point and keep their rows to about 1e-9.
TOLERANCE = 1e-6

# Relative, or of a share of 1: what sums in floating point may be wrong by.  Below this two shares
# are equal, and what fits is decided by adding the decimals.
ROUNDING = 1e-9

# Relative: what parts two sums of the same numbers in another order.
LAST_DIGIT = 1e-12
