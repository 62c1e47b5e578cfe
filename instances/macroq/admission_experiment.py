"""SODA's experiment on job admission (7.1): Tables VII and VIII as instances and as plans.

The experiment ran the same 19 jobs on 25 to 100 processing nodes of 11,000 mips each.  A row of the
tables has the mips and the importance of the jobs that SODA admitted.  Each pair printed for a job,
in any row, is a point that the job can reach.  Two pairs in the row of 75 nodes (of jobs E and F)
have less importance than pairs with fewer mips, and are omitted as misprints.
"""

import numpy as np

from .instance import MacroQ
from .parts import OfferedJob, Template

JOBS = "ABCDEFGHIJKLMNOPQRS"
PRINTED_NODES = (100, 95, 90, 85, 80, 75, 70, 65, 60, 55, 50, 45, 40, 35, 30, 25)
_MIPS_OF_NODE = 110  # hundreds of mips
_RANKS = (1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3)
_MISPRINTS = {"E": (354, 215), "F": (270, 274)}
_ONLY_H = {(544, 380), (626, 389)}

# PNs, then hundreds of mips of jobs A to S, none where a job is not admitted
_TABLE_VII = """
100 786 882 462 540 558 318 336 786 870 462 702 264 366 786 870 516 558 294 336
95 780 840 462 540 558 318 336 780 780 462 696 264 366 780 780 516 558 294 336
90 786 792 462 540 558 318 336 780 780 462 612 264 366 696 780 516 558 294 -
85 696 792 372 540 468 318 318 696 780 372 612 264 366 696 780 516 468 294 -
80 690 786 366 534 462 312 312 690 780 366 606 258 366 696 774 510 - 288 -
75 684 780 366 534 354 270 312 626 768 366 606 258 360 684 774 510 - - -
70 690 786 366 534 444 312 312 690 774 366 606 258 360 690 - 510 - - -
65 696 792 372 540 468 318 336 696 780 390 612 264 366 - - 516 - - -
60 696 792 372 540 468 318 324 696 780 372 612 264 366 - - - - - -
55 696 792 462 540 552 318 336 696 780 - 612 264 - - - - - - -
50 690 786 366 534 426 312 312 692 774 - 606 - - - - - - - -
45 690 792 366 534 462 318 312 696 780 - - - - - - - - - -
40 696 792 462 540 558 318 336 696 - - - - - - - - - - -
35 626 710 354 494 426 300 314 626 - - - - - - - - - - -
30 510 558 344 426 354 272 292 544 - - - - - - - - - - -
25 510 558 344 426 354 272 286 - - - - - - - - - - - -
"""
# PNs, then the importance of jobs A to S
_TABLE_VIII = """
100 402 389 136 262 222 279 13 402 389 136 261 250 291 402 390 304 222 279 13
95 402 388 136 262 222 279 13 402 388 136 261 250 291 402 388 304 222 279 13
90 402 388 136 262 222 279 13 402 388 136 259 250 291 400 388 304 222 279 -
85 400 388 129 262 216 279 10 400 388 129 259 250 291 400 388 304 216 279 -
80 395 383 126 260 212 275 9 395 388 126 257 245 291 400 383 301 - 275 -
75 389 377 126 260 215 274 9 389 377 126 257 245 286 389 383 301 - - -
70 395 383 126 260 205 275 9 395 383 126 257 245 286 395 - 301 - - -
65 400 388 129 262 216 279 13 400 388 129 259 250 291 - - 304 - - -
60 400 388 129 262 216 279 11 400 388 129 259 250 291 - - - - - -
55 400 388 136 262 221 279 13 400 388 - 259 250 - - - - - - -
50 395 383 126 260 178 275 9 395 383 - 257 - - - - - - - -
45 395 388 126 260 212 279 9 400 388 - - - - - - - - - -
40 400 388 136 262 222 279 13 400 - - - - - - - - - - -
35 359 355 125 259 178 273 10 389 - - - - - - - - - - -
30 301 333 116 253 170 262 6 380 - - - - - - - - - - -
25 301 333 116 253 170 262 5 - - - - - - - - - - - -
"""

Pair = tuple[int, int]


def _rows(table: str) -> list[list[int | None]]:
    lines = table.strip().splitlines()
    return [[None if cell == "-" else int(cell) for cell in line.split()] for line in lines]


def admission_experiment(nodes: int = 40, *, strict: bool = False) -> MacroQ:
    """Return the macroq instance of a row of Table VII; mips are in hundreds.

    ``strict`` also omits two points of job H that its twin A does not have.
    """
    jobs = tuple(
        OfferedJob(
            name=name,
            rank=_RANKS[k],
            required=_RANKS[k] == 1,
            templates=(_curve(points_of(name, strict=strict)),),
        )
        for k, name in enumerate(JOBS)
    )
    suffix = "" if nodes == 40 else f"-{nodes}"
    return MacroQ(
        name=f"table-vii{'-strict' if strict else ''}{suffix}",
        source=f"SODA, 7.1, Tables VII and VIII, {nodes} processing nodes",
        mips=float(_MIPS_OF_NODE * nodes),
        curves="points",
        jobs=jobs,
    )


def points_of(job: str, *, strict: bool = False) -> list[Pair]:
    """Return the (mips, importance) pairs that the tables print for a job, by rising mips."""
    column = JOBS.index(job) + 1
    pairs = set()
    for mips, importance in zip(_rows(_TABLE_VII), _rows(_TABLE_VIII), strict=True):
        given, worth = mips[column], importance[column]
        if given is not None and worth is not None:
            pairs.add((given, worth))
    pairs.discard(_MISPRINTS.get(job, (0, 0)))
    return sorted(pairs - _ONLY_H if strict and job == "H" else pairs)


def printed_plan(nodes: int) -> dict[str, Pair]:
    """Return the printed (mips, importance) of each job that SODA admitted."""
    row = PRINTED_NODES.index(nodes)
    pairs = zip(JOBS, _rows(_TABLE_VII)[row][1:], _rows(_TABLE_VIII)[row][1:], strict=True)
    return {job: (m, i) for job, m, i in pairs if m is not None and i is not None}


def _curve(points: list[Pair]) -> Template:
    mips, importance = np.array(points, dtype=np.float64).T
    return Template(name="t1", mips=mips, importance=importance)
