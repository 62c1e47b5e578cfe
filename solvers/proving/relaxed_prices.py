"""The prices of a linear relaxation, without rounding where its basis is small enough."""

from __future__ import annotations

from fractions import Fraction

import highspy
import numpy as np

from ..engines import StandardForm, loaded
from .balanced import Balanced
from .exact_points import exact_prices
from .whole_model import WholeModel


def relaxed_prices(form: StandardForm) -> list[Fraction] | None:
    """Return a price of each row, of the minimised objective; ``None`` without an optimum.

    Prices of missing sides are left out, so that a bound follows from whatever is returned.
    """
    model = WholeModel.of(form)
    balanced = Balanced.of(form.relaxed(), model)
    highs = loaded(balanced.form)
    highs.setOptionValue("presolve", "off")
    highs.setOptionValue("solver", "simplex")
    highs.run()
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    basis = highs.getBasis()
    found = exact_prices(model.rows, model.cost, list(basis.col_status), list(basis.row_status))
    if found is not None:
        scales = [Fraction(row.scale, model.cost_scale) for row in model.rows]
        prices = [found.get(i, Fraction(0)) * scale for i, scale in enumerate(scales)]
    else:
        duals = np.array(highs.getSolution().row_dual) * balanced.row * balanced.unit
        prices = [Fraction(price) for price in duals.tolist()]
    return [
        price if (row.lower if price > 0 else row.upper) is not None else Fraction(0)
        for price, row in zip(prices, model.rows, strict=True)
    ]
