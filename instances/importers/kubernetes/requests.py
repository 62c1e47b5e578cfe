"""The request of a pod, as Kubernetes' scheduler adds it up."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from .quantities import as_scheduled
from .records import Container, ContainerStatus, Pod, Resources

Amounts: TypeAlias = dict[str, Fraction]


def request_key(pod: Pod) -> str:
    """Return what decides the request of a pod."""
    spec, status = pod.spec, pod.status
    return repr(
        (
            [
                (init_container.name, init_container.restart_policy, init_container.resources)
                for init_container in spec.init_containers
            ],
            [(container.name, container.resources) for container in spec.containers],
            spec.overhead,
            spec.resources,
            status.container_statuses,
            status.init_container_statuses,
            [condition for condition in status.conditions if condition.type == "PodResizePending"],
        )
    )


def pod_request(pod: Pod) -> Amounts:
    """Return what a pod needs of each resource, by the Kubernetes rule.

    That is the larger of what its containers with its sidecars need and what each init container
    needs beside the sidecars started before it; requests of the whole pod stand in the place of
    their sum; then the overhead.  Every pod counts as one of ``pods``.  Where a container is
    resized in place the larger of what it wants and what its node has set aside counts.
    """
    running: Amounts = {}
    most: Amounts = {}
    statuses = (*pod.status.container_statuses, *pod.status.init_container_statuses)
    aside = {status.name: status for status in statuses}
    refused = any(
        condition.type == "PodResizePending" and condition.reason == "Infeasible"
        for condition in pod.status.conditions
    )
    for container in pod.spec.init_containers:
        if container.restart_policy == "Always":
            add(running, _container_request(container, aside, refused))
            _raise(most, running)
        else:
            _raise(most, _sum(running, _requests(container.resources)))
    for container in pod.spec.containers:
        add(running, _container_request(container, aside, refused))
    _raise(most, running)
    most |= _requests(pod.spec.resources)
    add(most, pod.spec.overhead)
    most["pods"] = Fraction(1)
    return {resource: as_scheduled(resource, amount) for resource, amount in most.items()}


def _container_request(
    container: Container, aside: dict[str, ContainerStatus], refused: bool
) -> Amounts:
    """Return what a container counts for; a resize that its node refuses does not count."""
    wanted = _requests(container.resources)
    status = aside.get(container.name)
    if status is None:
        return wanted
    most = {} if refused else dict(wanted)
    _raise(most, status.resources.requests)
    _raise(most, status.allocated_resources)
    return {**wanted, **most}


def _requests(resources: Resources) -> Amounts:
    return {**resources.limits, **resources.requests}


def add(total: Amounts, amounts: Amounts) -> None:
    """Add amounts to a total."""
    for resource, amount in amounts.items():
        total[resource] = total.get(resource, Fraction(0)) + amount


def _sum(one: Amounts, other: Amounts) -> Amounts:
    total = dict(one)
    add(total, other)
    return total


def _raise(most: Amounts, amounts: Amounts) -> None:
    for resource, amount in amounts.items():
        most[resource] = max(most.get(resource, Fraction(0)), amount)
