"""Facts of each problem that tests and benchmarks use: sizes, units, and messages."""

import tomllib
from pathlib import Path
from typing import Any

FACTS = Path(__file__).parents[1] / "tests" / "data" / "problems"


def facts_of(problem: str) -> dict[str, Any]:
    """Return the facts in the problem's file in ``tests/data/problems``."""
    facts: dict[str, Any] = _with_none(tomllib.loads((FACTS / f"{problem}.toml").read_text()))
    return facts


def _with_none(value: Any) -> Any:
    """Return a value with ``None`` in place of each text ``"null"``, which TOML does not have."""
    if isinstance(value, dict):
        return {key: _with_none(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_with_none(each) for each in value]
    return None if value == "null" else value
