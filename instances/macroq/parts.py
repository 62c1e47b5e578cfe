"""The parts of a macroq instance: jobs, their templates, PEs, streams and resource functions."""

from collections.abc import Iterator, Mapping
from typing import Annotated

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, number_array
from ...core.schema import Many, Name, NonNegative, Part, PositiveCount


class ValueFunction(Part):
    """The value of a stream by its rate: piecewise linear, constant beyond the ends."""

    rate: Annotated[FloatArray, *number_array(1, at_least=0)]
    value: Annotated[FloatArray, *number_array(1, at_least=0)]

    def at(self, rate: float) -> float:
        """Return the value of a rate."""
        return float(np.interp(rate, self.rate, self.value))


class RateLimit(Part):
    """A term of a resource function of a PE with m mips, which reads streams at rates r.

    As a sum it is ``mips`` m + Σ ``rates`` r; as a product ``mips`` m Σ ``rates`` r.
    """

    mips: NonNegative | None = None
    rates: dict[str, NonNegative] | None = None
    product: bool = False


class DerivedStream(Part):
    """A stream that a PE produces; its rate is the minimum of its terms."""

    name: Name
    pe: Name
    resource: Annotated[Many[RateLimit], Field(min_length=1)]
    value: ValueFunction | None = None
    weight: NonNegative = 0.0


class Pe(Part):
    """A PE of a template, with its minimum and maximum mips if its job is admitted."""

    name: Name
    min_mips: NonNegative = 0.0
    max_mips: NonNegative | None = None


class Template(Part):
    """One way to run a job: a curve of importance over mips, or a graph of PEs and streams."""

    name: Name
    mips: Annotated[FloatArray, *number_array(1, at_least=0)] | None = None
    importance: Annotated[FloatArray, *number_array(1, at_least=0)] | None = None
    pes: Annotated[Many[Pe], Field(min_length=1)] | None = None
    streams: Annotated[Many[DerivedStream], Field(min_length=1)] | None = None

    @property
    def is_curve(self) -> bool:
        """Whether the template is a curve."""
        return self.mips is not None

    def pes_by_name(self) -> dict[str, Pe]:
        """Return the PEs of a graph by name."""
        return {pe.name: pe for pe in self.pes or ()}


class OfferedJob(Part):
    """An offered job: its rank and its templates; ``running`` fixes the template."""

    name: Name
    rank: PositiveCount
    required: bool = False
    running: Name | None = None
    templates: Annotated[Many[Template], Field(min_length=1)]

    @property
    def choices(self) -> tuple[Template, ...]:
        """The templates that a plan may choose for the job."""
        return tuple(t for t in self.templates if self.running in (None, t.name))


def cycle_of(after: Mapping[str, set[str]]) -> list[str]:
    """Return the names on a cycle, with the first name again at the end; empty without a cycle."""
    done: set[str] = set()
    for start in sorted(after):
        path: list[str] = []
        waiting: list[Iterator[str]] = []
        _enter(start, after, path, waiting)
        while waiting:
            following = next(waiting[-1], None)
            if following is None:
                waiting.pop()
                done.add(path.pop())
            elif following in path:
                return [*path[path.index(following) :], following]
            elif following not in done:
                _enter(following, after, path, waiting)
    return []


def _enter(
    name: str, after: Mapping[str, set[str]], path: list[str], waiting: list[Iterator[str]]
) -> None:
    path.append(name)
    waiting.append(iter(sorted(after.get(name, ()))))
