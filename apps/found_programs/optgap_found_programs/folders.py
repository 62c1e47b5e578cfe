"""A folder that a framework can evolve immediately: ``optgap judge TASK --init DIR``."""

from pathlib import Path

from optgap.faults import input_error
from optgap.files import write_text

from .judging import task_named
from .task import DATA, Task

_EVALUATOR = """\
from optgap.evaluators import openevolve

evaluate = openevolve("{name}")
"""
_SHINKA = """\
import argparse
from pathlib import Path

from optgap.evaluators import judge_in_form

parser = argparse.ArgumentParser()
parser.add_argument("--program_path", default="initial_program.py")
parser.add_argument("--results_dir", default="results")
given = parser.parse_args()
judge_in_form("shinka", "{name}", given.program_path, Path(given.results_dir))
"""
_SHELL = """\
#!/usr/bin/env bash
set -euo pipefail
optgap judge {name} "$1" --format skydiscover
"""
_CONFIG = """\
# The statement of the task; models and keys are yours to add.
max_iterations: 100
diff_based_evolution: true
max_code_length: 60000
prompt:
  system_message: |-
{statement}
evaluator:
  timeout: {timeout}
  cascade_evaluation: false
"""
_README = """\
# {name}

{statement}

`initial_program.py` is the seed; what stands between EVOLVE-BLOCK-START and -END may change.

```
optgap judge {name} initial_program.py
openevolve-run initial_program.py evaluator.py --config config.yaml
python evaluate.py --program_path initial_program.py --results_dir results    # ShinkaEvolve
skydiscover-run initial_program.py evaluator.py
./evaluate.sh initial_program.py                               # SkyDiscover, within its container
```

For GEPA: `from optgap.evaluators import gepa; evaluate, dataset = gepa("{name}")`.

The score is recomputed from the program's raw decisions.  {note}
"""
_NOTE = "The judge runs the program in isolation, and reports the level."


def make_folder(name: str, folder: Path) -> list[str]:
    """Write the files of a task into a new or empty folder, and return the files' names."""
    task = task_named(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise input_error("--init", "must be a new or an empty folder", str(folder))
    files = _files(task)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise input_error("--init", f"cannot be created: {error.strerror}", str(folder)) from None
    for file, text in files.items():
        write_text(folder / file, text)
    (folder / "evaluate.sh").chmod(0o755)
    return list(files)


def program_of(task: Task) -> str:
    """Return the text of a task's seed program."""
    if "\n" in task.program:
        return task.program
    return (DATA / task.program).read_text(encoding="utf-8")


def _files(task: Task) -> dict[str, str]:
    indented = "\n".join(f"    {line}".rstrip() for line in task.statement.splitlines())
    timeout = int(task.seconds * len(task.references())) + 60
    return {
        "initial_program.py": program_of(task),
        "evaluator.py": _EVALUATOR.format(name=task.name),
        "evaluate.py": _SHINKA.format(name=task.name),
        "evaluate.sh": _SHELL.format(name=task.name),
        "config.yaml": _CONFIG.format(statement=indented, timeout=timeout),
        "README.md": _README.format(name=task.name, statement=task.statement, note=_NOTE),
    }
