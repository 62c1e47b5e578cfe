"""The price that proves most, on concave functions made of straight pieces."""

import numpy as np

from optgap.solvers.best_price import best_price


def test_the_best_price_of_random_pieces() -> None:
    rng = np.random.default_rng(1)
    for _ in range(300):
        slopes = rng.integers(-6, 7, 5)
        heights = rng.integers(-40, 200, 5)
        tried = []

        def proven(price: int, slopes=slopes, heights=heights, tried=tried) -> int:
            tried.append(price)
            return int((heights + slopes * price).min())

        high = int(rng.integers(1, 400))
        price, value = best_price(proven, high)
        assert 0 <= price <= high
        assert value == max(proven(p) for p in range(high + 1))
        assert len(tried) < 2 * 12 + high + 1


def test_a_price_that_only_rises_or_falls() -> None:
    assert best_price(lambda price: 3 * price, 10) == (10, 30)
    assert best_price(lambda price: -3 * price, 10) == (0, 0)
    assert best_price(lambda price: 7, 10) == (0, 7)
