"""Kernels give the same compiled and as they are written, and numba is needed for neither."""

import pickle
import re
import sys

import numpy as np
import pytest

import optgap
from optgap.core import kernels
from optgap.core.faults import InputError
from optgap.core.kernels import (
    Kernel,
    expect_seconds,
    interpreted_seconds,
    kernel,
    kernels_compiled,
)
from optgap.validation.catalogue import problem_named, problem_names
from optgap.validation.running.instances import bundled_folder

LARGEST = 2500  # bytes of a file: what is larger takes plain Python too long
SAME = (
    "status",
    "stopped",
    "message",
    "objective",
    "bound",
    "bound_kind",
    "certificate",
    "details",
    "decision",
    "front",
    "bound_front",
)

# What depends on the seconds of a busy machine: two regions of a front are searched side by side,
# and trees, as well as proofs of the fewest moves, have a second or two each.
TIMED = {"programs_solved", "moves_certificate", "moves_bound_kind", "proof"}


@kernel
def _sum_of_squares(values):
    total = 0.0
    for k in range(len(values)):
        total += _square(values[k])
    return total


@kernel(inner=True)
def _square(value):
    return value * value


def told(outcome) -> dict:
    fields = {field: getattr(outcome, field) for field in SAME}
    if outcome.bound_kind in ("solver", "model-certified"):
        fields |= {"bound_kind": "of the model", "certificate": None}
    details = {name: value for name, value in outcome.details.items() if name not in TIMED}
    return {**fields, "details": details}


SMALLEST = [
    f"{name}/{file.stem}"
    for name in problem_names()
    for file in sorted((bundled_folder() / name).glob("*.json"))
    if file.stat().st_size <= LARGEST
]


@pytest.mark.parametrize("source", SMALLEST)
def test_every_method_gives_the_same_both_ways(source: str) -> None:
    """On the smallest bundled instances; a method without kernels is the same anyway."""
    instance = optgap.load(source)
    for method in problem_named(instance.problem).compared(instance):
        try:
            plain = optgap.solve(instance, method, compiled="no")
        except InputError:
            continue  # the method refuses the instance
        if "interpreted" in plain.timing:
            again = optgap.solve(instance, method, compiled="yes")
            assert "interpreted" not in again.timing
            assert told(again) == told(plain), method


def test_a_kernel_and_those_that_it_calls_are_the_same_both_ways() -> None:
    values = np.arange(5.0)
    with kernels_compiled("yes"):
        before = interpreted_seconds()
        assert _sum_of_squares(values) == 30.0
        assert interpreted_seconds() == before
    with kernels_compiled("no"):
        assert _sum_of_squares(values) == 30.0
        assert interpreted_seconds() > before
        assert type(_sum_of_squares(values)) is float


def test_large_arrays_are_compiled_and_small_ones_are_not() -> None:
    before = interpreted_seconds()
    _sum_of_squares(np.zeros(30_000))
    assert interpreted_seconds() == before


def test_a_kernel_that_lasts_is_compiled_from_then_on(monkeypatch) -> None:
    calls = []

    def slow(values):
        calls.append(len(values))
        return len(values)

    lasting = Kernel(slow, inner=False)
    monkeypatch.setattr(Kernel, "dispatcher", property(lambda _: lambda values: -len(values)))
    monkeypatch.setattr(kernels, "COMPILING", 0.0)
    assert lasting(np.zeros(3)) == 3  # the call that shows how long it lasts
    assert lasting(np.zeros(3)) == -3
    assert calls == [3]


def test_a_kernel_that_is_expected_to_last_is_compiled_at_once(monkeypatch) -> None:
    lasting = Kernel(lambda values: len(values), inner=False)
    monkeypatch.setattr(Kernel, "dispatcher", property(lambda _: lambda values: -len(values)))
    expect_seconds(lasting, 0.2)
    assert lasting(np.zeros(3)) == 3
    expect_seconds(lasting, 0.3)
    assert lasting(np.zeros(3)) == -3
    with kernels_compiled("no"):
        assert lasting(np.zeros(3)) == 3


def test_within_a_kernel_that_lasts_the_next_one_is_compiled(monkeypatch) -> None:
    inside = Kernel(lambda: "as written", inner=False)
    monkeypatch.setattr(Kernel, "dispatcher", property(lambda _: lambda: "compiled"))
    assert Kernel(lambda: inside(), inner=False)() == "as written"
    monkeypatch.setattr(kernels, "COMPILING", -1.0)
    assert Kernel(lambda: inside(), inner=False)() == "compiled"


def test_kernels_are_pickled_by_name() -> None:
    assert pickle.loads(pickle.dumps(_sum_of_squares)) is _sum_of_squares


def test_the_outcome_says_what_was_asked_for_and_used() -> None:
    outcome = optgap.solve("placement/fig6", "ipa", compiled="no")
    assert outcome.options["compiled"] == "no" and outcome.timing["interpreted"] > 0
    assert "compiled" not in optgap.solve("placement/fig6", "ipa").options


def test_an_unknown_choice_is_refused(optgap_command) -> None:
    ended = optgap_command("solve", "placement/fig6", "--compiled", "maybe")
    assert ended.code == 2
    assert "compiled: must be auto, yes or no (found 'maybe')" in ended.err


def test_a_kernel_compiles_where_no_folder_can_be_written(monkeypatch) -> None:
    caching = pytest.importorskip("numba.core.caching")
    monkeypatch.setattr(caching.CompileResultCacheImpl, "_locator_classes", [])
    with kernels_compiled("yes"):
        assert Kernel(lambda values: values.sum(), inner=False)(np.arange(3.0)) == 3.0


@kernel(arrays=False)
def _sum_of_rows(values):
    total = 0.0
    for k in range(len(values)):
        total += _sum_of_squares_in_place(values[k])
    return total


@kernel(inner=True, arrays=False)
def _sum_of_squares_in_place(row):
    total = 0.0
    for k in range(len(row)):
        total += row[k] * row[k]
    return total


def test_a_kernel_without_arrays_of_its_own_leaves_those_of_others_as_they_are() -> None:
    """References are not counted in it, and counts are as before."""
    pytest.importorskip("numba")
    values = np.arange(6.0).reshape(3, 2)
    with kernels_compiled("yes"):
        assert _sum_of_rows(values) == 55.0
        count = sys.getrefcount(values)
        for _ in range(100):
            _sum_of_rows(values)
    assert sys.getrefcount(values) == count


def test_kernels_without_arrays_get_none_from_those_that_they_call() -> None:
    """numba refuses to compile a kernel that makes an array, but not one that is handed one."""
    import optgap_cluster.rollout  # noqa: F401 (its kernels are looked at)

    modules = [each for name, each in sys.modules.items() if name.startswith("optgap.")]
    kernels = {each for m in modules for each in vars(m).values() if isinstance(each, Kernel)}
    without = {each for each in kernels if not each._arrays}
    assert len(without) >= 10
    for each in without:
        called = [each.function.__globals__.get(name) for name in each.function.__code__.co_names]
        for other in (function for function in called if isinstance(function, Kernel)):
            returned = str(other.function.__annotations__["return"])
            assert not re.search("Array|ndarray", returned), (each.function, other.function)


def test_a_kernel_that_makes_an_array_is_not_compiled_without_arrays() -> None:
    numba = pytest.importorskip("numba")
    copied = Kernel(lambda values: values.copy().sum(), inner=False, arrays=False)
    with kernels_compiled("yes"), pytest.raises(numba.core.errors.NumbaError):
        copied(np.arange(3.0))


def test_a_kernel_without_arrays_leaves_those_that_it_calls_theirs() -> None:
    """Compiled within it, a kernel that makes arrays still counts their references."""
    names = {"kernel": kernel, "np": np, "__name__": "made_here"}
    exec(
        "@kernel(inner=True)\ndef made(n):\n    return np.arange(n).sum()\n"
        "@kernel(arrays=False)\ndef outer(n):\n    return made(n) + 1\n",
        names,
    )
    with kernels_compiled("yes"):
        assert names["outer"](4) == 7
