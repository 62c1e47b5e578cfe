"""Types of array fields: what may be given, lists and tables too, and what is read, an array.

A type checker sees a descriptor, whose ``__set__`` types the argument of the class; pydantic sees
the type of the value.  ``Placement(latency=[[1.0]], capacity=[1, 1])`` is well typed so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from numpy.typing import NDArray

from .arrays import FloatArray, IntArray

Read = TypeVar("Read", covariant=True)
Accepted = TypeVar("Accepted", contravariant=True)


class Table(Protocol):
    """A Series or a DataFrame."""

    def to_numpy(self, *args: Any, **how: Any) -> NDArray[Any]:
        """Return the cells."""
        ...


Numbers: TypeAlias = Sequence[Any] | NDArray[Any] | Table | Mapping[str, Any]  # of an npy file
ABSENT: Any = None  # the default of a field that need not be given

if TYPE_CHECKING:

    class Given(Generic[Read, Accepted]):
        """A field that accepts one type and is read as another."""

        def __get__(self, owner: object, kind: type) -> Read: ...
        def __set__(self, owner: object, value: Accepted) -> None: ...

else:

    class Given:
        """A field is for pydantic what is read."""

        def __class_getitem__(cls, types: tuple[Any, Any]) -> Any:
            return types[0]


Floats: TypeAlias = Given[FloatArray, Numbers]
MaybeFloats: TypeAlias = Given[FloatArray | None, Numbers | None]
MaybeInts: TypeAlias = Given[IntArray | None, Numbers | None]
