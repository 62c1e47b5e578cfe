"""The garbage collector is paused while many objects are created, and does not visit them then."""

import gc
from collections.abc import Iterator

import pytest

from optgap.core.memory import collector_paused, objects_frozen


@pytest.fixture
def thawed() -> Iterator[None]:
    """Leave no object frozen, before or after the test."""
    gc.unfreeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("thawed")
def test_the_end_of_a_pause_starts_no_collection() -> None:
    collections: list[str] = []

    def note(phase: str, _: dict[str, int]) -> None:
        collections.append(phase)

    gc.callbacks.append(note)
    try:
        with collector_paused():
            made = [[k] for k in range(10_000)]
            assert not gc.isenabled()
        more = [[k] for k in range(10)]
    finally:
        gc.callbacks.remove(note)
    assert gc.isenabled() and collections == []
    assert len(made) + len(more) == 10_010


@pytest.mark.usefixtures("thawed")
def test_a_pause_releases_no_frozen_objects() -> None:
    with objects_frozen():
        frozen = gc.get_freeze_count()
        with collector_paused():
            made = [[k] for k in range(10_000)]
        assert frozen and gc.get_freeze_count() >= frozen - 100
    assert gc.get_freeze_count() == 0
    assert gc.isenabled() and len(made) == 10_000
