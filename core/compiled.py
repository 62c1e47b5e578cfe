"""Compiling of inner kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])


def inner_njit(function: F) -> F:
    """Compile a function that only compiled code calls: a wrapper for Python takes long to make."""
    options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    compiled: F = njit(cache=True, nogil=True, **options)(function)
    return compiled
