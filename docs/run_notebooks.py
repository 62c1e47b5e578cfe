"""Execute the notebooks of the lessons and problems, as they are downloaded, in an empty folder.

``python docs/run_notebooks.py`` after ``make docs``; names of pages may be given.  Without names a
third of the notebooks runs, chosen by the date, because ``make docs`` has just executed the same
cells; ``all`` runs every notebook.
"""

from __future__ import annotations

import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from optgap.validation.catalogue import problem_names

THIRDS = 3
NOTEBOOKS = Path(__file__).parent / "_build" / "html" / "notebooks"


def executed(name: str) -> str:
    """Execute a notebook and return its line of the output; an error in a cell is raised."""
    begun = time.perf_counter()
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        resources = {"metadata": {"path": folder}}
        NotebookClient(notebook, timeout=200, resources=resources).execute()
    return f"{name:24}{time.perf_counter() - begun:6.1f} s"


def main(names: list[str]) -> None:
    """Execute a notebook per core; the first error ends the program with its traceback."""
    every = [*sorted(path.stem for path in NOTEBOOKS.glob("*lesson-*.ipynb")), *problem_names()]
    if not names:
        day = datetime.now(UTC).date().toordinal() % THIRDS
        print(f"notebooks {day + 1}, {day + 1 + THIRDS}, … of {len(every)}, by the date")
        names = every[day::THIRDS]
    with ProcessPoolExecutor() as processes:
        for line in processes.map(executed, every if names == ["all"] else names):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
