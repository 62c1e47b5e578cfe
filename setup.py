"""List the packages: setuptools cannot find packages whose folders are mapped."""

from setuptools import find_packages, setup

FOLDERS = ("core", "instances", "formulations", "solvers", "heuristics", "validation")

packages = ["optgap", *(f"optgap.{name}" for name in find_packages("optgap"))]
for folder in FOLDERS:
    inside = find_packages(folder)
    packages += [f"optgap.{folder}", *(f"optgap.{folder}.{name}" for name in inside)]

setup(packages=packages)
