"""Column generation for consolidation: patterns, dives, a final integer program, and branching.

The configuration program of vector packing (Caprara and Toth, 2001) with a budget: choose
patterns, one per machine at most, so that all items are covered and the budget is kept.  Its
prices prove the bound, which `validation` re-checks without a solver.
"""

import math
from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.consolidation import MACHINE, Consolidation, overfull
from .cheap_bounds import cheap_bound, impossible
from .class_mix import class_bound, home_bound
from .column_parameters import DEFAULTS, ColumnParameters
from .first_plans import anneal, first_fit, greedy_plans
from .flavours import Flavours, Plan
from .incumbent import PackingSearch
from .master import Master, MasterPoint, best_of_columns, columns_within
from .pricing import SCALE, Prices, price_patterns
from .tree import branch, round_columns
from .tree import dives as make_dives

TINY = 1e-6
_PER_SECOND = 300_000  # nodes of a search, at least, on a busy machine


def generate_columns(search: PackingSearch, master: Master, until: float | None = None) -> None:
    """Generate columns until the relaxation is solved, or its rounded bound cannot rise further.

    If no column improves but items are still left out, their penalties are raised and pricing
    continues.  ``until`` is a time limit, in seconds of the run.
    """
    flavours, instance, run = search.flavours, search.flavours.instance, search.run

    def stop() -> bool:
        return run.should_stop() or (until is not None and run.seconds >= until)

    first = Prices.rounded(by_size(flavours), 0.0)
    _price(search, master, first, None, search.parameters.efforts[0], stop)
    penalty = master.penalty
    while not search.done() and not stop():
        point = master.solve()
        left = point.left_out > TINY
        rounded = (search.bound - flavours.base) * flavours.scale / SCALE
        if not left.any() and point.value <= rounded + TINY:
            search.priced_out = True
            return
        added, complete = _one_round(search, master, point, stop)
        net = search.exact_bound - flavours.base * flavours.scale
        solved = added == 0 or point.value - net / SCALE < TINY
        if not left.any() and solved:
            search.priced_out = True
            if complete and not instance.devices:  # patterns are priced beyond devices
                units = point.value * SCALE / flavours.scale + flavours.base
                units += int(instance.spared.sum())
                search.details["relaxation"] = round(float(instance.price_unit) * units, 6)
            return
        if solved:
            if (penalty[left] > 10.0 * len(search.flavours.class_of)).any():
                return
            penalty = np.where(left, 1.5 * penalty, penalty)
            master.set_penalty(penalty)


def _one_round(
    search: PackingSearch, master: Master, point: MasterPoint, stop: Callable[[], bool]
) -> tuple[int, bool]:
    """Price with growing effort; return the number of new columns and whether pricing completed."""
    prices, parameters = Prices.rounded(point.prices, point.budget_price), search.parameters
    complete, total, efforts = False, 0, parameters.efforts
    many = len(master.free) >= parameters.quick_classes
    quick = many or len(search.book.kind) > 0  # rules: branching needs time
    for nodes in efforts[:2] if quick else (*efforts, 20 * efforts[2]):
        added, complete = _price(search, master, prices, point, nodes, stop)
        total += added
        enough = total > int(parameters.enough_columns * len(master.count)) or (total and many)
        if enough or complete or stop() or search.done():
            break
    return total, complete


def _price(
    search: PackingSearch,
    master: Master,
    prices: Prices,
    point: MasterPoint | None,
    nodes: int,
    stop: Callable[[], bool],
) -> tuple[int, bool]:
    """Add improving patterns at these prices, and record the bound that the prices prove.

    The pattern search does not check the clock, so the remaining time limits its nodes.
    """
    if (left := search.run.remaining) is not None:
        nodes = min(nodes, max(search.parameters.efforts[0], int(_PER_SECOND * left)))
    rents = np.zeros(len(master.free)) if point is None else point.rents
    turn = len(master.columns)
    asked = (search.flavours, prices, rents, master.sides, nodes, stop, turn)
    found = price_patterns(*asked, parameters=search.parameters, workers=search.pricing)
    search.proven(found.prices, found.bound + search.flavours.base * search.flavours.scale)
    return master.add_all(found.patterns), found.complete


def by_size(flavours: Flavours) -> FloatArray:
    """Return a price per flavour: an item's share of a machine in the scarcest resource."""
    scarcest = flavours.scarce[0]
    share: FloatArray = flavours.size[:, scarcest] / max(1, flavours.room[:, scarcest].max())
    return share


def column_generation(
    instance: Consolidation,
    run: Run,
    parameters: ColumnParameters = DEFAULTS,
    *,
    start: Callable[[Consolidation, Run], Iterator[IntArray]],
    mend: Callable[[Consolidation, IntArray, Run], IntArray | None] = lambda *_: None,
    refill: Callable[[Consolidation, IntArray, Run], IntArray] | None = None,
    known: int | None = None,
    few_sizes: bool = False,
) -> Answer:
    """Solve an instance by column generation: prove bounds by prices, and search for plans.

    Heuristics are passed as functions, because solvers import none: ``start`` yields first plans,
    ``mend`` repairs a plan that breaks rules, ``refill`` improves a plan under rules or prices.
    ``known`` is the objective (in units) of a plan that the caller has, so only better plans count.
    With ``few_sizes`` of items and machines, greedy plans are found at once: they are the first.
    If a gap remains after dives and integer programs, the method branches until the time is up.
    """
    cheap = cheap_bound(instance)
    if cheap.units is None:
        return impossible(cheap)
    run.report(bound=instance.value_of(cheap.units), certificate=cheap.certificate)
    with run.timed("group"):
        flavours = Flavours.of(instance)
        book = instance.rule_book
    search = PackingSearch(
        flavours,
        run,
        cheap.units,
        instance.most_units + 1 if known is None else known,
        book,
        parameters,
        certificate=cheap.certificate,
        mend=lambda machine: mend(instance, machine, run),
    )
    search.details = {"flavours": len(flavours.size), "classes": len(flavours.room)}
    if (left_out := _not_in_the_bound(instance)) > 0:
        search.details["rules_not_in_the_bound"] = left_out
    with run.timed("greedy"):
        plans = _greedy(search) if few_sizes else None
    with run.timed("mix"):
        for mixed in (class_bound(instance, run), home_bound(instance, run, parameters)):
            if mixed is not None and mixed[0] > search.bound:
                search.bound, search.certificate = mixed
    run.report(bound=instance.value_of(search.bound), certificate=search.certificate)
    with run.timed("start"):
        for machine in chain(_first(instance), start(instance, run)):
            search.found(machine)
            if search.done():
                return search.answer()
    master = Master(flavours, np.ones(len(flavours.size)))
    with run.timed("greedy"):
        _start(search, master, plans)
    steps = _anneal(search, master, parameters.annealing_share, most=parameters.annealing_total)
    bound_by_rules = refill is not None and (len(book.kind) > 0 or instance.priced)
    with run.timed("columns"):
        share = parameters.columns_share_under_rules if bound_by_rules else parameters.columns_share
        generate_columns(search, master, _share(run, share))
    steps = _anneal(search, master, min(1.0, 2 * parameters.annealing_share), steps)
    if bound_by_rules and refill is not None and not search.done():
        with run.timed("refilling"):
            _refill(search, master, refill, parameters.refill_share)
    if not bound_by_rules and not search.done():
        with run.timed("dives"):
            rounds = None if search.priced_out else 1
            make_dives(search, master, min(parameters.dives, 2), rounds=rounds)
        with run.timed("columns"):
            generate_columns(search, master)
        _anneal(search, master, min(1.0, 4 * parameters.annealing_share), steps)
    with run.timed("dives"):
        make_dives(search, master, parameters.dives, first=0 if bound_by_rules else 2)
    with run.timed("closing"):
        _close(search, master, parameters)
    with run.timed("branching"):
        branch(search, master, parameters.branches if run.time_limit is None else 10**9)
    search.details["columns"] = len(master.columns)
    return search.answer()


def _greedy(search: PackingSearch) -> list[Plan]:
    """Return greedy plans; the cheapest one that covers all items is tried first."""
    plans = list(greedy_plans(search.flavours, search.done))
    for plan in sorted(filter(search.flavours.covers, plans), key=search.flavours.added):
        search.found_plan(plan)
    return plans


def _start(search: PackingSearch, master: Master, plans: list[Plan] | None) -> None:
    """Add the patterns of the best plan so far, and those of greedy plans, to the master."""
    start = search.machine
    plans = _greedy(search) if plans is None else plans
    if search.run.should_stop():
        return
    if start is not None:
        master.add_plan(search.flavours.patterns_now(start))
    for plan in plans:
        master.add_plan(plan)


def _anneal(
    search: PackingSearch, master: Master, share: float, steps: int = 0, most: float | None = None
) -> int:
    """Search for plans by annealing; return the number of steps with which to continue.

    ``most`` limits the steps of all attempts, because columns may prove optimality sooner. Without
    ``most`` the time limit or, if there is none, a parameter does. The patterns of a better plan
    are added to the master.
    """
    before = search.used
    with search.run.timed("annealing"):
        until = _share(search.run, share)
        if most is None:
            most = 2 * search.parameters.annealing_total if until is None else math.inf
        steps = anneal(search, until, steps, most)
    if search.machine is not None and search.used < before:
        master.add_plan(search.flavours.patterns_now(search.machine))
    return steps


def _share(run: Run, share: float) -> float | None:
    """Return when (in seconds of the run) a share of the remaining time is over, None if never."""
    return None if run.remaining is None else run.seconds + share * run.remaining


def _refill(
    search: PackingSearch,
    master: Master,
    refill: Callable[[Consolidation, IntArray, Run], IntArray],
    share: float,
) -> None:
    """Round the relaxation to a plan and repair it; then improve the best plan by `refill`."""
    instance, run = search.flavours.instance, search.run
    target = search.flavours.expanded(round_columns(master, master.solve()), partly=True)
    mended = search.mend(target)
    if mended is not None:
        search.found(mended)
    if search.machine is not None and not search.done():
        inner = run.inner(seconds=run.part_of_remaining(share))
        inner.report(bound=instance.value_of(search.bound), certificate=search.certificate)
        inner.listener = lambda each: _pass_on(each, run)
        search.found(refill(instance, search.machine, inner))


def _pass_on(inner: Run, run: Run) -> None:
    """Report the plans of an inner run to the outer run."""
    if inner.objective is not None:
        run.report(inner.objective, decision=inner.decision)


def _first(instance: Consolidation) -> Iterator[IntArray]:
    if len(overfull(instance, instance.home)) == 0:
        machine = first_fit(instance)
        if (machine >= 0).all():
            yield machine


def _not_in_the_bound(instance: Consolidation) -> int:
    """Return the number of rules that the bound ignores; the bound is valid nevertheless."""
    known = [r for r in instance.rules or () if r.kind == "apart" and r.at == MACHINE]
    about_places = [rule for rule in instance.rules or () if rule.kind != "at_once"]
    return len(about_places) - len(known)


def _close(search: PackingSearch, master: Master, parameters: ColumnParameters) -> None:
    """Solve integer programs over columns, to find a better plan or prove that none exists."""
    run, patterns = search.run, parameters.patterns
    while patterns and not search.done() and search.prices is not None:
        target = search.used - 1
        slack = target * search.flavours.scale - search.exact_bound
        every = columns_within(search.flavours, search.prices, slack, patterns, run.should_stop)
        columns = master.columns if every is None else every
        seconds = parameters.closing_seconds
        if run.remaining:
            seconds = min(seconds, parameters.closing_share * run.remaining)
        base = search.flavours.base
        net = (max(0, search.bound - base), target - base)
        closing = best_of_columns(search.flavours, columns, *net, run, seconds)
        if closing.stopped == "interrupted":
            search.interrupted()
        if closing.plan is not None:
            if not search.found_plan(closing.plan):
                return  # the plan breaks rules that the columns ignore
        elif closing.none_left and every is not None:
            search.none_better()
        else:
            return
