"""Short arrays in many records: validated together, and stored in one buffer.

A file with 20,000 jobs has as many curves.  Validating and storing each as an array costs more than
the rest of the file, so the lists of one field become views of one buffer.
"""

from collections.abc import Iterable
from itertools import accumulate, chain
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import numpy as np
from pydantic import BaseModel

from .arrays import SHORT, ArrayRule, CheckedCells

_FEWEST = 50  # records for which it pays

Replaced = list[tuple[str, list[dict[str, Any]], list[list[Any]]]]  # field, records, their lists


def share_buffers(model: type[BaseModel], records: list[Any]) -> Replaced:
    """Replace lists in parsed records by views of one buffer; return the replaced lists.

    A list is not replaced if it is empty or long, or if its field is faulty or is in few records.
    """
    replaced: Replaced = []
    if set(map(type, records)) == {dict}:
        for name, field in model.model_fields.items():
            rule = _rule_of(field.metadata, field.annotation)
            if rule is not None and len(records) >= _FEWEST:
                replaced += _share_buffer(rule, name, records)
            elif (part := _part_of(field.annotation)) is not None:
                lists = [each for record in records if type(each := record.get(name)) is list]
                replaced += share_buffers(part, list(chain.from_iterable(lists)))
    return replaced


def restore_lists(replaced: Replaced) -> None:
    """Put the replaced lists back into their records."""
    for name, records, lists in replaced:
        for record, cells in zip(records, lists, strict=True):
            record[name] = cells


def _share_buffer(rule: ArrayRule, name: str, records: list[dict[str, Any]]) -> Replaced:
    holders = [r for r in records if type(r.get(name)) is list and 0 < len(r[name]) <= SHORT]
    lists = [record[name] for record in holders]
    numbers = list(chain.from_iterable(lists))
    if not numbers or not {int, float}.issuperset(map(type, numbers)):
        return []
    buffer = np.fromiter(numbers, np.float64, len(numbers))
    if rule.rejects(buffer).any() or (np.signbit(buffer) & (buffer == 0)).any():
        return []
    views = CheckedCells.of(buffer, rule).view(np.ndarray)
    begin = 0
    for record, end in zip(holders, accumulate(map(len, lists)), strict=True):
        record[name] = views[begin:end]
        begin = end
    return [(name, holders, lists)]


def _rule_of(metadata: Iterable[Any], annotation: Any) -> ArrayRule | None:
    """Return the rule of a field of floating-point lists; None for other fields."""
    for each in metadata:
        rule = getattr(getattr(each, "func", None), "__self__", None)
        if isinstance(rule, ArrayRule):
            return rule if rule.ndim == 1 and not rule.whole and not rule.nullable else None
    if get_origin(annotation) is Annotated:
        return _rule_of(get_args(annotation)[1:], None)
    for each in _alternatives(annotation):
        if (found := _rule_of((), each)) is not None:
            return found
    return None


def _part_of(annotation: Any) -> type[BaseModel] | None:
    """Return the class of the records in a field that is a list of records, or None."""
    for each in (annotation, *_alternatives(annotation)):
        plain = get_args(each)[0] if get_origin(each) is Annotated else each
        inside = get_args(plain)
        if get_origin(plain) is tuple and len(inside) == 2 and inside[1] is ...:
            part = inside[0]
            return part if isinstance(part, type) and issubclass(part, BaseModel) else None
    return None


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    return get_args(annotation) if get_origin(annotation) in (Union, UnionType) else ()
