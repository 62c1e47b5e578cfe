"""Find instances in files or bundled with optgap, read them, and generate random ones."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from pydantic import TypeAdapter, ValidationError

from ...core.faults import Fault, InputError, input_error, near_miss
from ...core.files import instance_from_document, parse_json, read_json
from ...core.memory import collector_paused
from ...core.parameters import options_of
from ...core.plain import plain_data
from ...core.schema import Instance
from ..catalogue import is_problem, problem_named, problem_names
from .library import LibraryRow, library_folder, library_row

if TYPE_CHECKING:
    from inspect import Parameter


def typed_arguments(
    options: Mapping[str, Parameter], given: Mapping[str, Any], subject: str
) -> dict[str, Any]:
    """Return keyword arguments converted to the types of a function's options.

    Text is parsed as JSON unless the parameter's type is text.  Each unknown name and each value of
    a wrong type is a fault.
    """
    faults: list[Fault] = []
    typed: dict[str, Any] = {}
    for key, value in given.items():
        if key not in options:
            faults.append(
                Fault.of(key, f"is not an option of {subject} {near_miss(key, options)}", value)
            )
            continue
        try:
            typed[key] = TypeAdapter(options[key].annotation).validate_python(_from_text(value))
        except ValidationError as error:
            message = error.errors()[0]["msg"].replace("Input should", "must")
            faults.append(Fault.of(key, message, value))
    if faults:
        raise InputError("bad input", faults)
    return typed


def _from_text(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


_MODELS = (".mps", ".lp", ".mps.gz", ".lp.gz")
AnyInstance: TypeAlias = Instance | Mapping[str, Any] | str | Path
I = TypeVar("I", bound=Instance)  # noqa: E741


def bundled_folder() -> Path:
    """Return the folder of the bundled instances."""
    return Path(str(files("optgap.instances"))) / "data"


def bundled_names(name: str) -> list[str]:
    """Return the names of a problem's bundled instances, as ``problem/instance``."""
    return sorted(f"{name}/{path.stem}" for path in (bundled_folder() / name).glob("*.json"))


def instance_path(source: str | Path) -> Path:
    """Return the file of an instance, given its path or the name of a bundled one."""
    path = Path(source)
    try:
        if path.exists() or path.suffix == ".json":
            return path
    except OSError as error:
        rule = f"is not a path: {error.strerror}"
        raise InputError("bad input", [Fault.of("instance", rule, str(source))]) from None
    if path.name.endswith(_MODELS):
        raise input_error("instance", "there is no such file", str(source))
    known = [name for each in problem_names() for name in bundled_names(each)]
    if str(source) in known:
        return bundled_folder() / f"{source}.json"
    rule = (
        f"there is no such file, and no bundled instance of that name {_hint(str(source), known)}"
    )
    raise InputError("bad input", [Fault.of("instance", rule, str(source))])


def _hint(source: str, known: list[str]) -> str:
    """Return what a name may mean that is no instance: a similar name, or a method."""
    same = [name for name in known if name.split("/")[1] == source]
    if same:
        return f"(did you mean {' or '.join(same)}?)"
    if any(
        source in {method.name for method in problem_named(each).methods}
        for each in problem_names()
    ):
        return "(it is a method; separate the names of methods with commas: --methods a,b)"
    of, _, name = source.partition("/")
    if kin := [other.split("/")[1] for other in known if other.startswith(f"{of}/")]:
        return near_miss(name, kin).replace("mean '", f"mean '{of}/")
    hint = near_miss(source, known)
    return hint if "mean" in hint else "(optgap show PROBLEM lists the instances of a problem)"


def load(source: str | Path) -> Instance:
    """Return the instance in a file, or a bundled one by its name (``placement/fig6``).

    Instances of the library have names such as ``library/placement-fig6``.  A model in an MPS or
    LP file becomes an instance of the problem `linear_model`.
    """
    if str(source).startswith("library/"):
        return _of_library(library_row(str(source)))
    path = instance_path(source)
    if path.name.endswith(_MODELS):
        of_file: Callable[[Path], Instance] = problem_named("linear_model").instance.of_file  # type: ignore[attr-defined]
        return with_digest(of_file(path))
    with collector_paused():
        return instance_of(read_json(path, every_digit=True), str(path), path.parent)


def _of_library(row: LibraryRow) -> Instance:
    """Return the instance of a row; its digest must be the row's."""
    origin = row.origin
    if origin.bundled is not None:
        instance = load(origin.bundled)
    elif origin.file is not None:
        path = library_folder() / origin.file
        text = gzip.decompress(path.read_bytes())
        instance = instance_of(parse_json(text, origin.file, every_digit=True), origin.file)
    else:
        instance = generate(row.problem, origin.seed or 0, origin.set)
    if instance.sha256 != row.sha256:
        rule = f"must have the digest {row.sha256[:12]} as in the library: it is another instance"
        raise input_error(f"library/{row.name}", rule, instance.sha256[:12])
    return instance


def load_instance(instance: Any) -> Instance:
    """Return the instance, loaded if it is a name; validate it if its data have changed.

    A Pyomo model becomes an instance of ``linear_model``.
    """
    if isinstance(instance, Instance):
        return instance.checked()
    if isinstance(instance, (str, Path)):
        return load(instance)
    if isinstance(instance, Mapping):
        return instance_of(plain_data(instance), "instance")
    if hasattr(instance, "component_objects"):
        return _of_pyomo(instance)
    rule = "must be an instance, its document, a file, or a bundled name like placement/fig6"
    raise input_error("instance", rule, type(instance).__name__)


def _of_pyomo(model: Any) -> Instance:
    """Return a Pyomo model as an instance of ``linear_model``."""
    from ...solvers.engines import standard_form

    kind: Any = problem_named("linear_model").instance
    made: Instance = kind.of_form(standard_form(model), model.name)
    return made


def instance_of(document: Any, subject: str, folder: Path | None = None) -> Instance:
    """Return the instance of a document; ``folder`` contains the files that it names."""
    if not isinstance(document, dict):
        rule = "must be a JSON object that describes an instance"
        raise InputError(subject, [Fault.of("(document)", rule, document)])
    name = document.get("problem")
    if name is None and ("apiVersion" in document or "kind" in document):
        rule = f"is a Kubernetes document; import it: optgap import kubernetes {subject} -o F.json"
        raise InputError(subject, [Fault("(document)", rule)])
    if not isinstance(name, str) or not is_problem(name):
        hint = near_miss(name, problem_names()) if isinstance(name, str) else ""
        rule = "must name a problem; load your own problem with --problem FILE"
        rule = f"{rule} {hint}" if hint else rule
        raise InputError(subject, [Fault.of("problem", rule, name)])
    model = problem_named(name).instance
    return with_digest(instance_from_document(document, model, subject, folder))


def with_digest(instance: I) -> I:
    """Return the instance with its digest stored, so that later changes are detected."""
    assert instance.sha256
    return instance


def generate(name: str, seed: int, parameters: Mapping[str, Any] | None = None) -> Instance:
    """Return the random instance of a seed; parameters may be text in JSON."""
    own = problem_named(name)
    arguments = typed_arguments(options_of(own.generator), parameters or {}, f"generate {name}")
    try:
        with collector_paused():
            instance = own.generated(seed, **arguments)
    except (ArithmeticError, MemoryError, ValueError) as error:
        rule = f"these settings do not give an instance: {error}"
        raise InputError("bad input", [Fault.of("--set", rule, dict(arguments))]) from None
    settings = [f"--set {key}={json.dumps(value)}" for key, value in arguments.items()]
    source = " ".join([f"optgap generate {name} --seed {seed}", *settings])
    return with_digest(instance.model_copy(update={"source": source}))
