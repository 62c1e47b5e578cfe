"""The application document: jobs, nodes, limits and events, run through SODA's four models."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field, ValidationError

from ...core.decimals import as_written
from ...core.faults import Fault, InputError, input_error, near_miss, repeated_names
from ...core.files import document_of
from ...core.schema import (
    Checked,
    Count,
    Many,
    Name,
    NonNegative,
    Part,
    Positive,
    PositiveCount,
    Rule,
    field_faults,
)
from ..macroq import MacroQ, generate
from ..macrow import License, Link, Node, Pair, Pe, Risk, Weights


class User(Part):
    """A user of the rank manager: a budget, and the user's jobs in order of preference."""

    budget: NonNegative
    jobs: Many[Name]


class Ranks(Part):
    """The rank manager: ``budget`` with users, or ``merit`` with terms, weights and a bucket."""

    manager: Literal["budget", "merit"]
    by: Literal["left", "share", "least-spread"] = "left"
    users: dict[str, User] = Field(default_factory=dict)
    terms: dict[str, dict[str, float]] = Field(default_factory=dict)
    weights: dict[str, float] = Field(default_factory=dict)
    bucket: Positive | None = None


class Event(Part):
    """Changes that happen at a macro and micro epoch, both counted from 0."""

    macro: Count
    micro: Count = 0
    primal: dict[str, NonNegative] = Field(default_factory=dict)
    value_weights: dict[str, NonNegative] = Field(default_factory=dict)
    down: Many[Name] = ()
    up: Many[Name] = ()
    arrive: Many[Name] = ()
    leave: Many[Name] = ()


class ChangeLimits(Part):
    """Limits on changes from one epoch to the next, of macrow's and of microw's plans."""

    macrow: dict[str, Count] = Field(default_factory=dict)
    microw: dict[str, NonNegative] = Field(default_factory=dict)


def sound_macroq(macroq: dict[str, Any], nodes: tuple[Node, ...]) -> Iterator[Fault]:
    """The jobs form a macroq instance without mips, and all templates are graphs."""
    if "mips" in macroq:
        yield Fault("macroq.mips", "is computed from the nodes that are up; leave it out")
        return
    total = float(sum(as_written(node.mips) for node in nodes))
    try:
        macroq_instance = MacroQ.model_validate({"name": "macroq", **macroq, "mips": total})
    except InputError as error:
        for fault in error.faults:
            yield Fault(f"macroq.{fault.place}", fault.rule, fault.value)
        return
    for j, job in enumerate(macroq_instance.jobs):
        for t, template in enumerate(job.templates):
            if template.is_curve:
                rule = "is a curve; only graphs have PEs to place on nodes"
                yield Fault(f"macroq.jobs[{j}].templates[{t}]", rule)


def distinct_nodes(nodes: tuple[Node, ...]) -> Iterator[Fault]:
    """Nodes have distinct names."""
    yield from repeated_names("nodes", (node.name for node in nodes))


def sound_pes(macroq: dict[str, Any], pes: dict[str, dict[str, Any]]) -> Iterator[Fault]:
    """Every entry of ``pes`` names a PE (``job/pe``) and has macrow's fields except name, goal."""
    known = {name for name, _ in _pes(macroq)}
    for name, fields in pes.items():
        if name not in known:
            yield Fault.of(f"pes.{name}", f"is not a PE (job/pe) {near_miss(name, known)}", name)
        for key in ("name", "goal"):
            if key in fields:
                yield Fault(f"pes.{name}.{key}", "comes from macroq; leave it out")
        try:
            Pe.model_validate({**fields, "name": name, "goal": 0.0})
        except ValidationError as error:
            for fault in field_faults(error, Pe):
                yield Fault(f"pes.{name}.{fault.place}", fault.rule, fault.value)


def _pes(macroq: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for job in macroq.get("jobs", ()):
        for template in job.get("templates", ()) if isinstance(job, dict) else ():
            for pe in template.get("pes") or () if isinstance(template, dict) else ():
                if isinstance(pe, dict):
                    yield f"{job.get('name')}/{pe.get('name')}", str(job.get("name"))


def sound_events(
    macroq: dict[str, Any],
    nodes: tuple[Node, ...],
    events: tuple[Event, ...],
    micro_epochs: int,
) -> Iterator[Fault]:
    """Events refer to known nodes, jobs and streams; jobs change only at micro epoch 0."""
    names = {node.name for node in nodes}
    jobs = {job.get("name") for job in macroq.get("jobs", ()) if isinstance(job, dict)}
    for k, event in enumerate(events):
        place = f"events[{k}]"
        if event.micro >= micro_epochs:
            rule = f"must be below the number of micro epochs ({micro_epochs})"
            yield Fault.of(f"{place}.micro", rule, event.micro)
        if event.micro and (event.arrive or event.leave):
            yield Fault.of(f"{place}.micro", "must be 0 if jobs arrive or leave", event.micro)
        for key in ("down", "up"):
            for name in getattr(event, key):
                if name not in names:
                    rule = f"is not a node {near_miss(name, names)}"
                    yield Fault.of(f"{place}.{key}", rule, name)
        for key in ("arrive", "leave"):
            for name in getattr(event, key):
                if name not in jobs:
                    rule = f"is not a job {near_miss(name, map(str, jobs))}"
                    yield Fault.of(f"{place}.{key}", rule, name)
        for name in event.primal:
            if name not in macroq.get("primal", {}):
                yield Fault.of(f"{place}.primal", "is not a primal stream", name)
        for name in event.value_weights:
            if name.partition("/")[0] not in jobs or "/" not in name:
                yield Fault.of(f"{place}.value_weights", "must be job/stream", name)


def sound_ranks(macroq: dict[str, Any], ranks: Ranks | None) -> Iterator[Fault]:
    """The rank manager covers each job once: by a user, or by terms that have weights."""
    if ranks is None:
        return
    jobs = {str(job.get("name")) for job in macroq.get("jobs", ()) if isinstance(job, dict)}
    if ranks.manager == "merit":
        if ranks.bucket is None:
            yield Fault("ranks.bucket", "required key is missing")
        named = list(ranks.terms)
        for job, terms in ranks.terms.items():
            for term in terms:
                if term not in ranks.weights:
                    yield Fault.of(f"ranks.terms.{job}", "has no weight", term)
    else:
        named = [job for user in ranks.users.values() for job in user.jobs]
    for job in sorted(set(named) - jobs):
        yield Fault.of("ranks", f"is not a job {near_miss(job, jobs)}", job)
    for job in sorted(jobs - set(named)):
        yield Fault.of("ranks", "lacks a job", job)
    for job in sorted({job for job in named if named.count(job) > 1}):
        yield Fault.of("ranks", "names a job twice", job)


class Application(Checked):
    """An application that runs over epochs: jobs, nodes, limits and events."""

    KIND: ClassVar[str] = "application"
    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_nodes,
        sound_macroq,
        sound_pes,
        sound_events,
        sound_ranks,
    )

    application: Literal[1]
    source: str | None = None
    macroq: dict[str, Any]
    nodes: Annotated[Many[Node], Field(min_length=1)]
    links: Many[Link] = ()
    weights: Weights = Weights()
    licenses: Many[License] = ()
    risk: Risk | None = None
    colocated: Many[Pair] = ()
    exlocated: Many[Pair] = ()
    pes: dict[str, dict[str, Any]] = Field(default_factory=dict)
    traffic: NonNegative = 1.0
    ranks: Ranks | None = None
    micro_epochs: PositiveCount = 3
    lag: Literal[0, 1] = 1
    seconds: Positive = 60.0
    limits: ChangeLimits = ChangeLimits()
    events: Many[Event] = ()

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 digest of all fields except the source."""
        text = json.dumps(self.model_dump(mode="json", exclude={"source"}), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def macro_epochs(self) -> int:
        """The number of macro epochs, the last of which follows all events; at least 2."""
        return max([1, *(event.macro + 1 for event in self.events)]) + 1


def application_from(document: Any, subject: str) -> Application:
    """Return the application in a parsed document; raise an error that lists the faults."""
    if not isinstance(document, dict):
        raise InputError(subject, [Fault("(document)", "must be an object")])
    try:
        return Application.model_validate(document)
    except InputError as error:
        raise InputError(subject, error.faults) from None


@dataclass(frozen=True)
class Present:
    """The state at an epoch, after all events up to then.

    It has the available nodes, the present jobs, the rates of primal streams, and weights.
    """

    up: tuple[str, ...]
    jobs: tuple[str, ...]
    primal: dict[str, float]
    value_weights: dict[str, float]

    def nodes(self, application: Application) -> list[Node]:
        """Return the application's nodes that are available."""
        return [node for node in application.nodes if node.name in self.up]


def present_at(application: Application, macro: int, micro: int) -> Present:
    """Return the state at a macro and micro epoch.

    A job whose first event is an arrival is absent at the start.
    """
    events = sorted(application.events, key=lambda event: (event.macro, event.micro))
    names = [str(job["name"]) for job in application.macroq["jobs"]]
    first: dict[str, str] = {}
    for event in events:
        for job in event.arrive:
            first.setdefault(job, "arrive")
        for job in event.leave:
            first.setdefault(job, "leave")
    jobs = {name for name in names if first.get(name) != "arrive"}
    up = {node.name for node in application.nodes}
    primal = dict(application.macroq.get("primal", {}))
    weights: dict[str, float] = {}
    for event in events:
        if (event.macro, event.micro) > (macro, micro):
            break
        up = (up - set(event.down)) | set(event.up)
        jobs = (jobs - set(event.leave)) | set(event.arrive)
        primal |= event.primal
        weights |= event.value_weights
    return Present(
        tuple(node.name for node in application.nodes if node.name in up),
        tuple(name for name in names if name in jobs),
        primal,
        weights,
    )


NODES = {"srcsink": 3, "dac": 12, "lsd": 60}
_NODE_MIPS = 11000.0


def example(
    name: str, *, nodes: int | None = None, seed: int = 1, events: bool = True
) -> Application:
    """Return the application ``srcsink`` (2 PEs), or a drawn one, ``dac`` or ``lsd``.

    The jobs of a drawn application could together use 1.5 times the mips of the default nodes.
    With ``events`` all primal streams fall to half and recover, node n1 fails and returns, and the
    last job leaves.  One node has no events, and a single job never leaves.
    """
    if name not in NODES:
        raise input_error(
            "application", f"is neither a file nor an example {near_miss(name, NODES)}", name
        )
    count = NODES[name] if nodes is None else nodes
    jobs, primal = _srcsink() if name == "srcsink" else _draw(name, seed)
    last = jobs[-1]["name"]
    happens: list[dict[str, Any]] = [
        {"macro": 1, "micro": 1, "primal": {key: value / 2 for key, value in primal.items()}},
        {"macro": 1, "micro": 2, "down": ["n1"]},
        {"macro": 2, "micro": 1, "up": ["n1"], "primal": primal},
    ]
    if len(jobs) > 1:
        happens.append({"macro": 3, "leave": [last]})
    clusters = max(1, count // 10)
    return Application.model_validate(
        {
            "application": 1,
            "name": f"{name}-{count}",
            "macroq": {"primal": primal, "jobs": jobs},
            "nodes": [
                {"name": f"n{n + 1}", "mips": _NODE_MIPS, "cluster": f"c{n % clusters + 1}"}
                for n in range(count)
            ],
            "links": [
                {"name": f"l{c}", "between": [f"c{c}", f"c{c + 1}"], "capacity": 1000.0}
                for c in range(1, clusters)
            ],
            "micro_epochs": 3,
            "events": happens if events and count > 1 else [],
        }
    )


def _srcsink() -> tuple[list[dict[str, Any]], dict[str, float]]:
    pes = [{"name": "src", "min_mips": 100.0}, {"name": "sink", "min_mips": 100.0}]
    streams = [
        {"name": "s", "pe": "src", "resource": [{"mips": 0.01}, {"rates": {"feed": 1.0}}]},
        {
            "name": "out",
            "pe": "sink",
            "resource": [{"mips": 0.008}, {"rates": {"s": 1.0}}],
            "weight": 1.0,
        },
    ]
    graph = {"name": "t1", "pes": pes, "streams": streams}
    return [{"name": "j1", "rank": 1, "templates": [graph]}], {"feed": 150.0}


def _draw(name: str, seed: int) -> tuple[list[dict[str, Any]], dict[str, float]]:
    shape: Literal["dac", "lsd"] = "dac" if name == "dac" else "lsd"
    drawn = generate(seed, shape=shape, templates=1, reads=0.2, load=1.0, required=0.0)
    document = document_of(drawn)
    factor = 1.5 * NODES[name] * _NODE_MIPS / drawn.mips
    for job in document["jobs"]:
        for template in job["templates"]:
            _scale(template, factor)
    return document["jobs"], document["primal"]


def _scale(template: dict[str, Any], factor: float) -> None:
    """Multiply the mips that the PEs of a template need by a factor, in place."""
    for pe in template["pes"]:
        pe["min_mips"] = float(np.floor(pe["min_mips"] * factor))
        pe["max_mips"] = float(np.ceil(pe["max_mips"] * factor))
    for stream in template["streams"]:
        for term in stream["resource"]:
            if term.get("mips"):
                term["mips"] = float(f"{term['mips'] / factor:.4g}")
