"""The command that says why: why there is no plan, and why something stays in one."""

import re
from collections.abc import Mapping, Sequence
from json import dumps
from pathlib import Path
from typing import Any, NamedTuple

import typer

from .. import api, explaining
from ..core.faults import input_error
from ..core.files import read_json, write_text
from ..core.outcome import Outcome
from ..core.pictures import picture_of_sweep
from ..validation.catalogue import problem_of
from ..validation.explaining import Explanation, Stay
from ..validation.judge import is_bare_decision, outcome_from_document
from ..validation.proving import write_explanation
from ..validation.study import Swept, values_of
from ..validation.study import sweep as swept_values
from . import tables
from .demo_and_compare import split_methods
from .gap_tables import plain_csv
from .layout import say, show_table
from .one_instance import exit_code
from .progress import ProgressLine
from .shared import (
    BAD,
    DONE,
    INTERRUPTED,
    NOTHING,
    emit,
    refuse_overwriting,
    refuse_unwritable,
    write_or_say,
)

_WHY = re.compile(r"(?:(machine|node|item) )?(.+) stays\.?")


class Asked(NamedTuple):
    """What is asked about: nodes and items of a plan, or for the smallest conflict."""

    nodes: Sequence[str]
    items: Sequence[str]
    everything: bool
    why: str | None
    smallest: bool

    @property
    def about_a_plan(self) -> bool:
        """Whether the question needs a plan."""
        return bool(self.nodes or self.items or self.everything or self.why)

    def named(self, instance: Any) -> tuple[list[str] | None, list[str] | None]:
        """Return the nodes and items; ``None`` for the nodes: all that are in use."""
        nodes, items = list(self.nodes), list(self.items)
        if self.everything and (nodes or items or self.why):
            raise input_error("--all", "asks about every node: leave out --node, --item and --why")
        if self.why is not None:
            match = _WHY.fullmatch(self.why.strip())
            if match is None:
                raise input_error("--why", 'must be as "machine m7 stays"', self.why)
            kind, name = match.groups()
            known = {item.name for item in getattr(instance, "items", ())}
            is_item = kind == "item" or (kind is None and name in known)
            (items if is_item else nodes).append(name)
        return None if self.everything else nodes or None, items or None


def explain(
    source: str,
    solution: Path | None,
    asked: Asked,
    folder: Path | None,
    time_limit: float | None,
    seed: int,
    json: bool,
) -> None:
    """Print a conflict, or why nodes and items stay; exit code 4 where the time was too short."""
    if solution is None and asked.about_a_plan:
        rule = "is missing: what stays, stays in a plan (optgap solve INSTANCE -o PLAN)"
        raise input_error("SOLUTION", rule)
    instance = api.load(source)
    try:
        if solution is not None:
            stays = _stays(instance, solution, asked, time_limit, seed)
            _show_stays(stays, folder, json)
            return
        explanation = explaining.explain(
            instance, smallest=asked.smallest, time_limit=time_limit, seed=seed
        )
    except TimeoutError as error:
        emit({"answer": str(error)}) if json else say(str(error))
        raise typer.Exit(NOTHING) from None
    if folder is not None:
        _write(explanation, folder)
    emit(explanation.as_document()) if json else say(str(explanation))
    _say_folder(folder, json)
    raise typer.Exit(DONE)


def _stays(
    instance: Any, solution: Path, asked: Asked, time_limit: float | None, seed: int
) -> list[Stay]:
    """Return why nodes and items stay in a plan."""
    document = read_json(solution)
    known: Any = (
        document if is_bare_decision(document) else outcome_from_document(document, str(solution))
    )
    if asked.smallest:
        raise input_error("--smallest", "is for conflicts: a plan has no conflict")
    nodes, items = asked.named(instance)
    return explaining.explain(
        instance, known, nodes=nodes, items=items, time_limit=time_limit, seed=seed
    )


def _show_stays(stays: Sequence[Stay], folder: Path | None, json: bool) -> None:
    if folder is not None:
        proofs = {f"{k}-{name}": proof for k, each in enumerate(stays, 1)
                  for name, proof in each.proofs().items()}  # fmt: skip
        if not proofs:
            raise input_error(str(folder), "gets no proof: no answer is a conflict")
        text = "\n".join(f"{k}. {each}" for k, each in enumerate(stays, 1))
        write_explanation(folder, text, proofs)
    if json:
        documents = [answer.as_document() for answer in stays]
        emit(documents[0] if len(documents) == 1 else documents)
    else:
        for answer in stays:
            say(str(answer))
    _say_folder(folder, json)
    raise typer.Exit(NOTHING if all(answer.kind == "open" for answer in stays) else DONE)


def _say_folder(folder: Path | None, json: bool) -> None:
    if folder is not None and not json:
        say(f"wrote the proofs into {folder}; its README says how to check them")


def _write(found: Explanation, folder: Path) -> None:
    if found.feasible:
        raise input_error(str(folder), "gets no proof: there is a plan, and nothing to prove")
    write_explanation(folder, str(found), found.proofs())


def pool(
    source: str,
    count: int,
    given: Mapping[str, Any],
    time_limit: float | None,
    seed: int,
    output: Path | None,
    json: bool,
) -> None:
    """Solve an instance, print its best decisions and whether the optimum is unique."""
    for option, value in given.items():
        if value not in (None, [], "exact"):
            raise input_error(option, "goes with no pool: its decisions are those of exact")
    refuse_unwritable(output)
    refuse_overwriting([output], [source])
    outcome = explaining.pool(api.load(source), count, time_limit=time_limit, seed=seed)
    lost = write_or_say(None if output is None else lambda: api.save(outcome, output))
    if json or lost:
        typer.echo(outcome.model_dump_json())
    else:
        tables.outcome(outcome)
        _best_decisions(outcome)
    raise typer.Exit(BAD if lost else exit_code(outcome))


def _best_decisions(outcome: Outcome) -> None:
    entries = outcome.pool or []
    rows = [
        (str(k), f"{entry.objective:.10g}", dumps(entry.decision))
        for k, entry in enumerate(entries, 1)
    ]
    caption = f"the {len(rows)} best decisions"
    if entries:
        show_table(
            ("", "objective", "decision"),
            rows,
            numbers=("", "objective"),
            words=("decision",),
            caption=caption,
        )


def sweep(
    source: str,
    field: str,
    methods: str | None,
    time_limit: float | None,
    seed: int,
    output: Path | None,
    plot: Path | None,
    prices: bool,
    json: bool,
) -> None:
    """Print one row per value of a field; exit code 130 where it was interrupted."""
    name, values = values_of(field)
    for path in (output, plot):
        refuse_unwritable(path)
    refuse_overwriting([output, plot], [source])
    instance = api.load(source)
    chosen = split_methods(methods) if methods else None
    found: list[Swept] = []
    interrupted = False
    limits: dict[str, Any] = {"time_limit": time_limit, "seed": seed, "prices": prices}
    try:
        with ProgressLine(f"{name} of {instance.name}") as progress:
            found.extend(swept_values(instance, name, values, chosen, listener=progress, **limits))
    except KeyboardInterrupt:
        interrupted = True
    rows = [swept.row(name) for swept in found]
    title = f"{problem_of(instance).name}: {instance.name}"
    lost = write_or_say(
        None if output is None else lambda: write_text(output, plain_csv(rows)),
        None if plot is None else lambda: picture_of_sweep(name, rows, title).save(plot),
    )
    if json or lost:
        emit([swept.as_document(name) for swept in found])
    else:
        _show_rows(rows, name, title)
        if prices:
            _say_prices(found, name)
    raise typer.Exit(BAD if lost else INTERRUPTED if interrupted else DONE)


def _show_rows(rows: Sequence[Mapping[str, Any]], field: str, title: str) -> None:
    columns = list(rows[0]) if rows else [field]
    shown = [[_figure(row.get(column)) for column in columns] for row in rows]
    show_table(columns, shown, numbers=columns, caption=title)


def _say_prices(found: Sequence[Swept], field: str) -> None:
    """Say every line once, and where the relaxation proves none."""
    lines = {swept.price.line: swept.price for swept in found if swept.price is not None}
    for price in lines.values():
        say(price.in_words(field))
    if not lines:
        say(f"the relaxation proves no line in {field}")


def _figure(value: float | None) -> str:
    return "\N{EN DASH}" if value is None else f"{value:.10g}"
