"""Kubernetes' quantities, such as ``250m``, ``1.5Gi``, ``12e6`` or ``1E``, as fractions."""

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Annotated

from pydantic import AfterValidator, PlainSerializer, PlainValidator

from optgap.faults import Fault

_FORM = re.compile(
    r"(?P<number>[+-]?(?:\d+\.?\d*|\.\d+))"
    r"(?:(?P<suffix>[KMGTPE]i|[numkMGTPE]?)|[eE](?P<exponent>[+-]?\d{1,3}))",
    re.ASCII,
)
_DECIMAL = {suffix: Fraction(10) ** (3 * k) for k, suffix in enumerate("num", start=-3)}
_DECIMAL |= {"": Fraction(1)}
_DECIMAL |= {suffix: Fraction(10) ** (3 * k) for k, suffix in enumerate("kMGTPE", start=1)}
_BINARY = {f"{suffix}i": Fraction(1024) ** k for k, suffix in enumerate("KMGTPE", start=1)}
_LARGEST = 2**63 - 1
_FINEST = 10**9


def quantity(text: object) -> Fraction:
    """Return the value of a quantity.

    ``E`` alone is the suffix exa, while before digits it marks an exponent.  As in Kubernetes,
    digits beyond a billionth are rounded up, and values above 2^63 - 1 become that number.
    """
    return _parse("" if isinstance(text, bool) else str(text))


@lru_cache(maxsize=10_000)
def _parse(text: str) -> Fraction:
    form = _FORM.fullmatch(text)
    if form is None:
        raise ValueError("must be a quantity such as 250m, 1.5Gi or 12e6")
    exponent = form["exponent"]
    if exponent is None:
        scale = (_DECIMAL | _BINARY)[form["suffix"]]
    else:
        scale = Fraction(10) ** int(exponent)
    number = Fraction(form["number"]) * scale
    if number < 0:
        raise ValueError("must be a quantity >= 0")
    return min(Fraction(_LARGEST), Fraction(ceil(number * _FINEST), _FINEST))


@lru_cache(maxsize=10_000)
def as_scheduled(resource: str, amount: Fraction) -> Fraction:
    """Return an amount rounded up as in the scheduler: cpu to thousandths, others to integers."""
    return Fraction(ceil(amount * 1000), 1000) if resource == "cpu" else Fraction(ceil(amount))


Quantity = Annotated[
    Fraction,
    PlainValidator(quantity),
    PlainSerializer(  # in billionths if it is not an integer
        lambda amount: str(amount) if amount.denominator == 1 else f"{int(amount * _FINEST)}n",
        return_type=str,
    ),
]


_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_LABELS = re.compile(_LABEL)
_SUBDOMAINS = re.compile(rf"{_LABEL}(\.{_LABEL})*")
_VALUES = re.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?")
_KINDS = re.compile("[A-Z][A-Za-z0-9]*")
_LONGEST_LABEL, _LONGEST_SUBDOMAIN = 63, 253

_LABEL_RULE = (
    "must be a DNS-1123 label: at most 63 of a-z, 0-9 and '-', with a letter or digit at both ends"
)
_SUBDOMAIN_RULE = (
    "must be a DNS-1123 subdomain: at most 253 of a-z, 0-9, '-' and '.', with a letter or digit "
    "at both ends and on both sides of each '.'"
)
VALUE_RULE = (
    "must be a label's value: at most 63 of A-Z, a-z, 0-9, '-', '_' and '.', with a letter or "
    "digit at both ends"
)


def is_label(name: str) -> bool:
    """Return whether a name is a DNS-1123 label, as those of namespaces are.

    No character of the names that Kubernetes allows is special in a shell or a path.
    """
    return len(name) <= _LONGEST_LABEL and _LABELS.fullmatch(name) is not None


def is_subdomain(name: str) -> bool:
    """Return whether a name is a DNS-1123 subdomain, as those of nodes and pods are."""
    return len(name) <= _LONGEST_SUBDOMAIN and _SUBDOMAINS.fullmatch(name) is not None


def is_value(name: str) -> bool:
    """Return whether a name can be the value of a label, as a machine type is."""
    return len(name) <= _LONGEST_LABEL and _VALUES.fullmatch(name) is not None


def is_label_key(key: str) -> bool:
    """Return whether a text can be the key of a label, or the name of a resource."""
    prefix, slash, name = key.rpartition("/")
    return is_value(name) and (is_subdomain(prefix) if slash else True)


def is_owner(kind: str, name: str) -> bool:
    """Return whether kind and name can be those of a controller."""
    return len(kind) <= _LONGEST_LABEL and bool(_KINDS.fullmatch(kind)) and is_subdomain(name)


def _names(is_allowed: Callable[[str], bool], rule: str) -> AfterValidator:
    """Return the validator of names that a test allows."""

    def checked(name: str) -> str:
        if not is_allowed(name):
            raise ValueError(rule)
        return name

    return AfterValidator(checked)


Label = Annotated[str, _names(is_label, _LABEL_RULE)]
Subdomain = Annotated[str, _names(is_subdomain, _SUBDOMAIN_RULE)]


def node_name_faults(names: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for each name that Kubernetes does not allow for a node."""
    yield from (Fault.of("node", _SUBDOMAIN_RULE, name) for name in names if not is_subdomain(name))


def pod_name_faults(names: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for each part of ``namespace/name`` that Kubernetes does not allow."""
    for full in names:
        namespace, name = namespace_and_name(full)
        if not is_label(namespace):
            yield Fault.of(f"namespace of {full!r}", _LABEL_RULE, namespace)
        if not is_subdomain(name):
            yield Fault.of(f"pod {full!r}", _SUBDOMAIN_RULE, name)


def namespace_and_name(full: str) -> tuple[str, str]:
    """Return namespace and name of a pod's full name; the default namespace is ``default``."""
    namespace, mark, name = full.rpartition("/")
    return (namespace if mark else "default"), name
