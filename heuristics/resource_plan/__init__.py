"""The stage optimizer's Resource Assignment Advisor: RAA path and RAA general."""

from .advisor import MOST_CELLS, path_method, raa_general, spread, walk
from .raa_path import raa_path

__all__ = ["MOST_CELLS", "path_method", "raa_general", "raa_path", "spread", "walk"]
