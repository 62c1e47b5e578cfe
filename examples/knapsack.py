"""A knapsack: things with values and weights, and room for some of them."""

from itertools import product
from typing import Annotated, ClassVar

import numpy as np
import pyomo.environ as pyo
from pydantic import Field

from optgap.algebra import Variables, chosen, dot
from optgap.problem import Decision, Instance, Judge, Many, Name, Part, PositiveCount, Problem


class Thing(Part):
    """A thing, its value and its weight."""

    name: Name
    value: PositiveCount
    weight: PositiveCount


class Knapsack(Instance):
    """Things, and the weight that can be carried."""

    room: PositiveCount
    things: Annotated[Many[Thing], Field(min_length=1)]


class Packed(Decision):
    """For each thing, whether it is packed."""

    AXES: ClassVar = {"packed": ("things",)}
    packed: list[bool]


problem = Problem("knapsack", Knapsack, Packed, sense="maximize")


@problem.check
def check(instance, decision, judge: Judge):
    """Check the packed things; return the objective, their total value."""
    packed = [t for t, yes in zip(instance.things, decision.packed, strict=True) if yes]
    judge.at_most("room", "knapsack", sum(thing.weight for thing in packed), instance.room)
    return sum(thing.value for thing in packed)


@problem.model
def model(instance):
    """Build the model: maximise Σ value x subject to Σ weight x <= room."""
    m = pyo.ConcreteModel()
    m.x = Variables(range(len(instance.things)), domain=pyo.Binary)
    m.worth = pyo.Objective(expr=dot([t.value for t in instance.things], m.x), sense=pyo.maximize)
    m.room = pyo.Constraint(expr=dot([t.weight for t in instance.things], m.x) <= instance.room)
    return m


@problem.read
def read(instance, m, duals):
    """Return the packed things of a solved model."""
    return Packed(packed=chosen(m.x).tolist())


@problem.method
def greedy(instance):
    """Pack things by falling value per weight if they still fit."""
    packed, room = [False] * len(instance.things), instance.room
    by_worth = sorted(enumerate(instance.things), key=lambda p: -p[1].value / p[1].weight)
    for k, thing in by_worth:
        if thing.weight <= room:
            packed[k], room = True, room - thing.weight
    return Packed(packed=packed)


@problem.enumerate
def enumerate_all(instance):
    """Yield every choice of things."""
    for packed in product([False, True], repeat=len(instance.things)):
        yield Packed(packed=list(packed))


@problem.generate(things=(1, 8), room=(1, 20))
def generate(seed, *, things: int = 20, room: int = 50):
    """Return random things."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 11, (things, 2)).tolist()
    drawn = [{"name": f"t{k}", "value": v, "weight": w} for k, (v, w) in enumerate(sizes)]
    return Knapsack(name=f"knapsack-{seed}", room=room, things=drawn)
