"""Documents from YAML, as ``kubectl get -o yaml`` prints it.

Aliases are refused: kubectl prints none, and a short text with them can stand for an endless one.
Dates stay text, as in Kubernetes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from .streams import STREAMED, Entry, NotReadableError, is_whole

_Fast: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Fast):  # type: ignore[misc]
    """A safe loader without aliases and dates."""

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        if node in self.constructed_objects or node in self.recursive_objects:
            raise yaml.constructor.ConstructorError(None, None, "has an alias", node.start_mark)
        return super().construct_object(node, deep)


_Loader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in _Fast.yaml_implicit_resolvers.items()
}


def yaml_entries(text: str) -> Iterator[Entry]:
    """Yield the entries of all documents; after its entries every document without them."""
    try:
        for number, document in enumerate(yaml.load_all(text, _Loader)):  # a safe loader
            if not is_whole(document):
                raise NotReadableError("", "is neither JSON nor YAML: half a character")
            yield from _entries(number, document)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = "" if mark is None else f" line {mark.line + 1}, column {mark.column + 1}"
        reason = getattr(error, "problem", None) or "it cannot be read"
        raise NotReadableError(place, f"is neither JSON nor YAML: {reason}") from None
    except (RecursionError, ValueError) as error:  # an integer of too many digits, and the like
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise NotReadableError("", f"is neither JSON nor YAML: {reason}") from None


def _entries(number: int, document: Any) -> Iterator[Entry]:
    if isinstance(document, dict):
        for key in STREAMED:
            if isinstance(document.get(key), list):
                for k, value in enumerate(document[key]):
                    yield Entry(number, key, k, value)
                document[key] = []
    yield Entry(number, "", 0, document)
