"""Functions that build models."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import pyomo.core as pyo
from pyomo.common.gc_manager import PauseGC

Arguments = ParamSpec("Arguments")


def model_builder(
    build: Callable[Arguments, pyo.ConcreteModel],
) -> Callable[Arguments, pyo.ConcreteModel]:
    """Make a function build its model without pauses: a model has many objects and no garbage."""

    @wraps(build)
    def paused(*args: Arguments.args, **options: Arguments.kwargs) -> pyo.ConcreteModel:
        with PauseGC():
            return build(*args, **options)

    return paused
