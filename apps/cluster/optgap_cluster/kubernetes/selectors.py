"""Selectors of pods and namespaces by their labels."""

from collections.abc import Iterable, Iterator

from .records import (
    AffinityTerm,
    Expression,
    KubernetesNode,
    LabelExpression,
    LabelSelector,
    Pod,
    PodTerm,
    Taint,
    Toleration,
)


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
    """Return a selector that also requires the pod's values of ``same``, and none of ``other``."""
    own = pod.metadata.labels
    more = [LabelExpression(key=k, operator="In", values=(own[k],)) for k in same if k in own]
    more += [LabelExpression(key=k, operator="NotIn", values=(own[k],)) for k in other if k in own]
    if not more:
        return selector
    expressions = (*selector.match_expressions, *more)
    return selector.model_copy(update={"match_expressions": expressions})


def selector_of(term: PodTerm, pod: Pod) -> LabelSelector:
    """Return a term's selector, extended by the pod's values for the label keys in the term."""
    assert term.label_selector is not None
    return narrowed(term.label_selector, pod, term.match_label_keys, term.mismatch_label_keys)


_HARD = ("NoSchedule", "NoExecute")
_CORDONED = Taint(key="node.kubernetes.io/unschedulable", effect="NoSchedule")
_UNHEARD = Taint(key="node.kubernetes.io/unreachable", effect="NoSchedule")
_NOT_READY = Taint(key="node.kubernetes.io/not-ready", effect="NoSchedule")


def admits(node: KubernetesNode, pod: Pod, *, taints: bool = True) -> bool:
    """Return whether a pod may be sent to a node; if ``taints`` is false, taints are ignored."""
    labels = node.metadata.labels
    wanted = pod.spec.node_selector
    if any(labels.get(key) != value for key, value in wanted.items()):
        return False
    required = pod.spec.affinity.node_affinity.required
    if required is not None and not any(
        term_holds(term, node) for term in required.node_selector_terms
    ):
        return False
    return not taints or avoids_taints(node, pod)


def avoids_taints(node: KubernetesNode, pod: Pod) -> bool:
    """Return whether a pod tolerates all taints of a node that keep pods away."""
    return not any(taints_against(node, pod))


def taints_against(node: KubernetesNode, pod: Pod) -> Iterator[Taint]:
    """Yield the taints of a node that keep a pod away.

    Kubernetes taints cordoned nodes and nodes that are not Ready, though with a delay.
    """
    hard = [taint for taint in node.spec.taints if taint.effect in _HARD]
    if node.spec.unschedulable:
        hard.append(_CORDONED)
    if not node.ready:
        hard.append(
            _UNHEARD
            if any(c.status == "Unknown" for c in node.status.conditions if c.type == "Ready")
            else _NOT_READY
        )
    yield from (taint for taint in hard if not _tolerated(taint, pod))


def tolerates_cordon(pod: Pod) -> bool:
    """Return whether a pod may be sent to a cordoned node."""
    return _tolerated(_CORDONED, pod)


def _tolerated(taint: Taint, pod: Pod) -> bool:
    return any(tolerates(toleration, taint) for toleration in pod.spec.tolerations)


def tolerates(toleration: Toleration, taint: Taint) -> bool:
    """Return whether a toleration covers a taint; if its key or effect is empty, any matches."""
    if toleration.effect not in ("", taint.effect):
        return False
    if toleration.key == "":
        return toleration.operator == "Exists"
    if toleration.key != taint.key:
        return False
    return toleration.operator == "Exists" or toleration.value == taint.value


def term_holds(term: AffinityTerm, node: KubernetesNode) -> bool:
    if not term.match_expressions and not term.match_fields:
        return False
    fields = {"metadata.name": node.metadata.name}
    return all(
        _holds(expression, node.metadata.labels) for expression in term.match_expressions
    ) and all(_holds(field, fields) for field in term.match_fields)


def _holds(expression: Expression, labels: dict[str, str]) -> bool:
    if expression.operator not in ("Gt", "Lt"):
        return expression_holds(expression, labels)
    try:
        (bound,) = expression.values
        number, limit = int(labels.get(expression.key, "")), int(bound)
    except ValueError:  # Kubernetes: what is not a number is neither greater nor less
        return False
    return number > limit if expression.operator == "Gt" else number < limit
