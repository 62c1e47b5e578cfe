"""Prices: lines that no optimum is beyond, by solving every value again."""

from fractions import Fraction

import pytest

import optgap
from optgap.core.faults import InputError

SWEEPS = [
    ("consolidation/no-budget-for-exchange", "migration_budget", [0, 1, 2, 3, 4]),
    ("cluster_ratio/algorithm-3", "containers", [3, 4, 5, 6, 8, 10]),
    ("cold_stock", "max_short", [0, 1, 2, 3]),
    ("warm_pool", "max_short", [0, 1, 2, 3]),
    ("microw", "max_total_change", [0, 0.5, 1, 2]),
]


def instance_of(source: str) -> optgap.Instance:
    return optgap.load(source) if "/" in source else optgap.generate(source, 1)


@pytest.mark.parametrize(("source", "field", "values"), SWEEPS)
def test_no_optimum_is_beyond_a_line(source: str, field: str, values: list[float]) -> None:
    instance = instance_of(source)
    swept = optgap.sweep(instance, field, values, ["exact"], prices=True)
    prices = [each.price for each in swept if each.price is not None]
    assert prices
    for value in values:
        alone = optgap.solve(instance.replaced(**{field: value}), "exact", gap=0.0)
        if alone.status != "optimal":
            continue
        for price in prices:
            if price.first <= value <= price.last:
                bound = float(price.at(value))
                assert alone.sense == price.sense == "minimize"
                assert alone.objective >= bound - 1e-9 * max(1, abs(bound))


def test_a_line_lies_on_the_relaxation_where_it_begins() -> None:
    """The budget of 2: one of five items moves in parts, and 0.4 of a machine comes free each."""
    swept = optgap.sweep(
        "consolidation/no-budget-for-exchange", "migration_budget", range(5), prices=True
    )
    price = swept[2].price
    assert (price.bound, price.slope) == (2, Fraction(-2, 5))
    assert price.at(4) == Fraction(6, 5)
    saved = swept[2].outcomes["exact"].objective - swept[3].outcomes["exact"].objective
    assert saved == 1 > -price.slope  # one more saves more than the slope says


def test_a_line_says_for_which_values_it_is_proven() -> None:
    """Without a row for the budget the exact model is another one."""
    source = "consolidation/no-budget-for-exchange"
    swept = optgap.sweep(source, "migration_budget", [0, 4, 5, 6], prices=True)
    assert (swept[0].price.first, swept[0].price.last) == (0, 4)
    assert swept[3].price is None or swept[3].price.first == 5


def test_a_field_that_moves_coefficients_has_no_line() -> None:
    instance = optgap.generate("utility", 1)
    swept = optgap.sweep(instance, "cores", [4, 5], prices=True)
    assert [each.price for each in swept] == [None, None]


def test_fronts_have_no_prices(optgap_command) -> None:
    with pytest.raises(InputError, match="prices: exist only for one objective;"):
        optgap.sweep(optgap.generate("stage", 1), "max_per_machine", [1, 2], prices=True)


def test_the_command(optgap_command) -> None:
    command = ("sweep", "cluster_ratio/algorithm-3", "--set", "containers=4:6", "--prices")
    shown = optgap_command(*command)
    assert (
        shown.out.count("the objective of every plan is at least 4 (proven)") == 1
    )  # one line for three values
    rows = optgap_command(*command, "--json").json
    assert rows[0]["price"] == {"value": 4, "bound": 4, "slope": 0, "first": 4, "last": 6}
    plain = optgap_command(*command[:-1], "--json").json
    assert all("price" not in row for row in plain)
