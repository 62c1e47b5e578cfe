"""A strict reader of the linear and integer part of the LP format.

A statement that can be read in two ways, or that solvers read differently, is a fault, unless
`docs/own-model.md` states the convention.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import inf
from typing import NamedTuple

from .file_model import FileColumn, FileModel

_HEADERS = {
    **dict.fromkeys(("minimize", "minimise", "minimum", "min"), "minimize"),
    **dict.fromkeys(("maximize", "maximise", "maximum", "max"), "maximize"),
    **dict.fromkeys(("subject to", "such that", "st", "s.t.", "st."), "rows"),
    **dict.fromkeys(("bounds", "bound"), "bounds"),
    **dict.fromkeys(("general", "generals", "gen", "integer", "integers", "int"), "integer"),
    **dict.fromkeys(("binary", "binaries", "bin"), "binary"),
    "end": "end",
}
_REFUSED = (
    *(
        "semi-continuous",
        "semis",
        "semi",
        "semi-integer",
        "sos",
        "sos1",
        "sos2",
        "lazy constraints",
    ),
    *("user cuts", "general constraints", "gencons", "pwlobj", "multi-objectives", "scenario"),
)
_HEADER = re.compile(
    r"\s*({})(?=\s|$)".format(
        "|".join(
            re.escape(word).replace(r"\ ", r"\s+")
            for word in sorted((*_HEADERS, *_REFUSED), key=len, reverse=True)
        )
    ),
    re.IGNORECASE,
)
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?!0[xX][0-9a-fA-F])(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<relation><=|>=|=<|=>|<|>|=)|(?P<sign>[+-])|(?P<colon>:)"
    r"|(?P<name>[^\s\d.+\-*^<>=:\[\]\\][^\s+\-*^<>=:\[\]\\]*)|(?P<other>\S))"
)
_LOOKS_LIKE_NUMBER = re.compile(r"e\d+|inf|infinity|nan", re.IGNORECASE)
_INFINITIES = ("inf", "infinity")
_BELOW = ("<=", "=<", "<")


class Token(NamedTuple):
    """A token: its kind, its text, and its line."""

    kind: str
    text: str
    line: int


class _RefusedError(Exception):
    """A statement that is not understood; the reader continues on the next line."""


def read_lp(text: str) -> FileModel:
    """Return the model in an LP file."""
    return _Lp(text).model


class _Lp:
    """A reader of LP text: fills ``model``; holds the section's tokens and the position in them."""

    def __init__(self, text: str) -> None:
        self.model = FileModel()
        self._tokens: list[Token] = []
        self._at = 0
        sections = list(self._sections(text))
        order = [kind for kind, _, _ in sections]
        if not order or order[0] not in ("minimize", "maximize") or order[1:2] != ["rows"]:
            self.model.fault("must begin with Minimize or Maximize, followed by Subject To")
        elif order[-1] != "end":
            self.model.line = 0
            self.model.fault("must end with End")
        seen = set[str]()
        for kind, line, tokens in sections:
            self.model.line = line
            role = "objective" if kind in ("minimize", "maximize") else kind
            if role in seen:
                self.model.fault("the section appears twice", kind)
            seen.add(role)
            self._tokens, self._at = tokens, 0
            self._read(kind)

    def _sections(self, text: str) -> Iterator[tuple[str, int, list[Token]]]:
        """Yield the kind of each section, its line, and its tokens."""
        model, kind, tokens, first = self.model, "", list[Token](), 0
        for model.line, raw in enumerate(text.splitlines(), 1):
            line = raw.partition("\\")[0]
            header = _HEADER.match(line)
            if header is not None and not line[header.end() :].lstrip().startswith(":"):
                if kind:
                    yield kind, first, tokens
                word = " ".join(header[1].lower().split())
                kind, tokens, first = _HEADERS.get(word, word), [], model.line
                line = line[header.end() :]
            elif not kind and line.strip():
                model.fault("is before the objective", line.strip())
            tokens += [Token(str(m.lastgroup), m[m.lastgroup or 0], model.line)
                       for m in _TOKEN.finditer(line)]  # fmt: skip
        if kind:
            yield kind, first, tokens

    def _read(self, kind: str) -> None:
        model = self.model
        if kind in ("minimize", "maximize"):
            model.sense = "maximize" if kind == "maximize" else "minimize"
        if kind in _REFUSED:
            model.fault("is not a section of a linear model", kind)
            return
        if kind == "end" and self._tokens:
            model.line = self._tokens[0].line
            model.fault("follows End", self._tokens[0].text)
            return
        own: dict[str, Callable[[], object]] = {"rows": self._row, "bounds": self._bound}
        own |= {"integer": self._integer, "binary": self._binary}
        read = own.get(kind, self._objective)
        while self._at < len(self._tokens):
            begin = self._tokens[self._at].line
            if self._at and self._tokens[self._at - 1].line == begin and kind in ("rows", "bounds"):
                model.line = begin
                model.fault("must begin on a new line", self._tokens[self._at].text)
            try:
                read()
            except _RefusedError:
                if read == self._objective:
                    return
                while self._at < len(self._tokens) and self._tokens[self._at].line <= model.line:
                    self._at += 1

    def _peek(self, ahead: int = 0) -> str:
        """Return the kind of a next token, empty at the end of the section."""
        place = self._at + ahead
        return self._tokens[place].kind if place < len(self._tokens) else ""

    def _take(self, kind: str, wanted: str) -> str:
        """Return the text of the next token; refuse one of another kind."""
        if self._peek() != kind:
            token = self._tokens[min(self._at, len(self._tokens) - 1)]
            self.model.line = token.line
            quadratic = token.kind == "other" and token.text in "[]^*"
            self._refuse("is not linear" if quadratic else f"must be {wanted}", token.text)
        token = self._tokens[self._at]
        self.model.line = token.line
        self._at += 1
        return token.text

    def _refuse(self, rule: str, value: str) -> None:
        self.model.fault(rule, value)
        raise _RefusedError

    def _label(self) -> str | None:
        """Take the name before a colon, if there is one."""
        if self._peek() == "name" and self._peek(1) == "colon":
            name = self._take("name", "a name")
            self._at += 1
            return name
        return None

    def _sign(self) -> str:
        """Take any signs; return the sign of their product."""
        negative = False
        while self._peek() == "sign":
            negative ^= self._take("sign", "a sign") == "-"
        return "-" if negative else ""

    def _terms(self, row: str) -> list[str]:
        """Take a sum of terms as entries of a row; return its constants."""
        model, constants = self.model, list[str]()
        while True:
            sign = self._sign()
            factor = self._take("number", "a number") if self._peek() == "number" else ""
            if self._peek() == "name" and self._peek(1) != "colon":
                name = self._name()
                if name not in model.columns:
                    model.columns[name] = FileColumn(len(model.columns))
                model.enter(name, row, sign + (factor or "1"))
            elif factor:
                constants.append(sign + factor)
            else:
                self._take("name", "a term")
            if self._peek() != "sign":
                return constants

    def _name(self) -> str:
        name = self._take("name", "a name")
        if _LOOKS_LIKE_NUMBER.fullmatch(name) or name.lower() in (*_HEADERS, "free"):
            self._refuse("cannot be the name of a column", name)
        return name

    def _objective(self) -> None:
        model = self.model
        model.objective = ""
        self._label()
        constants = self._terms("") if self._peek() else []
        model.constant = model.total(
            "objective", *(model.side(text, "constant of the objective") for text in constants)
        )
        if self._peek():
            self._take("sign", "+ or -")

    def _number(self, of: str) -> float:
        return self.model.side(self._sign() + self._take("number", "a number"), of)

    def _row(self) -> None:
        model = self.model
        model.line = self._tokens[self._at].line
        name = self._label()
        if name is None:
            name = f"r{len(model.rows)}"
            while name in model.rows:
                name += "_"
        row = model.new_row(name, "row")
        offset = 1 if self._peek() == "sign" else 0
        if self._peek(offset) == "number" and self._peek(offset + 1) == "relation":
            value = self._number(f"row {name}")
            relation = self._take("relation", "<=, >= or =")
            self._bound_row(name, relation, value, turned=True)
        if self._terms(name):
            self._refuse("a row has its constant on the right-hand side", name)
        if self._peek() != "relation" and (row.lower > -inf or row.upper < inf):
            return
        relation = self._take("relation", "<=, >= or =")
        self._bound_row(name, relation, self._number(f"row {name}"), turned=False)

    def _bound_row(self, name: str, relation: str, value: float, *, turned: bool) -> None:
        """Set a side of a row: ``turned`` if the number is on the left."""
        row = self.model.rows[name]
        if relation == "=":
            if row.lower > -inf or row.upper < inf:
                self._refuse("= has no second side", name)
            row.lower = row.upper = value
        elif (relation in _BELOW) != turned:
            if row.upper < inf:
                self._refuse("has two upper sides", name)
            row.upper = value
        else:
            if row.lower > -inf:
                self._refuse("has two lower sides", name)
            row.lower = value

    def _bound(self) -> None:
        """Read a bound: ``x free``, ``x <= 3``, ``2 <= x``, ``2 <= x <= 3`` or ``x = 3``."""
        model = self.model
        line = self._tokens[self._at].line
        sides = []
        if self._peek() in ("sign", "number") or self._is_infinity():
            text = self._bound_text()
            sides.append((self._take("relation", "<=, >= or ="), text, True))
        name = self._name()
        known = model.is_column(name)
        if self._peek() == "name" and self._tokens[self._at].text.lower() == "free":
            self._take("name", "free")
            sides = [("<=", "inf", False), (">=", "-inf", False)]
        elif not sides or (self._peek() == "relation" and self._tokens[self._at].line == line):
            relation = self._take("relation", "<=, >= or =")
            sides.append((relation, self._bound_text(), False))
        if not known:
            return
        for relation, text, turned in sides:
            value = model.bound(text, f"bound of column {name}")
            if relation == "=" or (relation in _BELOW) != turned:
                model.set_bound("upper", name, value)
            if relation == "=" or (relation in _BELOW) == turned:
                model.set_bound("lower", name, value)

    def _bound_text(self) -> str:
        """Take a number or an infinity."""
        sign = self._sign()
        if self._is_infinity():
            return sign + self._take("name", "a number")
        return sign + self._take("number", "a number")

    def _is_infinity(self) -> bool:
        return self._peek() == "name" and self._tokens[self._at].text.lower() in _INFINITIES

    def _integer(self) -> FileColumn | None:
        """Mark a column as integer, and return it if it is known."""
        name = self._name()
        if not self.model.is_column(name):
            return None
        column = self.model.columns[name]
        if column.integer:
            self.model.fault("is listed twice as integer or binary", name)
        column.integer = True
        return column

    def _binary(self) -> None:
        name, column = self._tokens[self._at].text, self._integer()
        if column is None:
            return
        low, high = column.lower, column.upper
        if not (0 <= (low or 0) <= 1 and 0 <= (1 if high is None else high) <= 1):
            self.model.fault("is binary, but has bounds beyond 0 and 1", name)
        elif (low, high) not in ((None, None), (0, 1)):
            self.model.note("a binary column with bounds: they stay", name)
        column.lower = 0.0 if low is None else low
        column.upper = 1.0 if high is None else high
