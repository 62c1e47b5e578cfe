"""What a command of an installed package needs: options, exit codes, and lines to print."""

from .cli.layout import say, say_wrapped, show_table
from .cli.options import (
    ExecutorOption,
    InstanceArgument,
    JsonOption,
    OutputOption,
    SeedOption,
    TimeOption,
    WorkersOption,
)
from .cli.shared import (
    DONE,
    INFEASIBLE,
    NOTHING,
    VIOLATIONS,
    emit,
    refuse_overwriting,
    refuse_unwritable,
    say_notes,
)

__all__ = [
    "DONE",
    "INFEASIBLE",
    "NOTHING",
    "VIOLATIONS",
    "ExecutorOption",
    "InstanceArgument",
    "JsonOption",
    "OutputOption",
    "SeedOption",
    "TimeOption",
    "WorkersOption",
    "emit",
    "refuse_overwriting",
    "refuse_unwritable",
    "say",
    "say_notes",
    "say_wrapped",
    "show_table",
]
