"""stage in the catalogue."""

from typing import Any

import numpy as np

from .built_in import built_in
from .method import MIP_SOLVERS, Loads
from .search_space import DocumentAxis

_INSTANCES = (("latency", 0), ("input_rows", 0), ("instance_names", 0))
_MACHINES = (
    ("latency", 2),
    ("available", 0),
    ("machine_group", 0),
    ("utilization", 0),
    ("machine_names", 0),
)
_CONFIGURATIONS = (("latency", 1), ("configurations", 0), ("configuration_names", 0))


def _has_fields(instance: Any, method: str) -> bool:
    """Return whether a stage has the fields that a method goes by."""
    if method == "fuxi":
        return instance.utilization is not None
    return method not in ("plan-a", "plan-b") or instance.input_rows is not None


def _loads(instance: Any, decision: Any) -> Loads:
    """Return how much of its scarcest resource each machine has given."""
    taken = instance.configurations[np.array(decision["configuration"], dtype=np.int64)]
    held = np.zeros(instance.available.shape)
    np.add.at(held, np.array(decision["machine"], dtype=np.int64), taken)
    shares = held / np.where(instance.available > 0, instance.available, np.inf)
    return Loads("share taken of the scarcest resource", "machine", shares.max(axis=1))


problem = built_in(
    "stage",
    title="machine and configuration for every instance: the front of latency and cost",
    paper="stage optimizer (PVLDB 2022), Def. 5.2 and appendix A",
    demo="two-machines",
    suits=lambda instance, method: _has_fields(instance, method.name),
    recommends=lambda _: "ipa-raa",
    methods=[
        ("exact", "exact", "Def. 5.2", *MIP_SOLVERS),
        ("heuristic", "exact-two-step", "the paper's two steps, each optimal", *MIP_SOLVERS),
        ("heuristic", "priced", "linear programs over clusters"),
        ("heuristic", "ipa-raa", "Alg. 1 and 3, Eq. 9"),
        ("heuristic", "ipa-raa-general", "Alg. 1 and 2, Eq. 9"),
        ("baseline", "plan-a", "A.1, Eq. 8"),
        ("baseline", "plan-b", "A.1, Eq. 10"),
        ("baseline", "fuxi", "Fig. 6"),
        ("baseline", "nsga2 = evolution", "A.2, EVO"),
        ("baseline", "ipa+nsga2 = evolution_after_ipa", "A.2, IPA+EVO"),
        ("baseline", "weighted-sum = sampling", "A.2, WS(Sample)"),
        ("baseline", "ipa+weighted-sum = sampling_after_ipa", "A.2, IPA+WS(Sample)"),
        ("baseline", "progressive-frontier = frontier", "A.2, PF", *MIP_SOLVERS),
        ("baseline", "ipa+progressive-frontier = frontier_after_ipa", "A.2, IPA+PF", *MIP_SOLVERS),
    ],
    loads=_loads,
    draws={
        "instances": (2, 5),
        "machines": (2, 3),
        "configurations": (2, 3),
        "slack": (1.1, 2.0),
        "pressure": (0.2, 1.0),
        "column_order": [True, False],
        "groups": [None, 1, 2],
        "axes": tuple(map(DocumentAxis, (_INSTANCES, _MACHINES, _CONFIGURATIONS))),
        "counts": _has_fields,
    },
)
