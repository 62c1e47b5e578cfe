"""The Sphinx configuration: built offline, every cell executed, warnings fatal (`make docs`)."""

import inspect
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from sphinx.application import Sphinx

import optgap

MOVED = {  # old addresses of pages, and where their text is now
    "notation": "glossary.html#notation",
    "releasing": "contributing.html#release",
    "adding-a-method": "contributing.html#add-a-method",
    "adding-a-problem": "contributing.html#add-a-problem",
    "api": "python/index.html",
    "reference": "index.html#next-pages",
    "how-to": "index.html#next-pages",
    "tutorials": "index.html#next-pages",
    "lessons": "course.html",
    "auditing-evaluators": "agents.html#auditing-evaluators",
    "cluster-evictions": "my-cluster.html#cluster-evictions",
    "extending-a-problem": "own-problem.html#extending-a-problem",
    "cluster-suite": "found-programs.html#cluster-suite",
    "packing_study": "library.html#packing-study",
    "my-csv": "own-heuristic.html#my-csv",
    "techniques": "problems.html#techniques",
    "solver_truth": "trust.html#solver-truth",
    "exam-solutions": "instructor.html#exam-solutions",
    "model-algebra": "own-model.html#model-algebra",
    "beside-others": "troubleshooting.html#beside-others",
    "faq": "troubleshooting.html#faq",
    "changelog": "stability.html#changelog",
    "errata": "coverage.html#errata",
    "worst_cases": "findings.html#worst-cases",
    "pop": "utility.html#pop",
    "soda_chain": "soda_epochs.html#soda-chain",
    "stage_scale": "stage_study.html#stage-scale",
}
WRITTEN = ("commands", "files", "python")  # folders of pages that the extension `reference` writes

project = "optgap"
author = "the optgap developers"
copyright = "the optgap developers; code Apache-2.0, text and pictures CC BY 4.0"  # noqa: A001 - the name is Sphinx's
version = release = optgap.__version__

extensions = [
    "filled",
    "graded",
    "mathml",
    "moving",
    "myst_nb",
    "notebooks",
    "outputs",
    "quiz",
    "reference",
    "slides",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "students",
    "tables",
]
html_math_renderer = "mathml"
myst_heading_anchors = 3
myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
napoleon_google_docstring = False
exclude_patterns = ["_build", "_ext", "graded", "jupyter_execute"]

os.environ["OPTGAP_PROGRESS"] = "0"  # a line that is removed would leave an empty output
os.environ["COLUMNS"] = "92"  # of the tables that commands print in cells
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_execution_excludepatterns = []

html_theme = "furo"
html_title = f"optgap {release}"
html_static_path = ["_static"]
templates_path = ["_templates"]
html_context = {"moved": MOVED}
html_additional_pages = dict.fromkeys(MOVED, "moved.html")
html_css_files = ["optgap.css", "moving.css"]
html_js_files = ["quiz.js", "sortable.js"]
copybutton_selector = "div.cell_input pre, div.highlight:not(div.cell_output *) > pre"
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True


def signature(
    _app: Sphinx, what: str, _name: str, thing: object, *_rest: object
) -> tuple[str, None] | None:
    """Show functions with the names of their parameters alone, and classes without any.

    The sections of the docstrings have types and defaults.
    """
    if what in ("class", "exception"):
        return "", None
    if what != "function":
        return None
    names = list(inspect.signature(thing).parameters)  # type: ignore[arg-type]
    return f"({', '.join(names)})", None


def without_source(
    _app: Sphinx, page: str, _template: str, context: dict[str, object], _doctree: object
) -> None:
    """Offer no edit of pages that the build writes from declarations."""
    if page.split("/")[0] in WRITTEN:
        context["page_source_suffix"] = None


def setup(app: Sphinx) -> None:
    """Shorten the signatures, and leave out links to sources that are not there."""
    app.connect("autodoc-process-signature", signature)
    app.connect("html-page-context", without_source)
