"""Tables and pages: figures in words, templates of pages, and tables of notebooks."""

from .cli.tables import check as show_check
from .core.display import HtmlTable, ShortDisplay
from .validation.study import figure, page_template

__all__ = [
    "HtmlTable",
    "ShortDisplay",
    "figure",
    "page_template",
    "show_check",
]
