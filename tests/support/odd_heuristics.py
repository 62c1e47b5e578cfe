"""Heuristics for the makespan on two machines: some are no functions of linear forms."""

import itertools
import math
import random

import numpy as np

calls = itertools.count()


def in_order(instance):
    """List scheduling, with numpy on an array of objects."""
    loads, machine = np.array([0 * instance.times[0]] * instance.machines), []
    for time in instance.times:
        j = int(np.argmin(loads))
        loads[j] += time
        machine.append(j)
    return {"machine": machine}


def first_machine(instance):
    return {"machine": [0 for _ in instance.times]}


def three_ways(instance):
    """Split equal first jobs, and be stupid otherwise."""
    first, second, *others = instance.times
    return {"machine": [0, int(first == second), *(0 for _ in others)]}


def multiplied(instance):
    return {"machine": [int(time * instance.times[0] > 1) for time in instance.times]}


def divided(instance):
    return {"machine": [int(instance.times[0] / time > 1) for time in instance.times]}


def rounded(instance):
    return {"machine": [round(time) for time in instance.times]}


def in_logarithms(instance):
    return {"machine": [int(math.log(time) > 1) for time in instance.times]}


def hashed(instance):
    return {"machine": [len({time}) for time in instance.times]}


def truthful(instance):
    return {"machine": [1 if time else 0 for time in instance.times]}


def by_chance(instance):
    return {"machine": [random.randrange(2**40) % 2 for _ in range(5)]}


def by_name(instance):
    return {"machine": [len(instance.name) % 2 for _ in instance.times]}


def by_call(instance):
    return {"machine": [next(calls) % 2 if time > 1 else 0 for time in instance.times[:1]] * 5}


def without_plan(instance):
    return {"machine": list(instance.times)[len(instance.times)]}


def falling(instance):
    """the times fall"""
    return (a >= b for a, b in itertools.pairwise(instance.times))


def differences(instance):
    """the times fall"""
    return [a - b for a, b in itertools.pairwise(instance.times)]


def impossible(instance):
    yield instance.times[0] > instance.times[1]
    yield instance.times[1] > instance.times[0]


def no_rows(instance):
    yield instance.name


def one_machine(instance):
    return {"machines": [1 for _ in instance.allocated]}


def one_unit_each(instance):
    return {"jobs": {job.name: {"template": "t", "mips": 1} for job in instance.jobs}}


def small(instance):
    """All numbers are at most 1."""
    return [x <= 1 for x in getattr(instance, "demand", instance.allocated)]
