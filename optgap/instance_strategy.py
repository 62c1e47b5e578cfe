"""A Hypothesis strategy for the small instances of a problem."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .core.faults import InputError
from .core.schema import Instance
from .validation.catalogue import problem
from .validation.hunting import Ground
from .validation.instances_by_name import with_digest

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def instances(name: str, **parameters: Any) -> SearchStrategy[Instance]:
    """Return a Hypothesis strategy for small instances of a problem.

    ``parameters`` override those of the problem's hunting ground: a pair of numbers is a range, a
    list a choice, anything else is fixed: ``instances("placement", machines=(2, 4), noise=0.0)``.
    """
    from hypothesis import assume
    from hypothesis import strategies as st

    entry = problem(name)
    ground = Ground({**entry.ground.parameters, **{k: _choice(v) for k, v in parameters.items()}})

    @st.composite
    def generated(draw: st.DrawFn) -> Instance:
        chosen = {key: draw(_values(parameter)) for key, parameter in ground.parameters.items()}
        try:
            return with_digest(entry.generated(draw(st.integers(0, 2**31 - 1)), **chosen))
        except InputError:
            assume(False)
            raise

    return generated()


def _choice(value: Any) -> tuple[float, float] | list[Any]:
    return value if isinstance(value, (tuple, list)) else [value]


def _values(parameter: tuple[float, float] | list[Any]) -> SearchStrategy[Any]:
    from hypothesis import strategies as st

    if isinstance(parameter, list):
        return st.sampled_from(parameter)
    low, high = parameter
    if isinstance(low, int) and isinstance(high, int):
        return st.integers(low, high)
    return st.floats(low, high)
