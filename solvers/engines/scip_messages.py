"""SCIP's error lines, which OR-Tools 9.15 provokes without an error."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path

import ortools


@cache
def silence_scip_errors() -> None:
    """Keep SCIP from writing its error messages to the standard error stream.

    Whenever a callback or an interrupter is used, OR-Tools 9.15 asks SCIP 10 to catch a kind of
    event whose number has changed, and SCIP complains on every solve, with two lines that no option
    turns off.  The solve and the interrupt work all the same, and a real failure comes back as a
    status. Where the library is not a file of its own the lines stay.
    """
    for library in sorted((Path(ortools.__file__).parent / ".libs").glob("libscip*")):
        ctypes.CDLL(str(library)).SCIPmessageSetErrorPrinting(None, None)
