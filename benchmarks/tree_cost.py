"""What it costs `exact` to prove small optima by a tree: at most a fifth, in sum.

Run ``python benchmarks/tree_cost.py`` (a minute or two) or with ``--smoke`` (seconds).  Small are
the bundled instances, and generated ones, that `exact` proves within half a second; each is solved
once before the clock counts.  Two sums are printed: over all of them, and over those with a tree.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator

import optgap
from optgap.validation.running.instances import bundled_names

GENERATED = 6  # per problem
LIMIT = 0.5  # seconds: what takes longer is not small
SMOKE = ("placement", "cluster_ratio")


def small_instances(names: list[str], generated: int) -> Iterator[optgap.Instance]:
    """Yield the bundled instances of the problems, and generated ones."""
    for name in names:
        for source in bundled_names(name):
            yield optgap.load(source)
        for seed in range(generated):
            yield optgap.generate(name, seed)


def main() -> None:
    """Print the seconds of `exact` and of its trees, by problem and in sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="two problems, no generated instances")
    smoke = parser.parse_args().smoke
    names = list(SMOKE) if smoke else optgap.problem_names()
    rest: dict[str, float] = defaultdict(float)
    trees: dict[str, float] = defaultdict(float)
    proven: dict[str, int] = defaultdict(int)
    without = 0.0  # seconds of instances without a tree
    for instance in small_instances(names, 0 if smoke else GENERATED):
        try:
            optgap.solve(instance, time_limit=4 * LIMIT)
            outcome = optgap.solve(instance, time_limit=4 * LIMIT)
        except optgap.InputError:
            continue
        if outcome.seconds > LIMIT:
            continue
        if "proof" not in outcome.timing:
            without += outcome.seconds
            continue
        tree = outcome.timing["proof"]
        trees[instance.problem] += tree
        rest[instance.problem] += outcome.seconds - tree
        proven[instance.problem] += outcome.bound_kind == "model-certified"
    for name in sorted(rest):
        share = trees[name] / rest[name]
        print(f"{name:18} proven {proven[name]:3}, exact {rest[name]:6.2f} s, trees {share:6.1%}")
    spent, exact = sum(trees.values()), max(1e-9, sum(rest.values()))
    print(
        f"in sum: {sum(proven.values())} proven, trees take {spent / (exact + without):.1%} of "
        f"exact on all small instances, {spent / exact:.1%} on those with a tree"
    )


if __name__ == "__main__":
    main()
