"""optgap: exact models beside the heuristics of cluster scheduling, the gap measured and proven.

>>> import optgap
>>> instance = optgap.load("placement/fig6")
>>> optgap.solve(instance, "ipa").objective
16.0

The verbs are `load`, `generate`, `solve`, `check`, `compare`, `bench`, `front`, `prove`, `verify`,
`guarantee`, `hunt`, `export`, `library`, `submit` and `report`, imported when they are first used.
Names of installed packages are entry points of the group ``optgap.verbs``.
"""

from typing import Any

import lazy_loader

from .core.installed import attach_entry_points

__version__ = "0.4.0"

_suite, _, _names = lazy_loader.attach(
    __name__,
    submodules={"figures"},
    submod_attrs={
        "api": ["check", "compare", "generate", "load", "report", "save", "solve"],
        "core.faults": ["Fault", "InputError"],
        "core.schema": ["Instance"],
        "explaining": ["explain", "pool", "sweep"],
        "own_models": ["export", "front"],
        "pictures": ["ModelFront", "Outcome"],
        "studies": [
            *("Worst", "bench", "guarantee", "hunt", "library", "prove", "submit", "verify"),
        ],
        "validation.catalogue": ["Problem", "load_problem", "problem_named", "problem_names"],
        "validation.guarantees": ["Guarantee"],
        "validation.judge": ["Check"],
        "validation.running": ["library_row"],
    },
)
_packages, _package_names = attach_entry_points(__name__, "optgap.verbs")


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return __dir__()
    return _suite(name) if name in _names else _packages(name)


def __dir__() -> list[str]:
    return sorted({*_names, *_package_names()})
