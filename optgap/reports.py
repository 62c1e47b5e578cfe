"""Tables and pages: figures in words, templates of pages, and tables of notebooks."""

from .cli.tables import check as show_check
from .core.display import HtmlTable, ShortDisplay
from .validation.study import figure, page_template, refuse_parquet_without_package

__all__ = [
    "HtmlTable",
    "ShortDisplay",
    "figure",
    "page_template",
    "refuse_parquet_without_package",
    "show_check",
]
