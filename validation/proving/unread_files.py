"""The files of a proof's folder that nothing reads: nobody should take them for proven."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..judge import verify_proof
from .folder import MODEL, PROOF, README, READMES, SOLUTION, VERIFIER

_PROGRAM = {MODEL, PROOF, SOLUTION}


def unread_files(folder: Path, read: set[str]) -> Iterator[str]:
    """Yield what is in a folder and neither read nor the text that every proof has.

    ``read`` are the files that were checked, and the folders of programs.
    """
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if name in read or _is_ours(path, name):
            continue
        if path.parent != folder and str(path.parent.relative_to(folder)) in read:
            if path.name not in _PROGRAM:
                yield repr(name)
        elif path.parent == folder:
            yield repr(name)


def _is_ours(path: Path, name: str) -> bool:
    """Return whether a file is the README or the verifier, as this program writes them."""
    if name not in (README, VERIFIER) or not path.is_file() or path.stat().st_size > 2**20:
        return False
    text = path.read_bytes()
    if name == VERIFIER:
        return text == Path(verify_proof.__file__).read_bytes()
    return text in [known.encode() for known in READMES]
