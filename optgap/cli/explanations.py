"""The commands that explain and vary an instance: conflicts, what stays in a plan, sweeps."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

import optgap

from ..core.faults import input_error
from ..validation import study
from .comparisons import split_methods
from .layout import say, show_table
from .options import InstanceArgument, JsonOption, SeedOption, TimeOption
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

if TYPE_CHECKING:
    from ..validation.explaining import Explanation, Stay
    from ..validation.study import Swept

_WHY = re.compile(r"(?:(machine|node|item) )?(.+) stays\.?")


def explain(
    instance: InstanceArgument,
    solution: Annotated[
        Path | None, typer.Argument(help="A solution file: why things stay as they are in it.")
    ] = None,
    node: Annotated[
        list[str] | None, typer.Option("--node", metavar="M7", help="Why it stays; repeatable.")
    ] = None,
    item: Annotated[
        list[str] | None, typer.Option("--item", metavar="P1", help="Why it stays; repeatable.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every node in use.")] = False,
    smallest: Annotated[
        bool, typer.Option("--smallest", help="A conflict of the fewest statements there are.")
    ] = False,
    why: Annotated[
        str | None, typer.Option("--why", metavar='"m7 stays"', help="The same, in words.")
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FOLDER", help="Write the proofs here."),
    ] = None,
    time_limit: TimeOption = 60.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Say why there is no plan, or why a node or an item stays in one, and what would change it."""
    asked = _Question(node or [], item or [], everything, why, smallest)
    if solution is None and asked.about_a_plan:
        rule = "is missing: what stays, stays in a plan (optgap solve INSTANCE -o PLAN)"
        raise input_error("SOLUTION", rule)
    loaded = optgap.load(instance)
    try:
        if solution is not None:
            stays = _stays(loaded, solution, asked, time_limit, seed)
            _show_stays(stays, folder, json)
            return
        explanation = optgap.explain(loaded, smallest=smallest, time_limit=time_limit, seed=seed)
    except TimeoutError as error:
        emit({"answer": str(error)}) if json else say(str(error))
        raise typer.Exit(NOTHING) from None
    if folder is not None:
        _write(explanation, folder)
    emit(explanation.as_document()) if json else say(str(explanation))
    _say_folder(folder, json)
    raise typer.Exit(DONE)


class _Question(NamedTuple):
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


def _stays(
    instance: Any, solution: Path, asked: _Question, time_limit: float | None, seed: int
) -> "list[Stay]":
    """Return why nodes and items stay in a plan."""
    from ..core.files import read_json
    from ..validation.judge import is_bare_decision, outcome_from_document

    document = read_json(solution)
    known: Any = (
        document if is_bare_decision(document) else outcome_from_document(document, str(solution))
    )
    if asked.smallest:
        raise input_error("--smallest", "is for conflicts: a plan has no conflict")
    nodes, items = asked.named(instance)
    return optgap.explain(
        instance, known, nodes=nodes, items=items, time_limit=time_limit, seed=seed
    )


def _show_stays(stays: Sequence["Stay"], folder: Path | None, json: bool) -> None:
    from ..validation.proving import write_explanation

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


def _write(found: "Explanation", folder: Path) -> None:
    from ..validation.proving import write_explanation

    if found.feasible:
        raise input_error(str(folder), "gets no proof: there is a plan, and nothing to prove")
    write_explanation(folder, str(found), found.proofs())


def sweep(
    instance: InstanceArgument,
    field: Annotated[
        str, typer.Option("--set", metavar="FIELD=0:20", help="A field and its values, or :STEP.")
    ],
    methods: Annotated[
        str | None, typer.Option("--methods", metavar="M,N", help="Methods, with commas.")
    ] = None,
    time_limit: TimeOption = None,
    seed: SeedOption = 0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="F.csv", help="Write the rows as CSV.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="F.svg", help="Draw the rows.")
    ] = None,
    prices: Annotated[
        bool, typer.Option("--prices", help="Say which lines the relaxation's prices prove.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Solve an instance for a range of one field: what each value costs."""
    from ..core.files import write_text
    from ..core.pictures import picture_of_sweep
    from ..validation.catalogue import problem_of
    from .gap_tables import plain_csv
    from .progress import ProgressLine

    name, values = study.values_of(field)
    for path in (output, plot):
        refuse_unwritable(path)
    refuse_overwriting([output, plot], [instance])
    loaded = optgap.load(instance)
    chosen = split_methods(methods) if methods else None
    found: list[Swept] = []
    interrupted = False
    limits: dict[str, Any] = {"time_limit": time_limit, "seed": seed, "prices": prices}
    try:
        with ProgressLine(f"{name} of {loaded.name}") as progress:
            found.extend(study.sweep(loaded, name, values, chosen, listener=progress, **limits))
    except KeyboardInterrupt:
        interrupted = True
    rows = [swept.row(name) for swept in found]
    title = f"{problem_of(loaded).name}: {loaded.name}"
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


def _say_prices(found: Sequence["Swept"], field: str) -> None:
    """Say every line once, and where the relaxation proves none."""
    lines = {swept.price.line: swept.price for swept in found if swept.price is not None}
    for price in lines.values():
        say(price.in_words(field))
    if not lines:
        say(f"the relaxation proves no line in {field}")


def _figure(value: float | None) -> str:
    return "\N{EN DASH}" if value is None else f"{value:.10g}"
