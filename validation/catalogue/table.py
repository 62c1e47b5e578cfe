"""The table of all problems: built-in ones, and those of files and installed packages.

Each built-in problem has a module of its name in this folder. The module is imported when the
problem is named. Models and methods, which import slowly, are loaded when an instance is solved.

Users' problems come from a file, from an installed package, or from a program.  Nothing is imported
before it is needed.  The files that this process has loaded are in its environment, so that the
processes that it starts can load them too.
"""

import hashlib
import importlib.util
import os
import sys
import traceback
import warnings
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from ...core.faults import Fault, InputError, input_error, near_miss
from ...core.installed import entry_points_of, loaded_entry_point
from ...core.schema import Instance
from .declared import DECLARED
from .description import Problem
from .method import Method

__all__ = ["Method", "Problem", "built_in_names", "problem_named", "problem_names", "problem_of"]


_FILES = "OPTGAP_PROBLEM_FILES"
_GROUP = "optgap.problems"
_LOADING: set[str] = set()  # files that ask for another problem while they declare their own


def load_problem(path: str | Path, digest: str | None = None) -> Problem:
    """Return the problem that a Python file declares, and register its name.

    Parameters
    ----------
    path : str or Path
        A Python file with one ``Problem`` (see *Declare a problem*).
    digest : str, optional
        The SHA-256 that the file must have if another process has already read it.

    Returns
    -------
    Problem
        The problem, from now on known by its name.

    Raises
    ------
    InputError
        If the file fails, declares no problem, or a known name.
    """
    file = Path(path).resolve()
    if not file.is_file():
        raise _fault(path, "(file)", "there is no such file")
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if digest is not None and found != digest:
        raise _fault(path, "(file)", "has changed since the run began")
    problem = _declared_problem(str(file), found)
    known = os.environ.get(_FILES, "").split(os.pathsep)
    if str(file) not in known:
        os.environ[_FILES] = os.pathsep.join([*filter(None, known), str(file)])
    return problem


@cache
def _declared_problem(path: str, digest: str) -> Problem:
    module = load_module(Path(path))
    problems = {id(thing): thing for thing in vars(module).values() if isinstance(thing, Problem)}
    own = [thing for thing in problems.values() if thing.origin == module.__name__]
    if len(own) != 1:
        count = "no problem" if not own else f"{len(own)} problems"
        raise _fault(path, "(file)", f"declares {count}; it must declare one optgap.Problem")
    own[0].origin, own[0].digest = path, digest
    return own[0]


def load_module(file: Path) -> ModuleType:
    """Import a Python file as a module, once; the error of a failure names file and line."""
    name = f"optgap_problem_{hashlib.sha256(file.read_bytes()).hexdigest()[:12]}"
    known = sys.modules.get(name)
    if known is not None and known.__file__ == str(file):
        return known
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise _fault(file, "(file)", "is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    beside = str(file.parent)
    _LOADING.add(str(file))
    sys.path.append(beside)  # behind all others: a file beside it hides nothing installed
    try:
        spec.loader.exec_module(module)
    except InputError:
        del sys.modules[name]
        raise
    except (Exception, SystemExit) as error:  # whatever an author's code raises has its place
        del sys.modules[name]
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == str(file)]
        line = getattr(error, "lineno", None) or (frames[-1].lineno if frames else "?")
        words = f"raises {type(error).__name__}: {error}"
        raise _fault(file, f"line {line}", words) from None
    finally:
        sys.path.remove(beside)
        _LOADING.remove(str(file))
    return module


def problems_of_files() -> dict[str, Problem]:
    """Return the problems, by name, of the files that this process or its parent has loaded."""
    files = filter(None, os.environ.get(_FILES, "").split(os.pathsep))
    problems: dict[str, Problem] = {}
    for file in (file for file in files if file not in _LOADING):
        problem = load_problem(file)
        other = problems.setdefault(problem.name, problem)
        if other is not problem:
            words = f"two files declare {problem.name!r}: {other.origin} and {problem.origin}"
            raise InputError("bad input", [Fault("problem", words)])
    return problems


def installed_names() -> list[str]:
    """Return the names of the problems of installed packages, without importing them."""
    return list(entry_points_of(_GROUP))


@cache
def installed_problem(name: str) -> Problem | None:
    """Return the problem of an installed package; warn and return ``None`` if the import fails."""
    problem = loaded_entry_point(_GROUP, name)
    origin = entry_points_of(_GROUP)[name].value
    if problem is not None and not isinstance(problem, Problem):
        warnings.warn(f"{origin} is not an optgap.Problem", stacklevel=2)
        return None
    if problem is not None:
        problem.origin = origin
    return problem


def _fault(path: str | Path, place: str, words: str) -> InputError:
    return InputError(f"problem file {path}", [Fault(place, words)])


_PROBLEMS = (
    "placement",
    "resource_plan",
    "stage",
    "macroq",
    "macrow",
    "microq",
    "microw",
    "cluster_ratio",
    "queue_config",
    "adaptive_config",
    "utility",
    "utility_course",
    "consolidation",
    "warm_pool",
    "cold_stock",
    "eviction",
)
_UNLISTED = ("linear_model",)  # a problem that files stand for


def problem_names() -> list[str]:
    """Return the names of all problems: built-in, of installed packages, of files.

    Returns
    -------
    list of str
        The names, in the order of the documentation.
    """
    others = [name for name in (*installed_names(), *problems_of_files()) if name not in _PROBLEMS]
    return [*_PROBLEMS, *dict.fromkeys(others)]


def built_in_names() -> list[str]:
    """Return the names of the problems of this suite."""
    return list(_PROBLEMS)


def is_problem(name: str) -> bool:
    """Return whether a problem with this name exists."""
    return name in _UNLISTED or name in problem_names()


def problem_named(name: str) -> Problem:
    """Return the problem with a name.

    Parameters
    ----------
    name : str
        The name of a built-in problem, of an installed package, or of a loaded file.

    Returns
    -------
    Problem
        Its instances, decisions, methods, generator and judge.

    Raises
    ------
    InputError
        If the name is unknown; the error suggests a similar one.
    """
    if name in _UNLISTED:
        return _own_problem(name)
    homes = _homes(name)
    if len(homes) > 1:
        words = f"{name!r} is declared twice: {' and '.join(homes)}"
        raise InputError("bad input", [Fault("problem", words)])
    if name in _PROBLEMS:
        return _own_problem(name)
    own = problems_of_files().get(name)
    if own is None and name in installed_names():
        own = installed_problem(name)
    if own is None:
        known = problem_names()
        raise input_error("problem", f"is not a problem of optgap {near_miss(name, known)}", name)
    return own


@cache
def _own_problem(name: str) -> Problem:
    problem: Problem = import_module(f".{name}", __package__).problem
    return problem


def _homes(name: str) -> list[str]:
    """Return the places that declare a problem with this name: optgap, packages, and files."""
    homes = ["optgap"] if name in _PROBLEMS else []
    homes += ["an installed package"] if name in installed_names() else []
    return homes + [own.origin for own in problems_of_files().values() if own.name == name]


def problem_of(instance: Instance) -> Problem:
    """Return the problem to which an instance belongs, according to its class."""
    own: Problem | None = DECLARED.get(type(instance))
    if own is not None:
        return own
    return problem_named(str(type(instance).model_fields["problem"].default))
