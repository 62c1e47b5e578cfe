"""The standard streams of a command: closed or full ones, and the output of libraries."""

import codecs
import contextlib
import io
import os
import sys


def prepare_streams() -> None:
    """Reserve stdout for answers; output of libraries such as HiGHS goes to stderr."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed before the command began
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    out = sys.__stdout__
    if out is None or sys.stdout is not out or sys.stderr is not sys.__stderr__:
        return  # one is closed, or somebody captures it
    buffering = 1 if out.isatty() else -1  # by lines for somebody who reads along
    codecs.register_error("optgap-escape", _escape)
    encoding = codecs.lookup(out.encoding or "ascii").name
    encoding = "utf-8" if encoding == "ascii" else encoding  # as click does: nobody means ASCII
    sys.stdout = os.fdopen(os.dup(1), "w", buffering, encoding=encoding, errors="optgap-escape")
    os.dup2(2, 1)


def _escape(error: UnicodeError) -> tuple[str, int]:
    """Return characters that the encoding lacks as JSON escapes, which keeps JSON valid."""
    assert isinstance(error, UnicodeEncodeError)
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[k : k + 2].hex()}" for k in range(0, len(units), 2)), error.end


def drop_stdout() -> None:
    """Discard unwritten output, so that Python does not try to write it at exit."""
    with contextlib.suppress(io.UnsupportedOperation):  # somebody captures it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
