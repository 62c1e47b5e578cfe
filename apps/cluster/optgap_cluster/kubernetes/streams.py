"""Read JSON documents from a stream with only a window of it in memory, and YAML documents.

The dump of a large cluster is one List of many thousand objects.  They are yielded one by one, so
that each can be processed and dropped before the next one is read.
"""

import codecs
import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import yaml

from optgap.faults import Fault

STREAMED = ("items", "NodeList")  # keys of lists whose entries are yielded one by one
_CHUNK = 1 << 20
_MOST = 1 << 32  # maximum bytes of one text
_MOST_SECONDS = 600.0  # maximum time to read one text
_MOST_OF_ONE = 1 << 26  # maximum bytes of one object; Kubernetes stores up to 1.5 MiB
MOST_YAML = 1 << 25  # maximum bytes: they take half a minute and 3 GB, as YAML is not streamed
_LOG = "="  # kubectl cluster-info dump prints lines of = before its logs, after all lists
_HALVES = ("\\ud", "\\uD")
_DIGITS = "0123456789"
_JSON_LINE = re.compile(r"^\{", re.MULTILINE)
_YAML_LINE = re.compile(r"^(---|- |\[|\w+:\s*$|apiVersion:|kind:)", re.MULTILINE)
_NO_SPACE = re.compile(r"[^ \t\n\r]")


class NotReadableError(Exception):
    """An error: a text is not valid JSON or YAML, with line and column."""

    def __init__(self, place: str, rule: str) -> None:
        self.fault = Fault(place, rule)
        super().__init__(str(self.fault))


def is_whole(value: Any) -> bool:
    """Return whether all texts in a value are free of unpaired surrogates."""
    try:
        json.dumps(value, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError:
        return False
    return True


class Entry(NamedTuple):
    """An entry of the list ``key`` of a document; with an empty ``key`` the document's rest."""

    document: int
    key: str
    number: int
    value: Any


class Window:
    """The part of a text that is in memory, and its position in the whole text."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._json = json.JSONDecoder()
        self._text, self._at, self._bytes = "", 0, 0
        self._lines, self._column = 0, 0  # before the window
        self._until = time.monotonic() + _MOST_SECONDS
        self.ended = False

    def more(self, size: int = _CHUNK) -> bool:
        """Read more of the stream; return whether there was more text."""
        if self.ended:
            return False
        gone = self._text[: self._at]
        lines = gone.count("\n")
        self._column = len(gone) - gone.rfind("\n") - 1 + (0 if lines else self._column)
        self._lines += lines
        chunk = self._read(size)
        self._bytes += len(chunk)
        self.ended = not chunk
        if self._bytes > _MOST:
            raise NotReadableError("", f"contains more than {_MOST >> 30} GiB of text")
        if time.monotonic() > self._until:
            raise NotReadableError("", f"takes longer than {_MOST_SECONDS:g} s to read")
        try:
            self._text = self._text[self._at :] + self._decoder.decode(chunk, final=self.ended)
        except UnicodeDecodeError:
            raise NotReadableError("", "is not UTF-8 text, as PowerShell's > writes it") from None
        self._at = 0
        return True

    def skip_warnings(self) -> None:
        """Skip lines before JSON that are not YAML, such as warnings of kubectl."""
        self.peek()
        lines = _JSON_LINE.search(self._text, self._at)
        if lines and not _YAML_LINE.search(self._text, self._at, lines.start()):
            self._at = lines.start()

    def rest(self, most: int = MOST_YAML) -> str:
        """Return all remaining text; raise an error if more than ``most`` bytes have been read."""
        parts = [self._text[self._at :]]
        self._at = len(self._text)
        while self.more():
            if self._bytes > most:
                rule = f"contains over {most >> 20} MiB of YAML; use JSON, up to {_MOST >> 30} GiB"
                raise NotReadableError("", rule)
            parts.append(self._text)
            self._at = len(self._text)
        return "".join(parts)

    def peek(self) -> str:
        """Return the next character that is not white space; "" at the end."""
        while True:
            found = _NO_SPACE.search(self._text, self._at)
            self._at = found.start() if found else len(self._text)
            if found:
                return found[0]
            if not self.more():
                return ""

    def take(self, characters: str) -> str:
        """Return the next character and skip it; it must be one of ``characters``."""
        found = self.peek()
        if not found or found not in characters:
            wanted = " or ".join(repr(character) for character in characters)
            raise self._wrong(f"Expecting {wanted}", self._at)
        self._at += 1
        return found

    def value(self) -> Any:
        """Return the next JSON value, of any length."""
        self.peek()
        size = _CHUNK
        while True:
            try:
                value, end = self._json.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if not self.more(size):
                    raise self._wrong(error.msg, error.pos) from None
            except RecursionError:
                raise self._wrong("nested too deeply", self._at) from None
            else:
                self._refuse_halves(value, end)
                # a number may go on in the unread text
                whole = end < len(self._text) and not (
                    self._text[end - 1] in _DIGITS and self._text[end] in ".eE"
                )
                if whole or not self.more(size):
                    self._at = end
                    return value
            size *= 2
            if len(self._text) - self._at > _MOST_OF_ONE:
                place = self._wrong("", self._at).fault.place
                raise NotReadableError(place, f"has a value of more than {_MOST_OF_ONE >> 20} MiB")

    def _refuse_halves(self, value: Any, end: int) -> None:
        """Raise an error for an unpaired surrogate such as ``\\ud800``, which no file can hold."""
        if not any(self._text.find(mark, self._at, end) >= 0 for mark in _HALVES):
            return
        if not is_whole(value):
            raise self._wrong("half a character", self._at)

    def _wrong(self, why: str, at: int) -> NotReadableError:
        before = self._text[:at]
        lines = before.count("\n")
        column = len(before) - before.rfind("\n") + (0 if lines else self._column)
        place = f" line {self._lines + lines + 1}, column {column}"
        return NotReadableError(place, f"is not JSON, or is cut off: {why}")


def json_entries(window: Window) -> Iterator[Entry]:
    """Yield the list entries of all documents; after them each document without its entries."""
    document = 0
    while window.peek() and not (document and window.peek() == _LOG):
        if window.peek() != "{":
            yield Entry(document, "", 0, window.value())
        else:
            yield from _object_entries(window, document)
        document += 1


def _object_entries(window: Window, document: int) -> Iterator[Entry]:
    header: dict[str, Any] = {}
    window.take("{")
    more = window.peek() != "}"
    if not more:
        window.take("}")
    while more:
        if window.peek() != '"':
            window.take('"')
        key = window.value()
        window.take(":")
        if key in STREAMED and window.peek() == "[":
            header[key] = []
            for number, value in enumerate(_list(window)):
                yield Entry(document, key, number, value)
        else:
            header[key] = window.value()
        more = window.take(",}") == ","
    yield Entry(document, "", 0, header)


def _list(window: Window) -> Iterator[Any]:
    window.take("[")
    if window.peek() == "]":
        window.take("]")
        return
    yield window.value()
    while window.take(",]") == ",":
        yield window.value()


_Fast: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Fast):  # type: ignore[misc]
    """A YAML loader that makes no objects, refuses aliases, and leaves dates as texts.

    kubectl prints no aliases, and with them a short text can expand to an endless one.
    """

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        if node in self.constructed_objects or node in self.recursive_objects:
            raise yaml.constructor.ConstructorError(None, None, "has an alias", node.start_mark)
        return super().construct_object(node, deep)


_Loader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in _Fast.yaml_implicit_resolvers.items()
}


def yaml_entries(text: str) -> Iterator[Entry]:
    """Yield the list entries of all YAML documents; each document itself follows its entries."""
    try:
        for number, document in enumerate(yaml.load_all(text, _Loader)):  # a safe loader
            if not is_whole(document):
                raise NotReadableError("", "is neither JSON nor YAML: it contains half a character")
            yield from _yaml_text_entries(number, document)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = "" if mark is None else f" line {mark.line + 1}, column {mark.column + 1}"
        reason = getattr(error, "problem", None) or "it cannot be read"
        raise NotReadableError(place, f"is neither JSON nor YAML: {reason}") from None
    except (RecursionError, ValueError) as error:  # for example an integer of too many digits
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise NotReadableError("", f"is neither JSON nor YAML: {reason}") from None


def _yaml_text_entries(number: int, document: Any) -> Iterator[Entry]:
    if isinstance(document, dict):
        for key in STREAMED:
            if isinstance(document.get(key), list):
                for k, value in enumerate(document[key]):
                    yield Entry(number, key, k, value)
                document[key] = []
    yield Entry(number, "", 0, document)
