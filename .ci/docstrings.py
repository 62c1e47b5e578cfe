"""Check the sections of the docstrings of all public functions with numpydoc.

Each parameter, the result and the errors must be described. Examples are on the pages of the
reference, where they are executed.
"""

import inspect
import sys

from numpydoc.validate import validate

import optgap
import optgap.figures
import optgap.own_models
import optgap.testing

CODES = {"GL06", "GL07", "GL08", "PR01", "PR02", "PR03", "PR07", "PR10", "RT01", "RT03", "SS01"}


def public_functions() -> list[str]:
    """Return the full names of the public functions."""
    modules = (optgap, optgap.figures, optgap.own_models, optgap.testing)
    return [
        f"{module.__name__}.{name}"
        for module in modules
        for name in module.__all__
        if inspect.isfunction(getattr(module, name))
    ]


faults = [
    f"{name}: {code} {words}"
    for name in public_functions()
    for code, words in validate(name)["errors"]
    if code in CODES
]
print(*faults, f"{len(public_functions())} docstrings, {len(faults)} faults", sep="\n")
sys.exit(1 if faults else 0)
