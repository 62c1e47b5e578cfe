"""Packages that optgap can do without."""

from importlib.util import find_spec


def is_installed(package: str) -> bool:
    """Return whether a package can be imported; nothing is imported to find out."""
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False
