"""Parameter objects: their fields are the options of a method, and stand on its page."""

from pathlib import Path

import pytest

import optgap
from optgap.solvers.consolidation import ColumnParameters

PAGE = Path(__file__).parents[2] / "docs" / "consolidation.md"


def test_every_field_is_an_option_with_its_default() -> None:
    options = optgap.problem("consolidation").method_named("column-generation").options
    fields = ColumnParameters.model_fields
    assert {name: option.default for name, option in options.items()} == {
        name: field.default for name, field in fields.items()
    }
    assert all(field.description for field in fields.values())


def test_every_option_stands_on_the_page_with_its_default() -> None:
    page = PAGE.read_text()
    for name, field in ColumnParameters.model_fields.items():
        assert f"| `{name}` | {field.default:,g} |" in page, name


def test_options_reach_the_method_and_are_validated() -> None:
    outcome = optgap.solve(
        "consolidation/exchange", "column-generation", options={"closing_share": 0.5, "dives": 0}
    )
    assert outcome.objective == 2.0
    assert outcome.options["closing_share"] == 0.5
    with pytest.raises(optgap.InputError, match=r"refill_share: must be less than or equal to 1"):
        optgap.solve("consolidation/exchange", "column-generation", options={"refill_share": 1.5})
