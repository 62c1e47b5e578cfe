"""Read the model in an MPS or LP file, which may be compressed with gzip."""

import gzip
import re
import warnings
import zlib
from io import BytesIO
from pathlib import Path

from ...core.faults import ConventionWarning, Fault, InputError
from ...core.files import LARGEST_BYTES, read_bytes
from .lp_reader import read_lp
from .mps_reader import read_mps
from .standard_form import StandardForm

# Blanks and control characters of which readers disagree whether they end a word or a line.
_ODD = re.compile(r"[^\S \t\r\n]|[\x00-\x08\x0e-\x1b\x7f]|\r(?!\n)")


def model_in_file(path: Path) -> StandardForm:
    """Return the model in an MPS or LP file, with the names in the file.

    `InputError` reports all faults of the file; conventions on which solvers differ are warnings.
    """
    text = _text(path)
    subject = str(path)
    odd = _ODD.search(text)
    if odd is not None:
        place = f"line {text.count(chr(10), 0, odd.start()) + 1}"
        raise InputError(subject, [Fault.of(place, "has a blank or control character", odd[0])])
    is_lp = path.name.removesuffix(".gz").endswith(".lp")
    found = read_lp(text) if is_lp else read_mps(text)
    form = found.form(subject)
    for sentence in found.notes_in_words():
        warnings.warn(f"{path.name}: {sentence}", ConventionWarning, stacklevel=2)
    return form


def _text(path: Path) -> str:
    """Return the text in a file, of limited size even if it is compressed."""
    content, subject = read_bytes(path), str(path)
    if path.name.endswith(".gz"):
        try:
            with gzip.open(BytesIO(content)) as stream:
                content = stream.read(LARGEST_BYTES + 1)
        except (EOFError, OSError, zlib.error) as error:
            raise InputError(subject, [Fault("(file)", f"cannot be unpacked: {error}")]) from None
        if len(content) > LARGEST_BYTES:
            rule = f"is larger than {LARGEST_BYTES >> 20} MiB when unpacked"
            raise InputError(subject, [Fault("(file)", rule)])
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        rule = f"cannot be read: byte {error.start} is not UTF-8 text"
        raise InputError(subject, [Fault("(file)", rule)]) from None
