"""The object `Judge`, to which a problem's checker reports, and the checks of certificates.

`Judge` applies the tolerances.  A certificate is parsed here, and its bound is compared with the
claim.  The certificate of a model-certified outcome only names a proof.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from ...core.decimals import as_written
from ...core.faults import Fault, InputError
from ...core.gaps import BoundKind, Sense
from ...core.schema import Count
from ...core.signatures import arguments_taken
from ...core.symbolic import is_symbolic
from .forms import Certificate, Decision
from .proofs.claims import TooLargeError
from .tolerances import TOLERANCE
from .verdict import TOO_LARGE, Verdict, Violation, excess, rejection, unproven_claim

Objective: TypeAlias = float | Fraction | Mapping[str, float] | None  # none beside violations
Check: TypeAlias = Callable[[Any, Any, "Judge"], Objective]
Certified: TypeAlias = Callable[..., Fraction | float | None]


class Judge:
    """Collects the violations of a decision: constraint, place, amount and message.

    ``details`` are further measures of the decision, which become part of the outcome.
    """

    def __init__(self) -> None:
        self.violations: list[Violation] = []
        self.details: dict[str, Any] = {}

    def at_most(self, constraint: str, where: str, value: Any, limit: Any) -> None:
        """Report a value above its limit by more than the tolerance for floating-point sums."""
        if value - limit > _tolerance(value, limit):
            self._note(constraint, where, value, limit, "above")

    def at_least(self, constraint: str, where: str, value: Any, limit: Any) -> None:
        """Report a value below its limit by more than the tolerance."""
        if limit - value > _tolerance(value, limit):
            self._note(constraint, where, value, limit, "below")

    def equal(self, constraint: str, where: str, value: Any, wanted: Any) -> None:
        """Report a value that differs from the required one by more than the tolerance."""
        if abs(value - wanted) > _tolerance(value, wanted):
            self._note(constraint, where, value, wanted, "not")

    def over(self, constraint: str, where: str, amount: Any, message: str) -> None:
        """Report that a limit is exceeded by ``amount``; an amount of 0 or less is no violation."""
        self.violations += excess(constraint, where, amount, message)

    def fault(self, constraint: str, where: str, message: str, amount: float | None = None) -> None:
        """Report a violated constraint with a message."""
        self.violations.append(Violation(constraint, str(where), amount, message))

    def _note(self, constraint: str, where: str, value: Any, limit: Any, how: str) -> None:
        amount = abs(float(value) - float(limit))
        self.fault(constraint, where, f"{float(value):.15g} is {how} {float(limit):.15g}", amount)


def _tolerance(value: Any, limit: Any) -> Any:
    """Return the amount by which a value may exceed its limit: 0 if both are exact."""
    if isinstance(value, (int, Fraction)) and isinstance(limit, (int, Fraction)):
        return 0
    return TOLERANCE * max(abs(limit), abs(value))


def exactly(numbers: Any) -> Any:
    """Return floats as fractions equal to their printed decimals, and arrays as nested lists."""
    if isinstance(numbers, np.ndarray):
        numbers = numbers.tolist()
    if isinstance(numbers, (list, tuple)):
        return [exactly(number) for number in numbers]
    return numbers if is_symbolic(numbers) else as_written(numbers)


def verdict_of(check: Check, form: type[Decision], instance: Any, document: Any) -> Verdict:
    """Return the checker's verdict on a decision document."""
    decision = form.read(document, instance)
    if isinstance(decision, list):
        return rejection(decision)
    judge = Judge()
    objective = check(instance, decision, judge)
    if judge.violations:
        return rejection(judge.violations)
    if isinstance(objective, Mapping):
        objectives = {name: _number(value) for name, value in objective.items()}
        return Verdict(objectives=objectives, details=judge.details)
    return Verdict(objective=_number(objective), details=judge.details)


def _number(value: Any) -> float:
    number = _finite(value)
    if number is None:
        rule = "must return the objective, a finite number"
        raise InputError("the judge of the problem", [Fault.of("check", rule, value)])
    return number


def _finite(value: Any) -> float | None:
    """Return a finite number as a float; ``None`` for NaN, infinities and other types."""
    if isinstance(value, (bool, np.bool_, str, bytes)):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def certificate_violations_of(
    certified: Certified,
    forms: tuple[type[Certificate], ...],
    instance: Any,
    document: dict[str, Any],
    bound: float | None,
    sense: Sense,
) -> list[Violation]:
    """Return the faults of a certificate's form, or a fault if its bound is unproven."""
    form, faults = read_certificate(forms, instance, document)
    if form is None:
        return faults
    try:
        return claim_faults(proven_bound(certified, instance, form, bound), bound, sense)
    except TooLargeError as error:
        return [Violation(TOO_LARGE, "certificate", None, str(error))]
    except (ArithmeticError, ValueError) as error:
        return [unproven_claim(f"proves nothing: {error}")]


def proven_bound(
    certified: Certified, instance: Any, certificate: Certificate, claim: float | None
) -> Fraction | float | None:
    """Return the bound that a certificate proves.

    A proof that is checked faster for a given bound gets it as the parameter ``claim``, and returns
    the claim itself if no smaller value is found.
    """
    proven = certified(instance, certificate, **arguments_taken(certified, {"claim": claim}))
    if proven is not None and _finite(proven) is None:  # NaN would contradict no claim
        raise ValueError(f"certified returned {proven!r:.80}, which is not a finite number")
    return proven


def claim_faults(
    proven: Fraction | float | None, bound: float | None, sense: Sense
) -> list[Violation]:
    """Return a fault if a claimed bound is tighter than the proven one.

    ``None`` instead of a bound means infeasibility.  The claim is a float, so the float nearest to
    the proven fraction is accepted.
    """
    if proven is None or bound is None:
        both = proven is None and bound is None
        wrong = "proves that nothing is feasible" if proven is None else f"proves {float(proven)!r}"
        claim = "no bound" if bound is None else f"the bound {bound!r}"
        return [] if both else [unproven_claim(f"it {wrong}, but the claim is {claim}")]
    nearest = float(proven)
    beyond = bound > nearest if sense == "minimize" else bound < nearest
    if beyond:
        return [unproven_claim(f"it proves {nearest!r}, but the claimed bound is {bound!r}")]
    return []


def read_certificate(
    forms: tuple[type[Certificate], ...], instance: Any, document: dict[str, Any]
) -> tuple[Certificate | None, list[Violation]]:
    """Return the well-formed certificate of one of the forms, or the faults of its form."""
    form = forms[0]
    kinds = {kind: known for known in forms for kind in _kinds(known)}
    if len(forms) > 1 or kinds:
        kind = document.get("kind")
        if not isinstance(kind, str) or kind not in kinds:
            known = ", ".join(kinds)
            return None, [unproven_claim(f"the kind {kind!r} is unknown (known: {known})")]
        form = kinds[kind]
    read = form.read(document, instance)
    if isinstance(read, list):
        return None, [unproven_claim(f"{fault.where}: {fault.message}") for fault in read]
    return read, []


def _kinds(form: type[Certificate]) -> tuple[str, ...]:
    field = form.model_fields.get("kind")
    return () if field is None else get_args(field.annotation) or (str(field.default),)


class NamedTree(Certificate):
    """A certificate that names a proof of one program: the digest of its model, and its size.

    The proof is in a folder (`validation.proving`); `verify_proof` checks it.
    """

    kind: Literal["model-tree"] = "model-tree"
    model_sha256: str
    nodes: Count
    cuts: Count


class NamedFront(Certificate):
    """A certificate that names the proofs of all programs of a front."""

    kind: Literal["model-front"] = "model-front"
    programs: Count
    nodes: Count


_MODEL_PROOFS: tuple[type[Certificate], ...] = (NamedTree, NamedFront)


def model_tree(model_sha256: str, nodes: int, cuts: int) -> dict[str, Any]:
    """Return the certificate that names a proof by the digest of its model."""
    return NamedTree(model_sha256=model_sha256, nodes=nodes, cuts=cuts).as_document()


def model_front(programs: int, nodes: int) -> dict[str, Any]:
    """Return the certificate that names the proofs of all programs of a front."""
    return NamedFront(programs=programs, nodes=nodes).as_document()


def is_model_tree(certificate: dict[str, Any] | None) -> bool:
    """Return whether a certificate names a proof of the exact model."""
    kind = None if certificate is None else certificate.get("kind")
    return any(kind in _kinds(proof) for proof in _MODEL_PROOFS)


def trust_in(certificate: dict[str, Any] | None) -> BoundKind:
    """Return the kind of a bound, given its certificate or ``None`` for no certificate."""
    if certificate is None:
        return "solver"
    return "model-certified" if is_model_tree(certificate) else "certified"


def tree_violations(certificate: dict[str, Any]) -> list[Violation]:
    """Return the faults of form of a certificate that only names a proof."""
    return read_certificate(_MODEL_PROOFS, None, certificate)[1]
