"""A function that calls another one shows the other's name and the parameters that it takes."""

import inspect
import typing

from optgap.core.signatures import keyword, parameters_of, with_signature


def place(pods: list[str], *, seed: int = 0) -> int:
    """Place pods."""
    return len(pods) + seed


def test_a_wrapper_shows_the_parameters_that_it_takes() -> None:
    @with_signature(place, [*parameters_of(place), keyword("limit", float | None)])
    def limited(*given: typing.Any, limit: float | None = None, **named: typing.Any) -> int:
        return min(place(*given, **named), int(limit or 9))

    shown = inspect.signature(limited)
    assert str(shown) == "(pods: list[str], *, seed: int = 0, limit: float | None = None) -> int"
    assert (limited.__name__, limited.__doc__) == ("place", "Place pods.")
    hints = typing.get_type_hints(limited)
    assert hints == {"pods": list[str], "seed": int, "limit": float | None, "return": int}
    assert limited(["a", "b"], seed=1, limit=2.0) == 2
    assert parameters_of(limited) == list(shown.parameters.values())


def test_annotations_as_text_are_resolved_on_demand() -> None:
    def postponed(pods: "int") -> None:
        """Nothing."""

    assert [each.annotation for each in parameters_of(postponed)] == ["int"]
    assert [each.annotation for each in parameters_of(postponed, resolved=True)] == [int]
