"""What happens besides what is predicted."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ...core.schema import NonNegative, Part


class Noise(Part):
    """Actual latencies: means ``(1 + bias) f`` and standard deviations ``sigma f``."""

    bias: Annotated[float, Field(gt=-1)] = 0.0
    sigma: NonNegative = 0.15
