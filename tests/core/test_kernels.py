"""What a run says of its compilers: kernels begun, of how many, while one is at work."""

import importlib
import pickle
from pathlib import Path
from types import SimpleNamespace

import pytest

from optgap.core import kernels
from optgap.core.kernels import Kernel, kernel, kernels_compiled, kernels_within


@kernel(inner=True)
def leaf(x: int) -> int:
    return x + 1


@kernel(inner=True)
def branch(x: int) -> int:
    return leaf(x) + leaf(x)


@kernel
def root(x: int) -> int:
    return branch(x) + leaf(x)


@pytest.fixture
def compiler(monkeypatch):
    """A listener on compilers that nobody has seen at work before."""
    monkeypatch.setattr(kernels, "COMPILERS", type(kernels.COMPILERS)())
    listeners = []
    event = SimpleNamespace(
        Listener=object, register=lambda kind, listener: listeners.append(listener)
    )
    for _ in range(2):
        kernels.watch_compilers(event, lambda function: len(kernels_within(function)))
    (listener,) = listeners
    return listener


def start(listener, function) -> None:
    listener.on_start(SimpleNamespace(data={"dispatcher": SimpleNamespace(py_func=function)}))


def test_a_kernel_is_compiled_with_those_that_it_calls() -> None:
    """Each is counted once, however often it is called."""
    assert kernels_within(root.function) == {root.function, branch.function, leaf.function}
    assert kernels_within(leaf.function) == {leaf.function}


def test_progress_counts_kernels_of_the_outermost(compiler) -> None:
    """The outermost kernel gives the number; those compiled within it count up."""
    assert kernels.compiling() is None
    start(compiler, root.function)
    assert kernels.compiling()[:2] == (1, 3)
    start(compiler, branch.function)
    assert kernels.compiling()[:2] == (2, 3)
    compiler.on_end(None)
    assert kernels.compiling()[:2] == (2, 3)
    compiler.on_end(None)
    assert kernels.compiling() is None


def test_more_types_than_expected_never_show_more_kernels_than_there_are(compiler) -> None:
    """A kernel that is compiled for two types counts twice, and the total follows."""
    start(compiler, branch.function)
    for _ in range(2):
        start(compiler, leaf.function)
        compiler.on_end(None)
    assert kernels.compiling()[:2] == (3, 3)


def kernels_of(text: str) -> dict:
    """Return the kernels that a text defines; no cache can hold them."""
    names = {"kernel": kernel, "__name__": "made_here"}
    exec(text, names)
    return names


def test_numba_says_what_it_compiles() -> None:
    """Kernels that are compiled by this process are counted."""
    names = kernels_of(
        "@kernel(inner=True)\ndef inner(x):\n    return x * 3\n"
        "@kernel\ndef outer(x):\n    return inner(x) + 1\n"
    )
    before = kernels.COMPILERS._kernels
    with kernels_compiled("yes"):
        assert names["outer"](4) == 13
    assert kernels.COMPILERS._kernels == before + 2
    assert kernels.COMPILERS._expected == before + 2


def test_constants_compile_nothing_twice() -> None:
    """A kernel that is called with a constant and with a variable is compiled for both at once."""
    names = kernels_of(
        "@kernel(inner=True)\ndef inner(x, flag):\n    return x * 3 if flag else x\n"
        "@kernel\ndef outer(x):\n    return inner(x, True) + inner(2, x > 1) + inner(-1, False)\n"
    )
    with kernels_compiled("yes"):
        assert names["outer"](4) == 12 + 6 - 1
    assert len(names["inner"].dispatcher.overloads) == 1


def test_a_cache_of_another_version_is_forgotten(tmp_path, monkeypatch) -> None:
    """Its index may name modules that have moved; the kernel is compiled again."""
    (tmp_path / "kernels_of_a_test.py").write_text(
        "from optgap.core.kernels import kernel\n\n\n@kernel\ndef twice(x):\n    return x + x\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    twice = importlib.import_module("kernels_of_a_test").twice
    with kernels_compiled("yes"):
        assert twice(2) == 4
    index = Path(twice.dispatcher._cache._cache_file._index_path)
    with index.open("rb") as written:
        version = pickle.load(written)
    moved = b"cmodule_that_has_moved\nrecord\n."
    index.write_bytes(pickle.dumps(version) + moved)
    again = Kernel(twice.function, inner=False)
    with kernels_compiled("yes"):
        assert again(3) == 6
    assert moved not in index.read_bytes()
