"""The base of all instance classes: immutable, strict, with all faults reported together."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from math import isnan
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    runtime_checkable,
)

import numpy as np
import orjson
from numpy.typing import NDArray
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    ModelWrapValidatorHandler,
    PlainValidator,
    Strict,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
    create_model,
    model_validator,
)
from pydantic_core import PydanticCustomError, core_schema

from .arrays import SHORT, ArrayRule, cells_of, row_blocks
from .display import HtmlTable, ShortDisplay, field_facts
from .faults import (
    LARGEST_COUNT,
    Fault,
    InputError,
    extremes,
    field_place,
    input_error,
    is_text,
    near_miss,
)
from .file_types import json_value, read_from_json
from .frames import Axes, names_field, without_frames
from .plain import plain_data, same_types
from .sidecars import changed_files
from .signatures import parameter_names


@runtime_checkable
class Documented(Protocol):
    """A field type that defines its form in an instance file."""

    def as_document(self) -> Any:
        """Return the value as an array or as plain data."""
        ...


def canonical_text(content: Mapping[str, Any]) -> str:
    """Return fields as canonical text, which does not depend on the form of the file."""
    try:
        text = orjson.dumps(content, default=_plain_value, option=_PLAIN)
    except orjson.JSONEncodeError:  # integers of more than 64 bits, or keys that are not text
        text = b"\\"
    first, *arrays = text.split(_ARRAY)
    rest = b"".join([first, *(part[_HEX:] for part in arrays)])
    odd = any(part in rest for part in _WRITTEN_OTHERWISE) or b"0e" in rest.translate(_DIGITS)
    if rest.isascii() and not odd:
        return text.decode()
    return json.dumps(content, sort_keys=True, separators=(",", ":"), default=_plain_value)


_PLAIN = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS
_ARRAY, _HEX = b'"array":"', 64  # before the digits of a digest
_DIGITS = bytes.maketrans(b"123456789", b"000000000")
_WRITTEN_OTHERWISE = (b"0.0000", b"null", b"\\", b"\x7f")  # by `json`, or perhaps


def _plain_value(value: Any) -> Any:
    """Return the JSON form of a value whose type JSON lacks."""
    kind: Any = type(value)
    if (names := _FIELDS.get(kind)) is not None:
        fields = value.__dict__
        if len(fields) == len(names):  # no cached values beside the fields
            return {name: item for name, item in fields.items() if item is not None}
        return {name: item for name in names if (item := fields[name]) is not None}
    if cells_of(value) is not None:  # as almost all arrays of a large file are
        return {"array": hashlib.sha256(value).hexdigest(), "shape": value.shape}
    if isinstance(value, np.ndarray):
        return {"array": _array_digest(value), "shape": value.shape}
    if issubclass(kind, BaseModel):
        _FIELDS[kind] = tuple(kind.model_fields)
        return _plain_value(value)
    if isinstance(value, Documented):
        return value.as_document()
    if (plain := json_value(value)) is not value:
        return plain
    raise input_error("instance", "has a value of a type that JSON does not have", value)


_FIELDS: dict[type, tuple[str, ...]] = {}  # the field names of each class of records


_F8 = np.dtype("<f8")


def _array_digest(array: NDArray[Any]) -> str:
    if array.ndim == 1 and len(array) <= SHORT:
        cells = array + 0.0  # one zero, no negative twin
        if cells.dtype == _F8 and not isnan(cells.dot(cells)):
            return hashlib.sha256(cells.data).hexdigest()
    digest = hashlib.sha256()
    for block in row_blocks(array):
        cells = np.array(array[block], dtype="<f8") + 0.0  # one zero, no negative twin
        cells[np.isnan(cells)] = np.nan
        digest.update(cells.tobytes())
    return digest.hexdigest()


def _number(version: Any) -> Any:
    if isinstance(version, bool):  # Python takes true for 1
        raise PydanticCustomError("version", "must be 1")
    return version


Version: TypeAlias = Annotated[Literal[1], BeforeValidator(_number)]


T = TypeVar("T")
Many = Annotated[tuple[T, ...], Strict(False)]  # a JSON list, frozen
Name = Annotated[str, Field(min_length=1)]
Positive = Annotated[float, Field(gt=0)]
NonNegative = Annotated[float, Field(ge=0)]
Count = Annotated[int, Field(ge=0, le=LARGEST_COUNT)]
PositiveCount = Annotated[int, Field(gt=0, le=LARGEST_COUNT)]
Share = Annotated[float, Field(ge=0, le=1)]
PositiveShare = Annotated[float, Field(gt=0, le=1)]

Rule: TypeAlias = Callable[..., Iterable[Fault]]


_LABELS = ("name", "source")
_UNCHECKED = "_unchecked"  # in the dictionary of a copy whose new fields nobody has checked


class Part(BaseModel):
    """A nested record of an instance file."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        allow_inf_nan=False,
        arbitrary_types_allowed=True,
        ignored_types=(cached_property,),
    )

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Return the schema that accepts JSON forms of tuples, sets, enumerations and dates."""
        schema = handler(source)
        read_from_json(handler.resolve_ref_schema(schema), handler)
        return schema

    def __init__(self, /, **data: Any) -> None:
        try:
            super().__init__(**data)
        except ValidationError:
            plain = plain_data(data)  # numpy's numbers and arrays
            if same_types(plain, data):
                raise
            super().__init__(**plain)

    # Records inside others are validated without a call of ``__init__`` for each.
    __init__.__pydantic_base_init__ = True  # type: ignore[attr-defined]


class Checked(Part):
    """A document, all of whose faults are reported together.

    A subclass declares its fields, and lists in ``RULES`` the checks of several fields. A rule is a
    function whose parameters are named after fields. It yields a `Fault` for each place where it is
    violated, and runs only if each of its fields is valid.
    """

    RULES: ClassVar[tuple[Rule, ...]] = ()
    AXES: ClassVar[Axes] = {}  # what the axes of an array count, for tables with names
    KIND: ClassVar[str] = "document"

    name: Name

    @model_validator(mode="wrap")
    @classmethod
    def _with_all_faults(
        cls, data: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo
    ) -> Self:
        folder = (info.context or {}).get("folder")
        data, beyond = without_frames(cls, data, cls.AXES, folder)
        beyond += extremes(data) if isinstance(data, dict) else []
        if beyond:
            raise InputError(cls.KIND, beyond)
        return cls._read(data, handler, info.context)

    @classmethod
    def _read(cls, data: Any, handler: ModelWrapValidatorHandler[Self], context: Any) -> Self:
        try:
            document = handler(data)
        except ValidationError as error:
            if (plain := _without_numpy(cls, data)) is not None:
                return cls._read(plain, handler, context)
            faults = list(field_faults(error, cls))
            bad = {str(detail["loc"][0]) for detail in error.errors() if detail["loc"]}
            values = _valid_fields(cls, data, bad, context)
        else:
            faults = []
            values = {field: getattr(document, field) for field in cls.model_fields}
        faults += rule_faults(cls, values)
        if faults:
            label = values.get("name")
            raise InputError(f"{cls.KIND} {label!r}" if label else cls.KIND, faults)
        return document


class Instance(ShortDisplay, Checked):
    """An instance of a problem: its file has the problem's name and a version."""

    KIND: ClassVar[str] = "instance"

    version: Version = 1
    source: str | None = None

    def _facts(self) -> Mapping[str, Any]:
        described = field_facts(self, (*Instance.model_fields, "problem"))
        return {"name": self.name, "source": self.source, **described}

    def _tables(self) -> Iterator[HtmlTable]:
        return iter(())

    @classmethod
    def file_schema(cls) -> dict[str, Any]:
        """Return the JSON Schema of an instance file, in which problem and version are required."""
        schema = cls.model_json_schema()
        schema["required"] = ["problem", "version", *schema.get("required", [])]
        return schema

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with some fields replaced, without cached values of the original.

        The copy is validated when it is first used; `replaced` validates immediately.
        """
        are_labels = all(
            name in _LABELS and isinstance(value, str) and bool(value) and is_text(value)
            for name, value in (update or {}).items()
        )
        unchecked = not are_labels or _UNCHECKED in self.__dict__
        faults = _unknown_fields(type(self), update or {})
        if faults:
            raise InputError(f"instance {self.name!r}", faults)
        copy = super().model_copy(update=update, deep=deep)
        for name in set(copy.__dict__) - set(type(self).model_fields):
            del copy.__dict__[name]
        if unchecked:
            copy.__dict__[_UNCHECKED] = True
        return copy

    @classmethod
    def of(cls, other: "Instance", **fields: Any) -> Self:
        """Return an instance with the fields of another one, some of which are changed or added."""
        shared = other.model_dump(by_alias=True)
        return cls(**{key: shared[key] for key in shared if key != "problem"} | fields)

    def replaced(self, **fields: Any) -> Self:
        """Return a validated copy with some fields replaced."""
        return type(self)(**{**self.model_dump(by_alias=True), **fields})

    def sweep_fields(self) -> Mapping[str, bool]:
        """Return, for each field that a sweep can vary, whether a larger value only adds plans."""
        shapes = type(self).model_json_schema()["properties"]
        kinds = {
            name: {each.get("type") for each in (shape, *shape.get("anyOf", ()))}
            for name, shape in shapes.items()
            if name != "version"
        }
        return {name: False for name in kinds if kinds[name] & {"integer", "number"}}

    def with_number(self, name: str, value: float) -> Self:
        """Return the instance with one of its `sweep_fields` set to a value."""
        return self.replaced(**{name: value})

    def written_out(self) -> dict[str, Any]:
        """Return the fields with compact forms or defaults, in full; by default there are none."""
        return {}

    def checked(self) -> Self:
        """Return the instance itself, after validation unless it was validated before."""
        if faults := list(changed_files(self)):
            raise InputError(f"instance {self.name!r}", faults)
        return self.replaced() if _UNCHECKED in self.__dict__ else self

    @cached_property
    def sha256(self) -> str:
        """The digest of the data; it does not depend on labels, or on inline or sidecar arrays."""
        labels = {*_LABELS, *(names_field(axis) for axes in self.AXES.values() for axis in axes)}
        content = {
            field: value
            for field in type(self).model_fields
            if field not in labels and (value := getattr(self, field)) is not None
        }
        return hashlib.sha256(canonical_text(content).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Instance) and self.sha256 == other.sha256

    def __hash__(self) -> int:
        return hash(self.sha256)


def _without_numpy(model: type[BaseModel], data: Any) -> dict[str, Any] | None:
    """Return data with Python's numbers and lists in place of numpy's, except in array fields.

    Return ``None`` if nothing has to be replaced.
    """
    if not isinstance(data, dict):
        return None
    fields = model.model_fields
    plain = {
        name: value
        if isinstance(value, np.ndarray) and name in fields and _is_array(fields[name].annotation)
        else plain_data(value)
        for name, value in data.items()
    }
    return None if all(same_types(plain[name], data[name]) for name in plain) else plain


def _is_array(annotation: Any) -> bool:
    return get_origin(annotation) is np.ndarray or any(map(_is_array, get_args(annotation)))


def _unknown_fields(model: type[BaseModel], update: Mapping[str, Any]) -> list[Fault]:
    known = model.model_fields
    return [
        Fault.of(name, f"unknown key {near_miss(name, known)}", value)
        for name, value in update.items()
        if name not in known
    ]


def field_faults(error: ValidationError, model: type[BaseModel]) -> Iterator[Fault]:
    """Yield the faults that pydantic found, reworded as faults of this project."""
    details = error.errors(include_url=False)
    inside = {detail["loc"][:k] for detail in details for k in range(len(detail["loc"]))}
    for detail in details:
        place = field_place(detail["loc"])
        kind = detail["type"]
        if kind == "missing":
            part = "entry" if isinstance(detail["loc"][-1], int) else "key"
            yield Fault(place, f"required {part} is missing")
        elif kind == "extra_forbidden":
            word = str(detail["loc"][-1])
            hint = f" {near_miss(word, model.model_fields)}" if len(detail["loc"]) == 1 else ""
            yield Fault.of(place, f"unknown key{hint}", detail["input"])
        elif kind == "array_more":
            yield Fault(place, detail["msg"])
        elif kind != "too_short" or detail["loc"] not in inside:  # bad entries count as none
            yield Fault.of(place, field_rule(detail), detail["input"])


def field_rule(detail: Mapping[str, Any]) -> str:
    """Return the rule, in words, of a fault that pydantic found."""
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "too_short":
        return f"must have at least {context['min_length']} entries"
    if kind == "too_long":
        return f"must have at most {context['max_length']} entries"
    if kind in ("tuple_type", "list_type", "set_type", "frozen_set_type"):
        return "must be a list"
    if kind in ("dict_type", "model_type", "model_attributes_type"):
        return "must be an object"
    words: str = (
        detail["msg"]
        .replace("Input should", "must")
        .replace("String should", "must")
        .replace("Field required", "is missing")
        .replace("must be a valid integer", "must be an integer")
    )
    return words


def _valid_fields(model: type[Checked], data: Any, bad: set[str], context: Any) -> dict[str, Any]:
    """Return the values of those fields of a class that are valid, each on its own."""
    if not isinstance(data, dict):
        return {}
    good = {
        name: (field.annotation, field)
        for name, field in model.model_fields.items()
        if name not in bad and (name in data or not field.is_required())
    }
    partial = create_model("Partial", __base__=Part, **good)  # type: ignore[call-overload]
    checked = partial.model_validate({k: data[k] for k in good if k in data}, context=context)
    return {name: getattr(checked, name) for name in good}


def rule_faults(model: type[Checked], values: dict[str, Any]) -> Iterator[Fault]:
    """Yield the faults of those rules of a class whose fields are all valid."""
    for rule in model.RULES:
        needed = parameter_names(rule)
        if all(name in values for name in needed):
            yield from rule(**{name: values[name] for name in needed})


def array_or_linear(
    rule: ArrayRule, compact: type[Part], terms: type[Part]
) -> tuple[PlainValidator, WithJsonSchema]:
    """Return the annotation of a field that is an array or ``{"linear": …}``, a `compact` form."""

    def validated(value: object, info: ValidationInfo) -> Any:
        if isinstance(value, compact):
            return value
        if isinstance(value, dict) and "linear" in value:
            return compact.model_validate(value, context=info.context)
        return rule.validate(value, info)

    linear = {
        "type": "object",
        "properties": {"linear": terms.model_json_schema()},
        "required": ["linear"],
        "additionalProperties": False,
    }
    schema = {"anyOf": [rule.json_schema(), linear]}
    return PlainValidator(validated), WithJsonSchema(schema)
