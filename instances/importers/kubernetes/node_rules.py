"""The nodes allowed to a pod: selectors, required node affinity, taints and tolerations."""

from __future__ import annotations

from .records import AffinityTerm, Expression, KubernetesNode, Pod, Taint, Toleration
from .selectors import expression_holds

_HARD = ("NoSchedule", "NoExecute")
_CORDONED = Taint(key="node.kubernetes.io/unschedulable", effect="NoSchedule")
_UNHEARD = Taint(key="node.kubernetes.io/unreachable", effect="NoSchedule")
_NOT_READY = Taint(key="node.kubernetes.io/not-ready", effect="NoSchedule")


def admits(node: KubernetesNode, pod: Pod, *, taints: bool = True) -> bool:
    """Return whether a pod may be sent to a node; on demand whatever taints it has."""
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
    """Return whether a pod tolerates all taints of a node that keep pods away.

    Kubernetes taints nodes that are cordoned or not Ready, if not at the same moment.
    """
    hard = [taint for taint in node.spec.taints if taint.effect in _HARD]
    if node.spec.unschedulable:
        hard.append(_CORDONED)
    if not node.ready:
        hard.append(_UNHEARD if node.unheard else _NOT_READY)
    return all(_tolerated(taint, pod) for taint in hard)


def tolerates_cordon(pod: Pod) -> bool:
    """Return whether a pod may be sent to a node that is cordoned."""
    return _tolerated(_CORDONED, pod)


def _tolerated(taint: Taint, pod: Pod) -> bool:
    return any(tolerates(toleration, taint) for toleration in pod.spec.tolerations)


def tolerates(toleration: Toleration, taint: Taint) -> bool:
    """Return whether a pod puts up with a taint; no key or effect stands for any."""
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
    except ValueError:  # Kubernetes: what is no number is neither greater nor less
        return False
    return number > limit if expression.operator == "Gt" else number < limit
