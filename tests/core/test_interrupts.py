"""Ctrl-C during imports and in finalizers."""

import gc
import importlib
import signal
import sys
import time
from pathlib import Path

import pytest

from optgap.core.interrupts import PatientInterrupt, interrupt_again, raises_interrupts

PRESSED = """
import os, signal
os.kill(os.getpid(), signal.SIGINT)
{rest}
"""


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return a function that writes a module, in which Ctrl-C is pressed, and imports it."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = signal.getsignal(signal.SIGINT)

    def imported(name: str, rest: str, patience: float):
        (tmp_path / f"{name}.py").write_text(PRESSED.format(rest=rest))
        importlib.invalidate_caches()
        signal.signal(signal.SIGINT, PatientInterrupt(patience))
        return importlib.import_module(name)

    yield imported
    signal.signal(signal.SIGINT, before)


def test_an_import_ends_before_the_interrupt_is_raised(modules) -> None:
    module = modules("pressed_and_loaded", "loaded = True", patience=30.0)
    assert module.loaded
    with pytest.raises(KeyboardInterrupt):
        time.sleep(20)


def test_an_endless_import_is_interrupted(modules) -> None:
    with pytest.raises(KeyboardInterrupt):
        modules("pressed_and_endless", "while True:\n    pass", patience=0.2)
    assert "pressed_and_endless" not in sys.modules


def test_an_interrupt_in_a_finalizer_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pressed:
        def __del__(self) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "unraisablehook", interrupt_again)
    with pytest.raises(KeyboardInterrupt):
        Pressed()
        gc.collect()
        time.sleep(20)


def test_other_handlers_are_left_alone() -> None:
    assert raises_interrupts(signal.default_int_handler)
    assert not raises_interrupts(signal.SIG_IGN)
    assert not raises_interrupts(lambda *_: None)
