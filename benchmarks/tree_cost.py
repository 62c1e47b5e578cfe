"""What it costs `exact` to prove small optima by a tree: at most a fifth, in sum.

Run ``python benchmarks/tree_cost.py`` (a minute or two) or with ``--smoke`` (seconds).  All bundled
instances with at most 300 whole-number variables are solved, and small generated ones; each is
solved once before the clock counts.  Larger models, whose engine has the last word, are left out.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator

import optgap
from optgap.validation.instances_by_name import bundled

GENERATED = 6  # per problem
LIMIT = 2.0  # seconds: what takes longer is not small
SMOKE = ("placement", "cluster_ratio")


def small_instances(names: list[str], generated: int) -> Iterator[optgap.Instance]:
    """Yield the bundled instances of the problems, and generated ones."""
    for name in names:
        for source in bundled(name):
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
    for instance in small_instances(names, 0 if smoke else GENERATED):
        try:
            outcome = optgap.solve(instance, time_limit=LIMIT)
            if "proof" not in outcome.timing:
                continue
            outcome = optgap.solve(instance, time_limit=LIMIT)
        except optgap.InputError:
            continue
        tree = outcome.timing.get("proof", 0.0)
        trees[instance.problem] += tree
        rest[instance.problem] += outcome.seconds - tree
        proven[instance.problem] += outcome.bound_kind == "model-certified"
    for name in sorted(rest):
        share = trees[name] / rest[name]
        print(f"{name:18} proven {proven[name]:3}, exact {rest[name]:6.2f} s, trees {share:6.1%}")
    share = sum(trees.values()) / max(1e-9, sum(rest.values()))
    print(f"in sum: {sum(proven.values())} proven, trees take {share:.1%} of exact")


if __name__ == "__main__":
    main()
