"""Reader for the plain form of an instance (exec:python3 program.py --plain); needs only Python."""

import math
import sys


def read(stream=sys.stdin):
    """Return a dictionary: name to text, to a number, or to (nested) lists of numbers."""
    found = {}
    for line in stream:
        name, shape, content = line.rstrip("\n").split(" ", 2)
        if shape == "text":
            found[name] = _unescaped(content)
            continue
        lengths = [] if shape == "-" else [int(length) for length in shape.split("x")]
        numbers = [float(word) for word in content.split()]
        if len(numbers) != math.prod(lengths):
            raise ValueError(f"{name} has {len(numbers)} numbers, its shape says {shape}")
        found[name] = numbers[0] if shape == "-" else _nested(numbers, lengths)
    return found


def _nested(numbers, lengths):
    if len(lengths) == 1:
        return numbers
    step = math.prod(lengths[1:])
    parts = [numbers[k : k + step] for k in range(0, len(numbers), step)]
    return [_nested(part, lengths[1:]) for part in parts]


def _unescaped(text):
    parts = text.split("\\\\")
    return "\\".join(part.replace("\\n", "\n").replace("\\r", "\r") for part in parts)
