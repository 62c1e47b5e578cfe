"""Kernels: inner loops as Python functions that numba compiles if this saves time.

A kernel is a function of arrays, numbers and tuples of these. On small instances it runs
uncompiled, because compiling takes longer than all its calls. numba is imported when the first
kernel is compiled. Without numba all kernels run uncompiled.
"""

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property, update_wrapper
from time import perf_counter
from typing import Any, Literal, TypeAlias, TypeVar, cast, overload

import numpy as np

from .clock import Stopwatch, paused_clock, watch_compiling
from .faults import Fault, InputError
from .installed import is_installed


def in_threads(
    threads: int | None, function: Callable[..., Any], *arguments: Iterable[Any]
) -> list[Any]:
    """Return the results of calls that run kernels, in threads (by default one per processor)."""
    with ThreadPoolExecutor(threads or os.cpu_count()) as executor:
        return list(executor.map(function, *arguments))


class _Compilers:
    """The kernels that this process has compiled; a kernel is compiled after those it calls."""

    def __init__(self) -> None:
        self._work = Stopwatch()
        self._kernels = 0
        self._expected = 0
        self.watched = False

    def begin(self, kernels_within: int) -> None:  # numba lets one thread compile at a time
        if not self._work.runs:
            self._expected = self._kernels + kernels_within
        self._work.begin()
        self._kernels += 1

    def end(self) -> None:
        self._work.end()

    def progress(self) -> tuple[int, int, float] | None:
        if not self._work.runs:
            return None
        return self._kernels, max(self._kernels, self._expected), self._work.seconds


COMPILERS = _Compilers()


def compiling() -> tuple[int, int, float] | None:
    """Return (kernels started, kernels expected, seconds) during compilation, else ``None``."""
    return COMPILERS.progress()


def watch_compilers(event: Any, kernels_within: Callable[[Any], int]) -> None:
    """Count the kernels that numba compiles from now on; ``event`` is numba's events module.

    ``kernels_within`` returns the number of kernels compiled with a function, including it.
    """
    if COMPILERS.watched:
        return

    class Compiler(event.Listener):  # type: ignore[misc]  # numba has no types
        def on_start(self, event: Any) -> None:
            COMPILERS.begin(kernels_within(event.data["dispatcher"].py_func))

        def on_end(self, event: Any) -> None:
            COMPILERS.end()

    COMPILERS.watched = True
    event.register("numba:compile", Compiler())


# ruff: noqa: SLF001 - private names of numba are used below, and in no other module


def forget_what_cannot_be_read(dispatcher: Any) -> None:
    """Treat a cache as empty if its index names objects that this version lacks.

    numba unpickles the index before it checks whether the index is valid.
    """
    index = dispatcher._cache._cache_file
    load = index._load_index

    def readable() -> Any:
        try:
            return load()
        except Exception:  # any exception is possible if a class or module has changed
            return {}

    index._load_index = readable


def has_compiled(dispatcher: Any) -> bool:
    """Return whether the disk cache has compiled code for a kernel's present source."""
    cache = getattr(dispatcher._cache, "_cache_file", None)
    return cache is not None and bool(cache._load_index())


def compile_once_for_literals(dispatcher: Any, unliteral: Callable[[Any], Any]) -> None:
    """Treat a constant in a call between kernels as a number of its type.

    Otherwise numba compiles a kernel again for each constant that another kernel passes.
    ``unliteral`` is numba's function from the type of a constant to the type of its numbers.
    """
    template = dispatcher.get_call_template

    def of_plain_types(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        plain = {name: unliteral(kind) for name, kind in kws.items()}
        return template(tuple(map(unliteral, args)), plain)

    dispatcher.get_call_template = of_plain_types


Compiling: TypeAlias = Literal["auto", "yes", "no"]
COMPILED: tuple[Compiling, ...] = ("auto", "yes", "no")
F = TypeVar("F", bound=Callable[..., Any])

COMPILING = 0.25  # approximate seconds to compile a kernel
_LOADING = 0.5  # approximate seconds to load numba and compiled kernels from disk
_AS_WRITTEN = 100  # an uncompiled search takes about this many times as long as a compiled one
_MOST_DECISIONS = 40  # with more decisions, 2^decisions exceeds the nodes of any search
_SMALL = 20_000  # numbers in the arrays of a call; a call with more is compiled at once


class _Mode:
    """The choice of compilation for the process, and the seconds in uncompiled kernels."""

    def __init__(self) -> None:
        self.compiled: Compiling = "auto"
        self.interpreted = 0.0


class _Outermost(threading.local):
    """The time until which a thread's outermost kernel may run uncompiled.

    ``until_loaded`` is the same time for kernels whose compiled code is on disk; it is earlier.
    """

    until: float | None = None
    until_loaded: float = 0.0


_MODE = _Mode()
_OUTERMOST = _Outermost()


@contextmanager
def kernels_compiled(asked: Compiling) -> Iterator[None]:
    """Context manager: run kernels compiled (``yes``), uncompiled (``no``) or ``auto``.

    ``auto`` keeps the choice in force, which is at first to compile if that saves time.
    """
    before = _MODE.compiled
    _MODE.compiled = before if checked_choice(asked) == "auto" else asked
    try:
        yield
    finally:
        _MODE.compiled = before


def checked_choice(asked: str) -> Compiling:
    """Return the choice if it is available, else raise an error."""
    for choice in COMPILED:
        if choice == asked and (choice != "yes" or is_installed("numba")):
            return choice
    rule = "needs numba, which is not installed" if asked == "yes" else "must be auto, yes or no"
    raise InputError("bad input", [Fault.of("compiled", rule, asked)])


def compiling_choice() -> Compiling:
    """Return this process's choice of compilation: ``yes``, ``no`` or ``auto``."""
    return _MODE.compiled


def interpreted_seconds() -> float:
    """Return the seconds that kernels ran uncompiled since the process started."""
    return _MODE.interpreted


class Kernel:
    """A function that runs compiled or uncompiled, as decided at each call.

    Compiled kernels call another kernel directly, because numba reads its `_numba_type_`.
    ``inner`` kernels are called by kernels only, and omit the wrapper for Python, which takes long
    to compile. Kernels that allocate no ``arrays`` omit reference counting, which would take longer
    than the work of a short kernel whose arguments are tuples of many arrays.
    """

    def __init__(self, function: Callable[..., Any], inner: bool, arrays: bool = True) -> None:
        update_wrapper(self, function)
        self.function = function
        self._inner = inner
        self._arrays = arrays
        self._dispatcher: Any = None
        self._pays = False  # whether auto compiles it
        self._left: float | None = None  # seconds that uncompiled calls may still take
        self._spent = 0.0  # seconds that uncompiled calls have taken

    def __call__(self, *args: Any) -> Any:
        mode = _MODE.compiled
        if (mode == "yes" or (self._pays and mode == "auto")) and not self._inner:
            return (self._dispatcher or self.dispatcher)(*args)
        return self._judged_call(args)

    def __reduce__(self) -> str:
        return self.function.__qualname__

    @property
    def dispatcher(self) -> Any:
        """The compiled function, which is numba's dispatcher."""
        if self._dispatcher is None:
            with paused_clock():
                from numba import njit
                from numba.core import event, types
            watch_compiling()
            watch_compilers(event, lambda function: len(kernels_within(function)))
            options: dict[str, Any] = {
                "no_cpython_wrapper": self._inner,
                "no_cfunc_wrapper": True,
                "_nrt": self._arrays,  # reference counts; by default as in the caller
            }
            try:
                self._dispatcher = njit(cache=True, nogil=True, **options)(self.function)
                forget_what_cannot_be_read(self._dispatcher)
            except RuntimeError:  # no cache folder is writable: compile for this process only
                self._dispatcher = njit(nogil=True, **options)(self.function)
            compile_once_for_literals(self._dispatcher, types.unliteral)
        return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        from numba.core.types import Dispatcher

        return Dispatcher(self.dispatcher)

    def _judged_call(self, args: tuple[Any, ...]) -> Any:
        """Call the function; ``auto`` compiles it first for large arguments or after a while."""
        if _OUTERMOST.until is None:
            if _MODE.compiled == "auto" and _count(args) > _SMALL and self._compile_from_now_on():
                return self.dispatcher(*args)
            return self._outermost_call(args)
        if _MODE.compiled == "auto" and (now := perf_counter()) > _OUTERMOST.until_loaded:
            late = now > _OUTERMOST.until or (not self._inner and self._is_on_disk)
            if late and self._compile_from_now_on():
                return self.dispatcher(*args)
        return self.function(*args)

    def expect(self, seconds: float) -> None:
        """Announce uncompiled calls of ``seconds`` in total; compile first if that is quicker."""
        if seconds > self._remaining_seconds():
            self._compile_from_now_on()

    def _remaining_seconds(self) -> float:
        if self._left is None:  # as long as compiling would take
            self._left = COMPILING * len(kernels_within(self.function))
        return self._left

    def _outermost_call(self, args: tuple[Any, ...]) -> Any:
        left = self._remaining_seconds()
        begun = perf_counter()
        _OUTERMOST.until = begun + left
        _OUTERMOST.until_loaded = begun + min(left, max(0.0, _LOADING - self._spent))
        try:
            with np.errstate(all="ignore"):  # as in compiled code
                return _plain(self.function(*args))
        finally:
            _OUTERMOST.until = None
            seconds = perf_counter() - begun
            _MODE.interpreted += seconds
            self._left = left - seconds
            self._spent += seconds
            is_late = self._left < 0 or (self._spent > _LOADING and self._is_on_disk)
            if is_late and _MODE.compiled == "auto":
                self._compile_from_now_on()

    @cached_property
    def _is_on_disk(self) -> bool:
        return is_installed("numba") and has_compiled(self.dispatcher)

    def _compile_from_now_on(self) -> bool:
        self._pays = not self._inner and is_installed("numba")
        return self._pays


@overload
def kernel(function: F) -> F: ...
@overload
def kernel(*, inner: bool = False, arrays: bool = True) -> Callable[[F], F]: ...
def kernel(
    function: F | None = None, *, inner: bool = False, arrays: bool = True
) -> F | Callable[[F], F]:
    """Make a kernel of a function; an ``inner`` one is called by kernels only.

    Without ``arrays`` it allocates no array, and gets none from the kernels that it calls.
    """
    if function is None:
        return lambda function: cast("F", Kernel(function, inner, arrays))
    return cast("F", Kernel(function, inner, arrays))


def kernels_within(function: Callable[..., Any]) -> set[Callable[..., Any]]:
    """Return the functions of the kernels compiled together with a function, including it."""
    within, waiting = {function}, [function]
    while waiting:
        outer = waiting.pop()
        called = [outer.__globals__.get(name) for name in outer.__code__.co_names]
        fresh = {inner.function for inner in called if isinstance(inner, Kernel)} - within
        within |= fresh
        waiting += fresh
    return within


def expect_seconds(function: Callable[..., Any], seconds: float) -> None:
    """Announce the estimated total seconds of a kernel's future calls if uncompiled."""
    if isinstance(function, Kernel):
        function.expect(seconds)


def expect_nodes(function: Callable[..., Any], decisions: int, most: int, seconds: float) -> None:
    """Announce to a kernel a search of at most ``most`` nodes over some binary decisions.

    One node takes ``seconds`` without compilation.
    """
    expect_seconds(function, seconds * min(2 ** min(decisions, _MOST_DECISIONS), most))


def nodes_in_time(compiled: int) -> int:
    """Return the limit ``compiled`` on search nodes, reduced if kernels run uncompiled."""
    as_written = _MODE.compiled == "no" or not is_installed("numba")
    return max(1, compiled // _AS_WRITTEN) if as_written else compiled


def _count(thing: Any) -> int:
    """Return the number of cells in an array or in the arrays of a tuple."""
    if isinstance(thing, np.ndarray):
        return thing.size
    return sum(map(_count, thing)) if isinstance(thing, tuple) else 0


def _plain(result: Any) -> Any:
    """Return a result with Python's numbers instead of numpy's, as compiled code returns it."""
    if isinstance(result, np.generic):
        return result.item()
    if type(result) is tuple:
        return tuple(map(_plain, result))
    return result
