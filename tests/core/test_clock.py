"""The clock looks for numba from many threads, also while another one imports it."""

import sys
from types import ModuleType

from optgap.core import clock


def test_a_module_that_is_being_imported_is_left_alone(monkeypatch) -> None:
    """The thread of a time limit asks at any moment; it must not end because of that."""
    monkeypatch.setattr(clock.STANDSTILL, "watching", False)
    half = ModuleType("numba.core.event")
    monkeypatch.setitem(sys.modules, "numba.core.event", half)
    clock.watch_compiling()
    half.Listener = object
    clock.watch_compiling()
    assert not clock.STANDSTILL.watching
    seen = []
    half.register = lambda kind, listener: seen.append(kind)
    clock.watch_compiling()
    assert clock.STANDSTILL.watching
    assert seen == ["numba:compiler_lock"]
