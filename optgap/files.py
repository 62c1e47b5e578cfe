"""Files that may be large, packed or broken: read with limits, written completely or not at all."""

from .core.files import (
    document_of,
    open_regular,
    parse_json,
    read_bytes,
    read_json,
    read_text,
    write_text,
)

__all__ = [
    "document_of",
    "open_regular",
    "parse_json",
    "read_bytes",
    "read_json",
    "read_text",
    "write_text",
]
