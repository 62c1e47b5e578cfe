"""The error of a certificate that proves less than it claims, and the numbers of proofs."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.int64]


class UnprovenError(ValueError):
    """Why a certificate does not prove what is claimed."""
