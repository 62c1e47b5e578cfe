"""Many records are columns: the same data, faults and digests as records one by one."""

from pathlib import Path
from typing import Any

import pytest

import optgap
from optgap.core.faults import InputError
from optgap.core.records import FEWEST, Records, column
from optgap.core.schema import canonical_text
from optgap.instances.eviction import Eviction


def rows(count: int) -> list[dict[str, Any]]:
    """Residents with temperatures that are integers or absent, and one that must stay."""
    return [
        {"name": f"r{i}", "demand": [i % 7, 1.5]}
        | ({"temperature": i % 5} if i % 2 else {"factors": {"heat": 0.5}})
        | ({"keep": True} if i == 3 else {})
        for i in range(count)
    ]


def node(residents: list[dict[str, Any]]) -> Eviction:
    return Eviction(
        name="many",
        resources=["cpu", "memory"],
        request=[3.0, 3.0],
        weights={"heat": 2.0},
        residents=residents,
    )


def test_many_records_are_those_that_are_read_one_by_one() -> None:
    many = node(rows(FEWEST)).residents
    few = sum((node(rows(FEWEST)[k : k + 500]).residents for k in range(0, FEWEST, 500)), ())
    assert isinstance(many, Records) and isinstance(few, tuple)
    assert many == few and many[3] == few[3] and many[-2:] == few[-2:]
    assert canonical_text({"residents": many}) == canonical_text({"residents": few})
    for field in ("name", "temperature", "factors", "keep"):
        assert column(many, field) == column(few, field)


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"demand": [1.0, -1.0]}, "residents[1999].demand[1]"),
        ({"colour": "red"}, "residents[1999].colour"),
        ({"name": "r0"}, "residents[1999].name"),
        ({"demand": [1.0]}, "residents[1999].demand"),
        ({"keep": None}, "residents[1999].keep"),
    ],
)
def test_a_fault_of_one_record_among_many_has_its_place(
    changed: dict[str, Any], place: str
) -> None:
    listed = rows(FEWEST)
    listed[1999] |= changed
    with pytest.raises(InputError) as caught:
        node(listed)
    assert [fault.place for fault in caught.value.faults] == [place]


def test_more_than_a_hundred_thousand_are_written_as_parquet_beside_the_file(
    tmp_path: Path,
) -> None:
    pytest.importorskip("pyarrow")
    instance = optgap.generate("eviction", seed=1, residents=100_001)
    optgap.save(instance, tmp_path / "node.json")
    assert (tmp_path / "node.residents.parquet").exists()
    again = optgap.load(tmp_path / "node.json")
    assert again == instance and again.residents[7] == instance.residents[7]
