"""Parameter objects: their fields are the options of a method, and stand on its page."""

from pathlib import Path

import pytest

import optgap
from optgap.core.parameters import Parameters
from optgap.heuristics.consolidation.karpenter import (
    AutoscalerParameters,
    BalancedParameters,
    KarpenterParameters,
)
from optgap.heuristics.macrow.mini_w import MiniWParameters
from optgap.solvers.consolidation import ColumnParameters

DOCS = Path(__file__).parents[2] / "docs"
METHODS = [
    ("consolidation", "column-generation", ColumnParameters),
    ("consolidation", "karpenter", KarpenterParameters),
    ("consolidation", "karpenter-balanced", BalancedParameters),
    ("consolidation", "cluster-autoscaler", AutoscalerParameters),
    ("macrow", "miniw", MiniWParameters),
]


@pytest.mark.parametrize(("problem", "method", "parameters"), METHODS)
def test_every_field_is_a_documented_option(
    problem: str, method: str, parameters: type[Parameters]
) -> None:
    options = optgap.problem_named(problem).method_named(method).options
    fields = parameters.model_fields
    assert {name: option.default for name, option in options.items()} == {
        name: field.default for name, field in fields.items()
    }
    others = set(optgap.problem_names()) - {problem}
    pages = [path for path in DOCS.glob(f"{problem}*.md") if path.stem not in others]
    page = "".join(path.read_text() for path in pages)
    for name, field in fields.items():
        assert field.description, name
        number = field.default
        whole = isinstance(number, int) or number is None
        default = ("no limit" if number is None else f"{number:,}") if whole else f"{number:,g}"
        assert f"| `{name}` | {default} |" in page, name


def test_options_reach_the_method_and_are_validated() -> None:
    outcome = optgap.solve(
        "consolidation/exchange", "column-generation", options={"closing_share": 0.5, "dives": 0}
    )
    assert outcome.objective == 2.0
    assert outcome.options["closing_share"] == 0.5
    with pytest.raises(optgap.InputError, match=r"refill_share: must be less than or equal to 1"):
        optgap.solve("consolidation/exchange", "column-generation", options={"refill_share": 1.5})


def test_a_prefix_of_one_machine_frees_none_together() -> None:
    cluster = optgap.generate("consolidation", 3, machines=8, load=0.3)
    together = [
        optgap.solve(cluster, "karpenter", options={"prefix_nodes": nodes}).details[
            "accepted_together"
        ]
        for nodes in (1, 2)
    ]
    assert together[0] == 0
    assert together[1] > 0
