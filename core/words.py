"""Words of messages: numbers with what they count."""

from __future__ import annotations

import re


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number and what is counted: ``1 pod``, ``2 pods``; ``many`` where no s will do."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


_OF_ONE = {
    "are": "is",
    "ask": "asks",
    "belong": "belongs",
    "claim": "claims",
    "count": "counts",
    "do": "does",
    "find": "finds",
    "gain": "gains",
    "have": "has",
    "keep": "keeps",
    "mount": "mounts",
    "move": "moves",
    "prefer": "prefers",
    "run": "runs",
    "select": "selects",
    "stay": "stays",
    "take": "takes",
    "their": "its",
    "them": "it",
    "they": "it",
    "tolerate": "tolerates",
    "use": "uses",
    "wait": "waits",
}


def agreeing(number: int, words: str) -> str:
    """Return words that speak of several, or, for a number of 1, the same of one."""
    if number != 1:
        return words
    return re.sub(r"[a-z]+", lambda found: _OF_ONE.get(found[0], found[0]), words)
