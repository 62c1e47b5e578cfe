"""The exact model of an instance as a file that other solvers read."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from .api import AnyInstance, loaded
from .core.faults import input_error
from .core.files import replaced
from .validation.catalogue import problem_of

_SUFFIXES = (".mps", ".lp", ".opb")


def export(instance: AnyInstance, to: str | Path) -> dict[str, Any]:
    """Write the exact model as MPS, LP or OPB, as the suffix says; return its size."""
    path = Path(to)
    if path.suffix not in _SUFFIXES:
        raise input_error("to", "must end in .mps, .lp or .opb", str(to))
    found = loaded(instance)
    model = problem_of(found).formulation.build_model(found)
    with replaced(path) as place:
        _write_model(model, place, found.name)
    counts = {"variables": model.nvariables(), "constraints": model.nconstraints()}
    return {"file": str(path), **counts}


def _write_model(model: Any, path: Path, name: str) -> None:
    """Write a model; as LP with the names of the instance, or numbers where two become one."""
    if path.suffix == ".lp":
        _write_lp(model, path)
        return
    from .solvers.engines import mps, opb, standard_form

    form = standard_form(model)
    path.write_text(mps(form, name) if path.suffix == ".mps" else opb(form, name))


def _write_lp(model: Any, path: Path) -> None:
    try:
        model.write(str(path), io_options={"symbolic_solver_labels": True})
    except RuntimeError as error:
        if "symbol" not in str(error):
            raise
        words = "two names are the same as labels of this format: variables are numbered"
        warnings.warn(words, stacklevel=4)
        model.write(str(path), io_options={"symbolic_solver_labels": False})
