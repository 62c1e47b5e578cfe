"""Ctrl-C during a search for a front."""

import os
import signal
import time

import pytest

from optgap.solvers.fronts.goal_form import Interrupts, SearchStopped, is_interrupt


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_books_are_kept_to_their_end() -> None:
    """The first Ctrl-C waits for work that may be broken off; the second one does not."""
    interrupts = Interrupts()
    with interrupts.heard():
        press()
        with pytest.raises(SearchStopped) as stopped, interrupts.breakable():
            raise AssertionError("nothing more is begun")
        with pytest.raises(KeyboardInterrupt):
            press()
    assert stopped.value.stopped == "interrupted"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_that_no_work_noticed_is_repeated() -> None:
    with pytest.raises(KeyboardInterrupt):
        with Interrupts().heard():
            press()
        time.sleep(20)


def test_work_is_broken_off_at_once() -> None:
    interrupts = Interrupts()
    with interrupts.heard(), pytest.raises(SearchStopped), interrupts.breakable():
        press()
        raise AssertionError("work went on")


def test_a_kernel_that_is_interrupted_ends_in_a_system_error() -> None:
    error = SystemError("returned a result with an exception set")
    assert not is_interrupt(error)
    error.__cause__ = KeyboardInterrupt()
    assert is_interrupt(error)
    with pytest.raises(SystemError), Interrupts().breakable():
        raise SystemError("of its own")


def test_handlers_of_others_stay() -> None:
    def own(*_: object) -> None:
        """Nobody presses it."""

    before = signal.signal(signal.SIGINT, own)
    try:
        with Interrupts().heard():
            assert signal.getsignal(signal.SIGINT) is own
    finally:
        signal.signal(signal.SIGINT, before)
