"""The command `judge`."""

from pathlib import Path
from typing import Annotated

import typer

from optgap.commands import with_options

from .options import JudgeOptions


@with_options
def judge(
    task: Annotated[
        str | None,
        typer.Argument(metavar="[TASK]", help="Name of a task (see --list), or of a problem."),
    ] = None,
    program: Annotated[
        Path | None, typer.Argument(metavar="[PROGRAM]", help="Python file of the program.")
    ] = None,
    *,
    options: JudgeOptions,
) -> None:
    """Judge an evolved program: its score, and its gap to the proven optimum or bound.

    The program runs unchanged in a separate process; everything is recomputed from its answers.
    """
    from .reports import audit_evaluator, report_judgement

    if options.audit is not None or options.report is not None:
        audit_evaluator(options, task, program)
    else:
        report_judgement(options, task, program)
