"""Execute the notebooks of the lessons and problems, as they are downloaded, in an empty folder.

``python docs/run_notebooks.py`` after ``make docs``; names of pages may be given.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from optgap.validation.catalogue import problem_names

NOTEBOOKS = Path(__file__).parent / "_build" / "html" / "notebooks"


def main(names: list[str]) -> None:
    """Run them one after the other; an error in a cell ends the program with its traceback."""
    lessons = sorted(path.stem for path in NOTEBOOKS.glob("lesson-*.ipynb"))
    for name in names or [*lessons, *problem_names()]:
        begun = time.perf_counter()
        notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
        with tempfile.TemporaryDirectory() as folder:
            resources = {"metadata": {"path": folder}}
            NotebookClient(notebook, timeout=200, resources=resources).execute()
        print(f"{name:24}{time.perf_counter() - begun:6.1f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
