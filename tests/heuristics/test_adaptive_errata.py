"""What AdaptiveConfig prints wrongly, as printed and failing."""

import itertools
import math

import numpy as np
import pytest


@pytest.mark.erratum(
    paper="adaptive",
    place="4.5.1, the numbers of samples",
    printed="Grids need 82, 156, 175, 267 and 488 samples; nine configurations, as 4.3 says.",
    wrong="175 samples belong to a grid of ten; nine configurations need 156.",
    right="4 ln 0.01 / ln(1 - 1/n), rounded at the end: 82.55, 156.40, 174.83, 266.99, 488.09.",
)
def test_the_samples_of_4_5_1() -> None:
    needed = [4 * math.log(0.01) / math.log(1 - 1 / n) for n in (5, 9, 10, 15, 27)]
    assert needed == pytest.approx([82.55, 156.40, 174.83, 266.99, 488.09], abs=0.005)
    assert round(needed[2]) == 175 != round(needed[1])


@pytest.mark.erratum(
    paper="adaptive",
    place="4.3, the number of cases",
    printed="7,168 cases, 4 x 32 x 56.",
    wrong="56 = 5 + 15 + 9 + 27 sums over the four settings already.",
    right="1,792 cases, 32 x 56.",
)
def test_the_cases_of_4_3() -> None:
    assert 4 * 32 * (5 + 15 + 9 + 27) == 7168
    assert 32 * (5 + 15 + 9 + 27) == 1792


@pytest.mark.erratum(
    paper="adaptive",
    place="Table 2",
    printed="18 configurations of weights and policies.",
    wrong="Each of three weight columns stands there twice.",
    right="Nine configurations: three weights with three policies.",
)
def test_the_columns_of_table_2() -> None:
    columns = [(25, 50, 75), (50, 50, 50), (75, 50, 25)] * 2
    assert len(columns) * 3 == 18
    assert len(set(columns)) * 3 == 9


@pytest.mark.erratum(
    paper="adaptive",
    place="2.3.1, the capacities",
    printed="A capacity of 1/6 stands beside 2/6.",
    wrong="1/6 + 2/6 is not 1.",
    right="5/6 is meant.",
)
def test_the_capacities_of_2_3_1() -> None:
    assert pytest.approx(1) != 1 / 6 + 2 / 6
    assert pytest.approx(1) == 1 / 6 + 5 / 6


@pytest.mark.erratum(
    paper="adaptive",
    place="2.3.3, the number of combinations",
    printed="50 groups with 30 ratios each have 50^30 combinations.",
    wrong="That counts 30 groups with 50 ratios, and is 10^22 times too small.",
    right="30^50.",
)
def test_the_combinations_of_2_3_3() -> None:
    small = sum(1 for _ in itertools.product(range(3), repeat=2))  # 2 groups of 3 ratios
    assert small == 3**2 != 2**3
    assert 30**50 // 50**30 > 10**22


@pytest.mark.erratum(
    paper="adaptive",
    place="Eq. 1 and Eq. 3",
    printed="Eq. 3 sums the groups' mean latencies to find the best of Eq. 1.",
    wrong="Eq. 1 averages over jobs, and groups differ in their numbers of jobs.",
    right="Weight each group's mean by its share of the jobs.",
)
def test_eq_3_is_not_eq_1() -> None:
    means, jobs = np.array([[20.0, 6.0], [10.0, 10.0]]), np.array([1, 4])
    by_eq_3, by_eq_1 = means.sum(axis=1), means @ jobs / jobs.sum()
    assert by_eq_3.argmin() == 1
    assert by_eq_1.argmin() == 0
