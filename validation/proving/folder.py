"""The files of a proof folder: names, formats, and how they are written and recognised."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...core.display import ShortDisplay
from ...core.faults import input_error
from ...core.files import save_instance, write_text
from ...core.outcome import Outcome
from ...core.schema import Instance
from ...solvers.proofs import ProvenModel
from ..judge import IN_A_FOLDER, Check, Violation, verify_proof

MODEL, SOLUTION, PROOF = "model.mps", "solution.json", "proof.json"
INSTANCE, OUTCOME, FRONT, README = "instance.json", "outcome.json", "front.json", "README"
VERIFIER = "verify_proof.py"
_PROGRAM = "program-"
_FILES = {MODEL, SOLUTION, PROOF, INSTANCE, OUTCOME, FRONT, README, VERIFIER}

_TREE = """A proof that needs nobody's word.

    python verify_proof.py .

verify_proof.py needs Python 3.11 and its standard library, no solver and no other package.  It
reads model.mps, solution.json and proof.json; its first lines say what it checks.  A copy is here;
take yours from the sources of optgap if you do not trust this one.

    optgap verify .

does the same, and also checks outcome.json against instance.json, and that model.mps is the model
of this instance.
"""
_FRONT = """Proofs of a whole front that need nobody's word.

    python verify_proof.py program-*

verify_proof.py needs Python 3.11 and its standard library, no solver and no other package.  It
checks one integer program after the other; its first lines say how.  front.json lists the limits
under which each was solved, and the values that came out.  Together they leave no room for another
point: each leaves only points that are lower in one of the limited goals.

    optgap verify .

checks that as well, that every program is the model of instance.json with these limits, and every
point of outcome.json.
"""
_CERTIFICATE = """A certificate that proves its bound from the raw instance.

    optgap verify .

checks the decision and the certificate in outcome.json against instance.json, without a solver.
"""

_CONFLICT = """Proofs of a conflict that need nobody's word.

    python verify_proof.py program-*

verify_proof.py needs Python 3.11 and its standard library, no solver and no other package.
program-conflict contains the statements of the conflict, and has no solution.  program-without-N
omits statement N of the list below, and has a solution.  program-change-N relaxes one family of
constraints, and proves the smallest sufficient change.

"""

READMES = (_TREE, _FRONT, _CERTIFICATE, _CONFLICT)


def new_folder(folder: Path) -> None:
    """Create a folder, or empty it if it contains an older proof; refuse other files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        entries = sorted(folder.iterdir())
        if entries and not _is_proof(folder):
            raise input_error(str(folder), "is not empty and contains no proof", entries[0].name)
        for path in entries:
            if path.name in _FILES or path.match("instance.*.npy"):
                path.unlink()
            elif path.name.startswith(_PROGRAM):
                for part in (MODEL, SOLUTION, PROOF):
                    (path / part).unlink(missing_ok=True)
                path.rmdir()
    except OSError as error:
        raise input_error(str(folder), f"cannot be a folder: {error.strerror}") from None


@contextmanager
def proof_folder(folder: Path) -> Iterator[None]:
    """Context manager: a new folder, which is removed if no proof was written into it."""
    is_new = not folder.exists()
    new_folder(folder)
    try:
        yield
    finally:
        if is_new and not any(folder.iterdir()):
            folder.rmdir()


def _is_proof(folder: Path) -> bool:
    """Return whether the README in a folder is the README of a proof."""
    try:
        with (folder / README).open(encoding="utf-8") as stream:
            return stream.readline() in {text.partition("\n")[0] + "\n" for text in READMES}
    except (OSError, ValueError):
        return False


def write_claim(folder: Path, instance: Instance, outcome: Outcome, *, tree: bool) -> None:
    """Write the files of a claim: the instance, the outcome and the README."""
    save_instance(instance, folder / INSTANCE)
    write_json(folder / OUTCOME, outcome.model_dump(mode="json"))
    front = (folder / FRONT).exists()
    write_text(folder / README, (_FRONT if front else _TREE) if tree else _CERTIFICATE)
    if tree:
        source = Path(verify_proof.__file__).read_text(encoding="utf-8")
        write_text(folder / VERIFIER, source)


def write_explanation(folder: Path, text: str, proofs: Mapping[str, ProvenModel]) -> None:
    """Write an explanation, and a folder for the program of each of its proofs."""
    new_folder(folder)
    for name, proven in proofs.items():
        write_program(folder / f"{_PROGRAM}{name}", proven.text, proven.solution, proven.proof)
    write_text(folder / README, _CONFLICT + text + "\n")
    write_text(folder / VERIFIER, Path(verify_proof.__file__).read_text(encoding="utf-8"))


def program_folder(folder: Path, number: int) -> Path:
    """Return the folder of the ``number``-th program of a front."""
    return folder / f"{_PROGRAM}{number}"


def write_program(
    folder: Path, model: str, solution: dict[str, Any] | None, proof: dict[str, Any]
) -> None:
    """Write model, solution and proof of a program, for the stand-alone verifier."""
    folder.mkdir(exist_ok=True)
    write_text(folder / MODEL, model)
    write_text(folder / PROOF, _proof_text(proof))
    if solution is None:
        (folder / SOLUTION).unlink(missing_ok=True)
    else:
        write_json(folder / SOLUTION, solution)


def write_json(path: Path, document: dict[str, Any]) -> None:
    """Write a JSON document with one key per line."""
    lines = (f" {json.dumps(key)}: {json.dumps(value)}" for key, value in document.items())
    write_text(path, "{\n" + ",\n".join(lines) + "\n}\n")


def _proof_text(proof: dict[str, Any]) -> str:
    """Return a proof as JSON text with one node per line."""
    heads = [
        f" {json.dumps(key)}: {_nodes(value) if isinstance(value, list) else json.dumps(value)}"
        for key, value in proof.items()
    ]
    return "{\n" + ",\n".join(heads) + "\n}\n"


def _nodes(items: Iterable[Any]) -> str:
    lines = [f"  {json.dumps(item, separators=(',', ':'))}" for item in items]
    return "[\n" + ",\n".join(lines) + "\n ]" if lines else "[]"


_UNREAD_FILES_PROGRAM = {MODEL, PROOF, SOLUTION}


def unread_files(folder: Path, read: set[str]) -> Iterator[str]:
    """Yield the files of a folder that the verification did not read and a proof does not need.

    They are reported as unproven.  ``read`` lists the files that were read, and the folders of
    programs.
    """
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if name in read or _is_ours(path, name):
            continue
        if path.parent != folder and str(path.parent.relative_to(folder)) in read:
            if path.name not in _UNREAD_FILES_PROGRAM:
                yield repr(name)
        elif path.parent == folder:
            yield repr(name)


def _is_ours(path: Path, name: str) -> bool:
    """Return whether a README or a verifier is exactly the one that optgap writes."""
    if name not in (README, VERIFIER) or not path.is_file() or path.stat().st_size > 2**20:
        return False
    text = path.read_bytes()
    if name == VERIFIER:
        return text == Path(verify_proof.__file__).read_bytes()
    return text in [known.encode() for known in READMES]


@dataclass(repr=False)
class Verified(ShortDisplay):
    """The proven result of a folder; with violations, nothing is proven."""

    kind: str
    proven: str | None = None
    objective: float | None = None
    bound: float | None = None
    infeasible: bool = False
    instance: str | None = None
    checks: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)  # claims and files that nothing proves
    violations: list[Violation] = field(default_factory=list)

    @property
    def valid(self) -> bool:
        """Whether all claims of the folder are proven."""
        return not self.violations

    def as_document(self) -> dict[str, Any]:
        """Return the result as a JSON document."""
        return {
            "valid": self.valid,
            "kind": self.kind,
            "proven": self.proven if self.valid else None,
            "objective": self.objective if self.valid else None,
            "bound": self.bound if self.valid else None,
            "infeasible": self.infeasible and self.valid,
            "instance": self.instance,
            "checks": self.checks,
            "unchecked": self.unchecked,
            "violations": [violation.as_document() for violation in self.violations],
        }

    def refuse(self, where: str, message: str) -> None:
        """Add a violation, which is a reason why the folder proves nothing."""
        self.violations.append(Violation("proof", where, None, message))

    def take(self, found: Check) -> None:
        """Add an outcome's violations, and those unchecked claims that no folder can prove."""
        self.violations += found.violations
        self.unchecked += (
            f"{OUTCOME}, {claim}" for claim in found.unchecked if not claim.endswith(IN_A_FOLDER)
        )
