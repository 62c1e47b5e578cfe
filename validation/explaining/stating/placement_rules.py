"""What the rules between items and the devices of consolidation say, row by row of the model."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from ....core.words import ChangeWords
from ....instances.consolidation import Consolidation
from .words import Said, more, simply

Says = dict[str, Callable[[Any], Said]]

# rows that a person can do away with; all others define what comes and what is present
_ROWS = (
    *("apart", "apart_stay", "not_with", "not_with_come", "with_others"),
    *("spread", "spread_stay"),
)


def rules_said(instance: Consolidation) -> Says:
    """Return for each family of rows of the rules what a row of it says: its rule."""
    rules = [rule for rule in instance.rules or () if rule.kind != "at_once"]
    stated = Counter((rule.kind, rule.stated_by) for rule in rules)
    numbers = {id(rule): k for k, rule in enumerate(instance.rules or ())}

    def said(index: tuple[Any, ...]) -> Said:
        rule = rules[index[0]]
        name = f"rules[{numbers[id(rule)]}]"
        if rule.stated_by is not None and stated[rule.kind, rule.stated_by] == 1:
            name = rule.stated_by
        change: ChangeWords = simply(f"{name} does not hold")
        words = f"{len(rule.items)} items"
        if rule.kind == "apart":
            words = f"{words}, at most {rule.most} in a domain"
            change = more(f"{name}: at most ", rule.most, " in a domain")
        elif rule.kind == "spread":
            words = f"{words}, a skew of {rule.skew}"
            change = more(f"{name}: a skew of ", rule.skew)
        return Said(rule.kind, name, words, change)

    return dict.fromkeys(_ROWS, said)


def devices_said(instance: Consolidation) -> Says:
    """Return what a row of a device says: the devices of its machine."""

    def said(index: tuple[int, int, int]) -> Said:
        resource = (instance.devices or ())[index[2]]
        r = instance.resources.index(resource)
        site = instance.sites[index[0]]
        words = f"{float(site.capacity[r]):.10g} devices"
        change = simply(f"shares of {site.name} {resource} lie across devices")
        return Said("devices", f"{site.name} {resource}", words, change)

    return {"device": said}
