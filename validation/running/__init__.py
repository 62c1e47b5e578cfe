"""Solve and compare instances; find bundled instances and generate random ones."""

from .compare import (
    REFUSED,
    add_gaps,
    agree,
    best_bound,
    measures,
    outcomes,
    refuse_untaken,
    rows,
    summary,
)
from .instances import (
    AnyInstance,
    bundled_folder,
    bundled_names,
    generate,
    instance_of,
    instance_path,
    load,
    load_instance,
    typed_arguments,
    with_digest,
)
from .library import PROOFS, LibraryRow, library_folder, library_row, library_rows, rows_in
from .solve import check_limits, chosen_solver, default_method, solve

__all__ = [
    "PROOFS",
    "REFUSED",
    "AnyInstance",
    "LibraryRow",
    "add_gaps",
    "agree",
    "best_bound",
    "bundled_folder",
    "bundled_names",
    "check_limits",
    "chosen_solver",
    "default_method",
    "generate",
    "instance_of",
    "instance_path",
    "library_folder",
    "library_row",
    "library_rows",
    "load",
    "load_instance",
    "measures",
    "outcomes",
    "refuse_untaken",
    "rows",
    "rows_in",
    "solve",
    "summary",
    "typed_arguments",
    "with_digest",
]
