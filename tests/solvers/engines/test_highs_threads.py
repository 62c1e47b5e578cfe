"""HiGHS in one Python thread with different numbers of its own threads."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csc_array

from optgap.solvers.engines import StandardForm, load_highs


def knapsack() -> StandardForm:
    weight = np.arange(3.0, 13.0)
    return StandardForm(
        cost=-weight - np.arange(10) % 3,
        constant=0.0,
        matrix=csc_array(weight[None, :]),
        row_lower=np.array([-np.inf]),
        row_upper=np.array([31.0]),
        lower=np.zeros(10),
        upper=np.ones(10),
        integer=np.ones(10, dtype=np.bool_),
    )


def test_another_number_of_threads_is_no_error() -> None:
    """The scheduler of HiGHS keeps its first number, and a run with another ends with an error."""
    values = []
    for threads in (2, 1, 0, 3, 1):
        highs = load_highs(knapsack())
        highs.setOptionValue("threads", threads)
        highs.run()
        values.append(highs.getInfo().objective_function_value)
    assert values == [values[0]] * 5 and values[0] < 0


def test_an_instance_prints_nothing(capfd) -> None:
    load_highs(knapsack()).run()
    assert capfd.readouterr().out == ""
