"""Adapter of prism: the evaluator's model objects, ``compute_model_placement(gpu_num, models)``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any


@dataclass
class _Model:
    """A language model to place on a GPU, with the fields that prism's evaluator gives it."""

    model_name: str
    model_size: int
    req_rate: int
    slo: int
    cur_gpu_id: int


def play(program: ModuleType, instance: Any, ask: Callable[[Any], Any]) -> Any:
    """Run the program; return the GPU of each model, matched by object identity."""
    models = [
        _Model(f"model_{k}", model["size"], model["rate"], model["slo"], k)
        for k, model in enumerate(instance["models"])
    ]
    number = {id(model): k for k, model in enumerate(models)}
    kept = list(models)  # so that no identity is used again
    placed = program.compute_model_placement(instance["gpus"], models)
    if not isinstance(placed, dict):
        raise ValueError(f"must return a dict, returned {type(placed).__name__}", "garbage")
    gpu: list[Any] = [None] * len(kept)
    for place, group in placed.items():
        for model in group:
            k = number.get(id(model))
            if k is None:
                raise ValueError(
                    f"GPU {place}: an object is not a model of the instance", "garbage"
                )
            if gpu[k] is not None:
                raise ValueError(f"model_{k} is placed twice", "garbage")
            gpu[k] = place
    if None in gpu:
        raise ValueError(f"model_{gpu.index(None)} is not placed", "garbage")
    return {"gpu": gpu}
