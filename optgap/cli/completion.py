"""Shell completion of problems, instances and methods.  Imports happen on demand."""

import typer


def problems(incomplete: str) -> list[str]:
    """Return the names of the problems that begin with the typed text."""
    from ..validation.catalogue import problem_names

    return [name for name in problem_names() if name.startswith(incomplete)]


def instances(incomplete: str) -> list[str]:
    """Return the bundled instances that begin with the text; before a ``/``, the problems."""
    from ..validation.running import bundled_names

    if "/" not in incomplete:
        return [f"{name}/" for name in problems(incomplete)]
    listed = bundled_names(incomplete.split("/")[0])
    return [name for name in listed if name.startswith(incomplete)]


def methods(context: typer.Context, incomplete: str) -> list[str]:
    """Return the methods of the problem on the command line that complete its last part."""
    from ..validation.catalogue import problem, problem_names

    named = context.params.get("problem") or context.params.get("instance")
    named = named or (context.params.get("instances") or [""])[0]
    name = str(named).split("/")[0]
    if name not in problem_names():
        return []
    before, comma, last = incomplete.rpartition(",")
    known = [method.name for method in problem(name).methods]
    return [f"{before}{comma}{name}" for name in known if name.startswith(last)]
