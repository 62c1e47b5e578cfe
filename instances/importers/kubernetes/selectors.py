"""Selectors of pods and namespaces by their labels."""

from __future__ import annotations

from collections.abc import Iterable

from .records import Expression, LabelExpression, LabelSelector, Pod, PodTerm


def selects(selector: LabelSelector, labels: dict[str, str]) -> bool:
    """Return whether labels meet all conditions of a selector."""
    if any(labels.get(key) != value for key, value in selector.match_labels.items()):
        return False
    return all(expression_holds(expression, labels) for expression in selector.match_expressions)


def expression_holds(expression: LabelExpression | Expression, labels: dict[str, str]) -> bool:
    """Return whether labels meet a condition on one key: Exists, DoesNotExist, In or NotIn."""
    value = labels.get(expression.key)
    match expression.operator:
        case "Exists":
            return value is not None
        case "DoesNotExist":
            return value is None
        case "In":
            return value in expression.values
    return value not in expression.values


def narrowed(
    selector: LabelSelector, pod: Pod, same: Iterable[str], other: Iterable[str] = ()
) -> LabelSelector:
    """Return a selector with the values of a pod's own labels: the same, or other ones."""
    own = pod.metadata.labels
    more = [LabelExpression(key=k, operator="In", values=(own[k],)) for k in same if k in own]
    more += [LabelExpression(key=k, operator="NotIn", values=(own[k],)) for k in other if k in own]
    if not more:
        return selector
    expressions = (*selector.match_expressions, *more)
    return selector.model_copy(update={"match_expressions": expressions})


def selector_of(term: PodTerm, pod: Pod) -> LabelSelector:
    """Return the selector of a term, with the values of the pod's own labels."""
    assert term.label_selector is not None
    return narrowed(term.label_selector, pod, term.match_label_keys, term.mismatch_label_keys)
