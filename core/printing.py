"""Text from elsewhere, made fit to be printed: it cannot steer a terminal."""

from __future__ import annotations

import unicodedata

_KEPT = "\n\t"
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # controls, formats, halves of characters, separators


def printable(text: str) -> str:
    """Return text with every character that is not seen in the form ``\\x1b``."""
    if text.isprintable():
        return text
    return "".join(
        character
        if character in _KEPT or unicodedata.category(character) not in _UNSEEN
        else character.encode("unicode_escape").decode()
        for character in text
    )
