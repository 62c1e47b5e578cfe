"""What a command of an installed package needs: options, exit codes, and lines to print."""

from .cli.layout import say, say_wrapped, show_table
from .cli.options import (
    InstanceArgument,
    JsonOption,
    Options,
    OutputOption,
    SeedOption,
    TimeOption,
    WorkerOptions,
    with_options,
)
from .cli.shared import (
    DONE,
    INFEASIBLE,
    NOTHING,
    VIOLATIONS,
    emit,
    refuse_outputs,
    say_notes,
)

__all__ = [
    "DONE",
    "INFEASIBLE",
    "NOTHING",
    "VIOLATIONS",
    "InstanceArgument",
    "JsonOption",
    "Options",
    "OutputOption",
    "SeedOption",
    "TimeOption",
    "WorkerOptions",
    "emit",
    "refuse_outputs",
    "say",
    "say_notes",
    "say_wrapped",
    "show_table",
    "with_options",
]
