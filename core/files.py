"""Read and write JSON documents and instance files."""

import fcntl
import json
import os
import stat
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import IO, Any, BinaryIO, Self, TypeVar

import numpy as np
import orjson
from pydantic import BaseModel

from .arrays import row_blocks
from .faults import Fault, InputError, ModerateDocument, input_error
from .file_types import json_value
from .json_numbers import ANY_DIGIT, EVERY_DIGIT, LongNumber, may_have_long_numbers
from .plain import DEEPEST
from .records import Records
from .schema import Documented, Instance
from .short_arrays import restore_lists, share_buffers

LARGEST_BYTES = 512 * 2**20


@contextmanager
def open_regular(path: Path, largest: int = LARGEST_BYTES, hint: str = "") -> Iterator[BinaryIO]:
    """Context manager: open a regular file; pipes and devices are refused immediately."""
    subject = _one_line(path)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            status = os.fstat(handle)
            rule = _refusal(status, largest, hint)
            if rule:
                raise InputError(subject, [Fault("(file)", rule)])
            with open(handle, "rb", closefd=False) as stream:
                yield stream
        finally:
            os.close(handle)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(subject, [Fault("(file)", f"cannot be read: {reason}")]) from None
    except ValueError as error:  # a path with a NUL, or with half a character
        raise InputError(subject, [Fault("(file)", f"is not a path: {error}")]) from None


def read_bytes(path: Path, largest: int = LARGEST_BYTES, hint: str = "") -> bytes:
    """Return the content of a regular file; pipes and devices are refused immediately."""
    with open_regular(path, largest, hint) as stream:
        return stream.read(largest + 1)


def _refusal(status: os.stat_result, largest: int, hint: str) -> str | None:
    if stat.S_ISDIR(status.st_mode):
        return "is a directory, not a file"
    if not stat.S_ISREG(status.st_mode):
        return "is a pipe, a socket or a device, not a regular file"
    if status.st_size > largest:
        return f"is larger than {largest >> 20} MiB{hint} (found {status.st_size >> 20} MiB)"
    return None


def read_text(path: Path, largest: int = LARGEST_BYTES, encoding: str = "utf-8") -> str:
    """Return the text in a regular file."""
    try:
        return read_bytes(path, largest).decode(encoding)
    except UnicodeDecodeError as error:
        fault = Fault("(file)", f"cannot be read: byte {error.start} is not UTF-8 text")
        raise InputError(_one_line(path), [fault]) from None


def _one_line(path: Path) -> str:
    """Return a path on one printable line of limited length."""
    text = str(path).encode(errors="backslashreplace").decode().replace("\0", "\\0")
    return text if len(text) <= 200 else f"{text[:199]}…"


I = TypeVar("I", bound=Instance)  # noqa: E741

MOST_BOXES = 20_000_000  # lists and objects, which take a hundred bytes each
_MOST_FAULTS = 20
_INLINE_CELLS = 1_000_000  # a larger array is written beside the JSON as .npy


class _RepeatedKeys(dict[str, Any]):
    """The value read for a JSON object with repeated keys."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        counted = Counter(key for key, _ in pairs)
        self.repeated = sorted(key for key, count in counted.items() if count > 1)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    return plain if len(plain) == len(pairs) else _RepeatedKeys(pairs)


def parse_json(text: str | bytes, subject: str, *, every_digit: bool = False) -> Any:
    """Return the document in ``text``; each fault of the JSON is part of an `InputError`.

    With ``every_digit`` a number with more digits than a float holds is a fault.
    """
    raw = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    plain = raw is text and _is_plain(raw)
    try:
        document = None
        with suppress(orjson.JSONDecodeError):  # only `json` can report the fault
            document = orjson.loads(raw) if plain else None
        if document is None:
            document = json.loads(text, **ANY_DIGIT)
        is_long = every_digit and may_have_long_numbers(raw)
        odd = is_long or _may_be_odd(document, raw)
        if odd:
            hooks = EVERY_DIGIT if is_long else ANY_DIGIT
            document = json.loads(text, object_pairs_hook=_object, **hooks)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InputError(subject, [Fault(place, f"is not JSON: {error.msg}")]) from None
    except UnicodeDecodeError as error:
        place = f"byte {error.start}"
        raise InputError(subject, [Fault(place, f"is not UTF-8 text: {error.reason}")]) from None
    except RecursionError:
        raise InputError(subject, [Fault("(document)", "is nested too deeply")]) from None
    except ValueError as error:  # a number of more digits than Python converts
        raise InputError(subject, [Fault("(document)", str(error))]) from None
    if odd:
        faults = list(islice(_structural_faults(document), _MOST_FAULTS))
        if faults:
            raise InputError(subject, faults)
    return ModerateDocument(document) if plain and isinstance(document, dict) else document


_DIGITS = bytes.maketrans(b"123456789E", b"000000000e")


def _is_plain(text: bytes) -> bool:
    """Return whether text certainly has no number with 19 digits and none beyond 1e99.

    Text with Unicode escapes never counts as plain, so plain text has no lone surrogates, either.
    """
    shapes = text.translate(_DIGITS, b"+" if b"+" in text else b"")
    escaped = b"\\" in text and b"\\u" in text
    return b"0" * 19 not in shapes and b"e00" not in shapes and not escaped


# characters in a text that make the number of its keys uncertain
_ESCAPED = (b'\\":', b"\\u0022", b"\\u003a", b"\\u003A")
_SPACED = (b" :", b"\t:", b"\r:", b"\n:")
_ORJSON_LEVELS = 254


def _may_be_odd(document: Any, text: bytes) -> bool:
    """Return false only if certainly no key is repeated and the nesting is not too deep.

    Without white space before colons, ``":`` ends every key. The parser keeps only one of several
    equal keys, so the text of the parsed document then contains fewer ``":``.
    """
    keys = text.count(b'":')
    odd: tuple[bytes, ...] = _ESCAPED if b"\\" in text else ()
    if keys != text.count(b":"):  # a colon in a string, or after white space
        odd += _SPACED
    if any(part in text for part in odd):
        return True
    for _ in range(_ORJSON_LEVELS - DEEPEST):
        document = [document]
    try:
        marks = orjson.dumps(document).count(b'":')
    except orjson.JSONEncodeError:  # too many levels, or values that only `json` reads
        return True
    return marks != keys


_PARTS = (dict, list, LongNumber)


def _structural_faults(document: Any) -> Iterator[Fault]:
    """Yield a fault for repeated keys, for nesting that is too deep, and for long numbers."""
    waiting: list[tuple[str, Any, int]] = [("", document, 1)]
    while waiting:
        place, value, depth = waiting.pop()
        if isinstance(value, LongNumber):
            yield Fault.of(place or "(document)", value.rule, value)
            continue
        if depth > DEEPEST:
            yield Fault(f"{place[:40]}…", f"is nested too deeply, more than {DEEPEST} levels")
            return
        if isinstance(value, _RepeatedKeys):
            for key in value.repeated:
                yield Fault.of(place or "(document)", "the key appears more than once", key)
        if isinstance(value, dict):
            for key, item in value.items():
                if isinstance(item, _PARTS):
                    waiting.append((f"{place}.{key}" if place else key, item, depth + 1))
        elif isinstance(value, list) and set(map(type, value)) & {*_PARTS, _RepeatedKeys}:
            for k, item in enumerate(value):
                if isinstance(item, _PARTS):
                    waiting.append((f"{place}[{k}]", item, depth + 1))


def read_json(path: Path, most_boxes: int = MOST_BOXES, *, every_digit: bool = False) -> Any:
    """Return the JSON document in a file; raise an `InputError` if it cannot be read.

    The document has at most ``most_boxes`` lists and objects.  ``every_digit``: see `parse_json`.
    """
    subject = str(path)
    hint = '; keep large arrays beside it as {"npy": "file.npy"}'
    text = read_bytes(path, LARGEST_BYTES, hint)
    if not text or text.isspace():
        raise InputError(subject, [Fault("(file)", "is empty")])
    boxes = text.count(b"[") + text.count(b"{")
    if boxes > most_boxes:
        rule = f"has {boxes:,} lists and objects, more than {most_boxes:,}{hint}"
        raise InputError(subject, [Fault("(file)", rule)])
    return parse_json(text, subject, every_digit=every_digit)


def instance_from_document(
    document: Any, model: type[I], subject: str, folder: Path | None = None
) -> I:
    """Return the instance in a document; ``folder`` has the files that the document names."""
    keys = [key for key in ("problem", "version") if key not in document]
    missing = [Fault(key, "required key is missing") for key in keys]
    context = {"folder": folder}
    try:
        instance = _with_shared_buffers(document, model, context)
        if instance is None:
            instance = model.model_validate(document, context=context)
    except InputError as error:
        raise InputError(subject, [*missing, *error.faults]) from None
    if missing:
        raise InputError(subject, missing)
    return instance


def _with_shared_buffers(document: Any, model: type[I], context: dict[str, Any]) -> I | None:
    """Return the instance, its short arrays as views of one buffer; ``None`` if that fails."""
    if not isinstance(document, ModerateDocument):
        return None
    replaced = share_buffers(model, [dict(document)])
    try:
        return model.model_validate(document, context=context) if replaced else None
    except InputError:  # found again among the lists of the file, to be shown as they are there
        restore_lists(replaced)
        return None


def write_text(path: Path, text: str) -> None:
    """Write a file atomically."""
    with replacing(path) as stream:
        stream.write(text.encode())


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Yield a stream to a temporary file, which replaces ``path`` when it is complete."""
    temporary = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        temporary = Path(name)
        with os.fdopen(handle, "wb") as stream:
            yield stream
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)
        temporary.replace(path)
    except OSError as error:
        raise input_error(str(path), f"cannot be written: {error.strerror}") from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


@contextmanager
def replacement_of(path: Path) -> Iterator[Path]:
    """Yield the path of a temporary file, which replaces ``path`` when it is complete."""
    try:
        with tempfile.TemporaryDirectory(dir=path.absolute().parent, prefix=".optgap-") as folder:
            whole = Path(folder) / f"whole{path.suffix}"
            yield whole
            whole.replace(path)
    except OSError as error:
        raise input_error(str(path), f"cannot be written: {error.strerror}") from None


def document_of(instance: Instance, path: Path | None = None) -> dict[str, Any]:
    """Return the JSON document of an instance.

    With a ``path`` the document is for this file, and large arrays are written to files beside it.
    Without a path, memory-mapped arrays are references to their files, and other arrays are inline.
    """
    document = {"problem": None, "version": 1, "name": None}  # these lead the file
    document.update(_plain_fields(instance, path, ""))
    return document


def save_instance(instance: Instance, path: Path) -> None:
    """Write an instance file, with its large arrays beside it."""
    write_text(path, document_text(document_of(instance, path)))


def document_text(document: dict[str, Any]) -> str:
    """Return a document as JSON with one key per line, so that its beginning is readable."""
    lines = (
        f" {json.dumps(key)}: {json.dumps(value, allow_nan=False)}"
        for key, value in document.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


_SCALARS = (str, float, int, bool)


def _plain_fields(record: BaseModel, path: Path | None, prefix: str) -> dict[str, Any]:
    return {
        (key := info.alias or field): _plain(value, path, f"{prefix}.{key}" if prefix else key)
        for field, info in type(record).model_fields.items()
        if (value := getattr(record, field)) is not None or info.is_required()
    }


def _plain(value: Any, path: Path | None, place: str) -> Any:
    if type(value) in _SCALARS:  # nearly all: the test of a protocol is slow
        return value
    if isinstance(value, np.ndarray):
        return _plain_array(value, path, place)
    if isinstance(value, BaseModel):
        return _plain_fields(value, path, place)
    if isinstance(value, Records):
        return _plain_records(value, path, place)
    if isinstance(value, Documented):
        return _plain(value.as_document(), path, place)
    if isinstance(value, (tuple, list)):
        return [_plain(item, path, f"{place}.{k}") for k, item in enumerate(value)]
    if isinstance(value, dict):
        texts = [(str(json_value(key)), item) for key, item in value.items()]
        return {key: _plain(item, path, f"{place}.{key}") for key, item in texts}
    if (plain := json_value(value)) is not value:
        return _plain(plain, path, place)
    if value is None or isinstance(value, _SCALARS):
        return value
    raise input_error(place, "is of a type that JSON does not have", type(value).__name__)


def _plain_array(array: np.ndarray[Any, Any], path: Path | None, place: str) -> Any:
    has_null = array.dtype.kind == "f" and any(
        bool(np.isnan(array[block]).any()) for block in row_blocks(array)
    )
    name = None
    if path is not None and array.size > _INLINE_CELLS:
        name = f"{path.stem}.{place}.npy"
        with replacing(path.with_name(name)) as stream:
            np.save(stream, array, allow_pickle=False)
    elif path is None and isinstance(array.base, np.memmap):
        name = str(Path(array.base.filename or "").absolute())
    if name is None:
        return _with_nulls(array.tolist()) if has_null else array.tolist()
    return {"npy": name, "nan_is_null": True} if has_null else {"npy": name}


def _plain_records(records: Records[Any], path: Path | None, place: str) -> Any:
    if path is None or (table := records.as_table()) is None:
        return _plain(records.as_document(), path, place)
    from pyarrow.parquet import write_table

    name = f"{path.stem}.{place}.parquet"
    with replacing(path.with_name(name)) as stream:
        write_table(table, stream)
    return {"parquet": name}


def _with_nulls(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_nulls(item) for item in value]
    return None if value != value else value


class GrowingFile:
    """A file of lines with one writer at a time; a subclass parses its content when opened.

    A line is written completely or not at all.
    """

    WRITER = "process"  # what may write to it, for the message of a second one

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> Self:
        try:
            self._stream: IO[bytes] = self._path.open("a+b", buffering=0)
        except OSError as error:
            raise self._refusal(error) from None
        try:
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._stream.close()
            message = f"another {self.WRITER} is writing to it"
            raise input_error(str(self._path), message) from None
        try:
            self._read()
        except BaseException:
            self._stream.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stream.close()

    def _read(self) -> None:
        raise NotImplementedError

    def _content(self) -> tuple[bytes, bytes]:
        """Return the complete lines, and the incomplete last line."""
        self._stream.seek(0)
        content = self._stream.read()
        end = content.rfind(b"\n") + 1
        return content[:end], content[end:]

    def _line(self, document: Any) -> bytes:
        return json.dumps(document, allow_nan=False).encode() + b"\n"

    def _write(self, document: Any) -> None:
        """Append one complete line; if the disk is full, append nothing."""
        line = self._line(document)
        size = os.fstat(self._stream.fileno()).st_size
        try:
            written = self._stream.write(line)
            if written != len(line):  # the disk took a part of it: ask for the reason
                self._stream.write(line[written:])
            os.fsync(self._stream.fileno())
        except OSError as error:
            self._stream.truncate(size)
            raise self._refusal(error) from None

    def _refusal(self, error: OSError) -> InputError:
        return input_error(str(self._path), f"cannot be written: {error.strerror}")
