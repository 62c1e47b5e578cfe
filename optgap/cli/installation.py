"""The command `doctor`, which checks the installation."""

import os
import platform
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import typer

from .. import __version__
from .layout import say, show_table
from .options import JsonOption
from .shared import DONE, VIOLATIONS, emit

_ENGINES = ("highs", "scip", "cp-sat")
_EXAMPLE = "placement/fig6"


def doctor(json: JsonOption = False) -> None:
    """Check the installation: packages, extras, compiled kernels, and whether engines agree.

    The exit code is 5 if a required package is missing or too old, or if the engines do not agree.
    """
    required, extras = _requirements()
    engines = _engines()
    agree = len({each["objective"] for each in engines}) == 1
    healthy = agree and all(each["status"] == "optimal" for each in engines)
    document = {
        "optgap": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": required,
        "extras": extras,
        "kernels": len(_kernel_files()),
        "example": _EXAMPLE,
        "engines": engines,
        "engines_agree": agree,
        "ok": healthy and all(each["fits"] for each in required),
    }
    emit(document) if json else _print(document)
    raise typer.Exit(DONE if document["ok"] else VIOLATIONS)


def _requirements() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the required packages with versions, and the extras with missing packages."""
    from packaging.requirements import Requirement

    required: list[dict[str, Any]] = []
    lacking: dict[str, list[str]] = {
        name: [] for name in metadata.metadata("optgap").get_all("Provides-Extra") or []
    }
    for line in metadata.requires("optgap") or []:
        need = Requirement(line)
        version = _version(need.name)
        fits = version is not None and need.specifier.contains(version, prereleases=True)
        if need.marker is None:
            required.append({
                "package": need.name,
                "needs": str(need.specifier),
                "version": version,
                "fits": fits,
            })  # fmt: skip
        elif not fits:
            for name, packages in lacking.items():
                if need.marker.evaluate({"extra": name}):
                    packages.append(need.name)
    extras = [{"extra": name, "lacks": packages} for name, packages in lacking.items()]
    return required, extras


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _kernel_files() -> list[Path]:
    """Return the cached files of compiled kernels."""
    folders = [os.environ["NUMBA_CACHE_DIR"]] if "NUMBA_CACHE_DIR" in os.environ else []
    for name in ("core", "instances", "heuristics", "solvers", "validation"):
        spec = find_spec(f"optgap.{name}")
        folders += (spec and spec.submodule_search_locations) or []
    return [path for folder in folders for path in Path(folder).rglob("*.nbi")]


def _engines() -> list[dict[str, Any]]:
    """Return the result of each engine for a small model."""
    import optgap

    answers = []
    for name in _ENGINES:
        try:
            outcome = optgap.solve(_EXAMPLE, "exact", solver=name)
        except Exception as error:  # a broken engine is what this command is for
            answer: dict[str, Any] = {"solver": name, "version": None, "status": "error"}
            answer["objective"] = None
            answers.append({**answer, "message": f"{type(error).__name__}: {error}"})
            continue
        version = outcome.solver and outcome.solver.version
        answer = {"solver": name, "version": version, "status": outcome.status}
        message = outcome.message or None
        answers.append({**answer, "objective": outcome.objective, "message": message})
    return answers


def _print(document: dict[str, Any]) -> None:
    say(f"optgap {document['optgap']}, Python {document['python']}, {document['platform']}")
    rows = [
        (
            each["package"],
            each["version"] or "missing",
            each["needs"],
            "yes" if each["fits"] else "NO",
        )
        for each in document["packages"]
    ]
    show_table(("package", "version", "needs", "fits"), rows)
    say("")
    extras = [
        (each["extra"], "yes" if not each["lacks"] else f"lacks {', '.join(each['lacks'])}")
        for each in document["extras"]
    ]
    show_table(("extra", "installed"), extras, words=("installed",))
    say("")
    answers = [
        (
            each["solver"],
            str(each["version"] or "–"),
            each["status"],
            str(each["objective"]),
            each["message"] or "",
        )
        for each in document["engines"]
    ]
    columns = ("engine", "version", "status", "objective", "message")
    show_table(columns, answers, words=("message",), numbers=("objective",))
    same = "agree" if document["engines_agree"] else "DO NOT AGREE"
    say(f"The engines {same} on {document['example']}.")
    count = document["kernels"]
    say(f"Compiled kernels in the cache: {count}" if count else "No kernel is compiled yet.")
    say("The installation is complete." if document["ok"] else "The installation has a FAULT.")
