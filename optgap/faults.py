"""The errors of bad input, and the words that messages are made of."""

from .core.faults import (
    Fault,
    InputError,
    agreeing,
    check_range,
    field_place,
    input_error,
    near_miss,
    printable,
    quantity,
    repeated_names,
)
from .core.memory import bytes_of, check_size

__all__ = [
    "Fault",
    "InputError",
    "agreeing",
    "bytes_of",
    "check_range",
    "check_size",
    "field_place",
    "input_error",
    "near_miss",
    "printable",
    "quantity",
    "repeated_names",
]
