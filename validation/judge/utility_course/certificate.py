"""Certificates of utility_course: prices of epochs, counting, least cores beyond the supply."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, Literal

from ....core.schema import NonNegative
from ....instances.utility_course import UtilityCourse
from ..forms import Certificate
from ..proofs.claims import UnprovenError
from .epoch_prices import counting_bound, overfull_epoch, proven_by_prices


class EpochPrices(Certificate):
    """A price of a core in every epoch; whatever they are, they prove a bound."""

    AXES: ClassVar = {"price": ("epochs",)}
    kind: Literal["epoch-prices"] = "epoch-prices"
    price: list[NonNegative]


class CountByDueDates(Certificate):
    """By the end of no epoch more jobs have reached the level than due dates admit."""

    kind: Literal["counting"] = "counting"


class LeastCoresOfRunningJobs(Certificate):
    """In some epoch jobs that cannot have ended need more cores than the cluster has."""

    kind: Literal["least-cores"] = "least-cores"


def certified(
    instance: UtilityCourse, certificate: EpochPrices | CountByDueDates | LeastCoresOfRunningJobs
) -> Fraction | None:
    """Return the bound that prices or counting prove; nothing is feasible by least cores."""
    if isinstance(certificate, EpochPrices):
        return proven_by_prices(instance, certificate.price)
    if isinstance(certificate, CountByDueDates):
        if instance.objective != "time-to":
            raise UnprovenError("counting bounds times to a level only")
        return counting_bound(instance)
    if overfull_epoch(instance) is None:
        raise UnprovenError("the least cores of running jobs fit into every epoch")
    return None
