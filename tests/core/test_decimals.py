"""Short decimals: numbers of a file as integers, without a fraction for each."""

from fractions import Fraction

import numpy as np
import pytest

from optgap.core.decimals import as_written, common_unit, in_short_decimals, in_units, unit_of


@pytest.mark.parametrize("seed", range(20))
def test_short_decimals_are_the_decimals_that_numbers_print_as(seed: int) -> None:
    rng = np.random.default_rng(seed)
    digits = int(rng.integers(0, 8))
    scale = 10.0 ** rng.integers(0, 10)
    values = np.round(rng.uniform(-scale, scale, 40), digits)
    short = in_short_decimals(values)
    if short is None:
        assert digits > 6 or scale * 10**digits >= 1e15
    else:
        whole, power = short
        exact = [as_written(value) for value in values.tolist()]
        assert exact == [Fraction(int(each), power) for each in whole]
    unit = unit_of(values)
    assert unit == common_unit(as_written(value) for value in np.abs(values).tolist())
    if abs(values).max() / unit < 2**60:
        assert in_units(values, unit).tolist() == [
            int(as_written(value) / unit) for value in values.tolist()
        ]


@pytest.mark.parametrize("value", [0.1 + 0.2, 1 / 3, 1e15, 2.0**60, 1.2345678, np.nextafter(7, 8)])
def test_long_decimals_are_left_to_fractions(value: float) -> None:
    assert in_short_decimals(np.array([1.0, value])) is None


def test_a_late_value_with_more_digits_counts() -> None:
    values = np.array([[0.5] * 3000, [0.25] * 2999 + [0.125]])
    whole, power = in_short_decimals(values) or (values, 0)
    assert power == 1000
    assert whole.tolist() == [[500] * 3000, [250] * 2999 + [125]]
    assert in_short_decimals(np.append(values, 0.1234567)) is None
    assert in_short_decimals(np.append(values, 1e308)) is None
    assert in_short_decimals(np.append(values, np.nan)) is None


def test_nothing_and_zeros_have_the_unit_1() -> None:
    assert unit_of(np.zeros(0)) == unit_of(np.zeros(3)) == 1
    assert in_units(np.zeros(3), Fraction(1)).tolist() == [0, 0, 0]
