"""The class `Problem`: instance class, decision class, judge, model, methods and generator.

The sixteen problems of the catalogue are declared with the same class as a user's problem. The
methods may be declared later, by the function ``load``, because their imports are slow.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import ModuleType
from typing import Any, TypeVar, Unpack, overload

import orjson

from ...core.faults import Fault, InputError, near_miss
from ...core.field_types import unreadable_fields
from ...core.gaps import Sense
from ...core.installed import entry_points_of, loaded_entry_point
from ...core.outcome import Answer
from ...core.plain import plain_data
from ...core.run import Run
from ...core.schema import Instance
from ...core.signatures import arguments_taken, parameter_names
from ..judge import (
    Certificate,
    Decision,
    FrontBounds,
    Verdict,
    Violation,
    certificate_violations_of,
    claim,
    verdict_of,
    with_strangers,
)
from .declared import ExactFunctions, guard, name_instances, reachable, solve_declared_model
from .method import (
    MIP_SOLVERS,
    Finish,
    Loads,
    LoadsFunction,
    Method,
    MethodWords,
    first_sentence,
)
from .run_method import run_method
from .search_space import DocumentAxis, Ground, everything

Function = TypeVar("Function", bound=Callable[..., Any])

_VERDICTS, _LARGE = "_verdicts", 50_000  # bytes of a decision whose verdict is kept
EXTENSIONS = "optgap.methods"  # the group of entry points that extend a problem


class Problem:
    """A scheduling problem: instances, decisions, the judge, the exact model, methods, generator.

    ``decision`` is the class of its decisions.  ``sense`` is ``"minimize"`` or ``"maximize"``, or a
    function of the instance.  ``demo`` names the bundled instance that the tour solves, and
    ``demo_method`` the method that it shows beside the exact ones; by default this is the first
    heuristic.  ``instances`` names a folder of instance files.  ``steps`` names the methods that
    `auto` runs, the quickest first; it may be a function of the instance.  With ``polishes``,
    `auto` also runs the second method in every case, because it improves secondary objectives.
    ``begin(instance, method, run)`` reports a plan or a bound that is known before a method runs.
    ``certificate_cost``: the check of a large certificate takes about as long as that of so many
    plans.
    """

    def __init__(
        self,
        name: str,
        instance: type[Instance],
        decision: type[Decision],
        *,
        sense: Sense | Callable[[Any], Sense] = "minimize",
        title: str = "",
        paper: str = "",
        demo: str = "",
        demo_method: str | None = None,
        instances: str | None = None,
        load: Callable[[Problem], None] | None = None,
        suits: Callable[[Any, Method], bool] = lambda _, __: True,
        steps: Sequence[str] | Callable[[Any], Sequence[str]] | None = None,
        polishes: bool = False,
        front_bounds: FrontBounds | None = None,
        claims_beside: Callable[..., list[Violation]] | None = None,
        begin: Callable[[Any, str, Run], None] = lambda *_: None,
        certificate_cost: float = 1.0,
    ) -> None:
        self.name, self.instance, self.decision = name, instance, decision
        self.title = title or first_sentence(instance)
        self.paper, self.demo, self.instances = paper, demo, instances
        self._demo_method = demo_method
        own = not instance.__module__.startswith("optgap.")
        if own and (faults := list(unreadable_fields(instance))):
            raise InputError(f"problem {name!r}: {instance.__name__}", faults)
        self.origin = instance.__module__ if own else "built-in"  # of a file: its path
        self.digest = ""  # of the text of its file
        self.front_bounds, self._claims_beside = front_bounds, claims_beside
        self.has_front = front_bounds is not None
        self.begin, self.certificate_cost = begin, certificate_cost
        self.ground = Ground({})
        self.certificates: tuple[type[Certificate], ...] = ()
        self.inherited: frozenset[str] = frozenset()  # methods that know another problem's rules
        self._sense, self._suits, self._steps, self.polishes = sense, suits, steps, polishes
        self._load, self._methods = load, dict[str, Method]()
        self._functions: dict[str, Callable[..., Any]] = {}
        self._formulation: ModuleType | ExactFunctions | None = None
        self._is_extended = False
        name_instances(self)

    def __repr__(self) -> str:
        return f"Problem({self.name!r})"

    # Functions by which the author declares the parts

    def check(self, function: Function) -> Function:
        """Declare the checker ``check(instance, decision, judge)``, which returns the objective."""
        return self._declare("check", function)

    def certified(self, function: Function) -> Function:
        """Declare ``certified(instance, certificate)``, which returns the bound that is proven.

        The annotation of its second parameter is the class of certificates, or a union of classes.
        """
        hint = typing.get_type_hints(function).get(parameter_names(function)[1], Certificate)
        forms = typing.get_args(hint) or (hint,)
        self.certificates = tuple(form for form in forms if form is not type(None))
        return self._declare("certified", function)

    def model(self, function: Function) -> Function:
        """Declare ``model(instance)``, which builds the exact model for the method ``exact``."""
        self._declare("model", function)
        self._formulation = ExactFunctions(self)
        self._methods["exact"] = Method(
            "exact", "exact", solve_declared_model, "the model", self.paper, MIP_SOLVERS
        )
        return function

    def read(self, function: Function) -> Function:
        """Declare ``read(instance, model, duals)``, which reads the solution of a solved model.

        It returns the decision, or a pair of decision and certificate.
        """
        return self._declare("read", function)

    @overload
    def method(self, function: Function, **how: Unpack[MethodWords]) -> Function: ...

    @overload
    def method(self, **how: Unpack[MethodWords]) -> Callable[[Function], Function]: ...

    def method(self, function: Any = None, **how: Unpack[MethodWords]) -> Any:
        """Declare a method; name and summary default to the function's name and docstring."""

        def declare(function: Function) -> Function:
            self.add(Method.of(function, **how))
            return function

        return declare if function is None else declare(function)

    def add(self, method: Method) -> None:
        """Add a `Method` to the problem."""
        self._methods[method.name] = method

    @overload
    def generate(self, function: Function, **ranges: Any) -> Function: ...

    @overload
    def generate(self, **ranges: Any) -> Callable[[Function], Function]: ...

    def generate(
        self,
        function: Function | None = None,
        *,
        axes: tuple[DocumentAxis, ...] = (),
        counts: Callable[[Any, str], bool] = everything,
        **ranges: Any,
    ) -> Any:
        """Declare the generator, and the parameter ranges from which hunts and tests draw.

        Each of the ``axes`` lists array axes of a document from which entries are removed together.
        ``counts(instance, method)`` says whether the method's loss on the instance is meaningful.
        """

        def declare(function: Function) -> Function:
            if ranges:
                self.ground = Ground(ranges, axes, counts)
            return self._declare("generate", function)

        return declare if function is None else declare(function)

    def start(self, function: Function) -> Function:
        """Declare ``start(model, decision)``, which sets a model's variables to a decision."""
        return self._declare("start", function)

    def loads(self, function: Function) -> Function:
        """Declare ``loads(instance, decision)``, which returns the `Loads` that a report draws."""
        return self._declare("loads", function)

    def plot(self, function: Function) -> Function:
        """Declare ``plot(instance, decision)``, which draws a decision."""
        return self._declare("plot", function)

    def words(self, function: Function) -> Function:
        """Declare ``words(instance)``, which describes the components of the model for `explain`.

        It returns a dictionary by component.  A component with ``None`` is never reported.  If some
        components have a function from an index to `Said`, only these are reported, row by row.
        """
        return self._declare("words", function)

    def model_size(self, function: Function) -> Function:
        """Declare ``model_size(instance)``: variables and nonzeros before the model is built."""
        return self._declare("model_size", function)

    def enumerate(self, function: Function) -> Function:
        """Declare ``enumerate(instance)``, which returns all decisions of a tiny instance."""
        return self._declare("enumerate", function)

    def _declare(self, role: str, function: Function) -> Function:
        self._functions[role] = function
        return function

    # Functions that the suite calls

    def function(self, role: str) -> Callable[..., Any] | None:
        """Return the function declared for a role such as ``"check"``, or ``None``."""
        return self._functions.get(role)

    @property
    def shared_code(self) -> list[str]:
        """The names of the user's functions that the judge shares with the model or a method."""
        if self.origin == "built-in":
            return []
        judging = [self._functions[r] for r in ("check", "certified") if r in self._functions]
        solving = [self._functions[r] for r in ("model", "read") if r in self._functions]
        solving += [method.function for method in self.methods]
        return sorted(reachable(judging) & reachable(solving))

    def sense(self, instance: Any) -> Sense:
        """Return ``"minimize"`` or ``"maximize"``, the sense of an instance's objective."""
        return self._sense(instance) if callable(self._sense) else self._sense

    def judge(self, instance: Any, decision: Any) -> Verdict:
        """Return the verdict of the declared checker on a decision or its document.

        The verdict on a large decision is kept with the instance: `auto` needs it before the end.
        """
        document = plain_data(decision)
        kept: dict[tuple[str, bytes], Verdict] = instance.__dict__.get(_VERDICTS, {})
        key = self.name, _text_of(document)  # an extension judges the instances of its base, too
        if key in kept:
            return kept[key]
        verdict = verdict_of(guard(self, "check"), self.decision, instance, document)
        if len(key[1]) > _LARGE and verdict.feasible:
            instance.__dict__[_VERDICTS] = instance.__dict__.get(_VERDICTS, {}) | {key: verdict}
        return with_strangers(verdict, document)

    def check_certificate(
        self, instance: Any, certificate: dict[str, Any], bound: float | None
    ) -> list[Violation]:
        """Return the faults of a certificate for a bound (``None``: for infeasibility)."""
        if "certified" not in self._functions:
            words = f"{self.name} has no certificates"
            return [Violation("certificate", "certificate", None, words)]
        return certificate_violations_of(
            guard(self, "certified"),
            self.certificates,
            instance,
            certificate,
            bound,
            self.sense(instance),
        )

    def claims_beside(
        self, instance: Any, objective: float | None, details: Mapping[str, Any]
    ) -> list[Violation]:
        """Return the faults of the certified claims in ``details`` other than the bound.

        Every problem may claim a ``certified_bound`` beside a tighter bound without certificate.
        """
        faults: list[Violation] = []
        if self._claims_beside is not None:
            faults += self._claims_beside(instance, objective, details, self.check_certificate)
        if "certified_bound" in details:
            faults += self._faults_of_certified_bound(instance, details["certified_bound"])
        return faults

    def _faults_of_certified_bound(self, instance: Any, claimed: Any) -> list[Violation]:
        words = claimed if isinstance(claimed, dict) else {}
        bound, certificate = words.get("bound"), words.get("certificate")
        if type(bound) not in (int, float) or not isinstance(certificate, dict):
            return [claim("details.certified_bound", "needs a bound and its certificate")]
        return self.check_certificate(instance, certificate, bound)

    def generated(self, seed: int, **parameters: Any) -> Instance:
        """Return the random instance of a seed; ``parameters`` are those of the generator."""
        instance = self.generator(seed, **parameters)
        if not isinstance(instance, self.instance):
            rule = f"must return {self.instance.__name__}"
            raise InputError(f"problem {self.name}", [Fault.of("generate", rule, instance)])
        return instance

    @property
    def generator(self) -> Callable[..., Any]:
        """The declared generator; its signature is ``generate(seed, **parameters)``."""
        if "generate" not in self._functions:
            raise InputError("bad input", [Fault("problem", f"{self.name} has no generator")])
        return guard(self, "generate")

    def loads_of(self, instance: Any, decision: Any) -> Loads | None:
        """Return the loads of a decision, or ``None`` if the problem declares no loads."""
        loads: LoadsFunction | None = self.function("loads")
        return None if loads is None else loads(instance, decision)

    @cached_property
    def _solving(self) -> dict[str, Method]:
        """The methods by name, imported on first use, exact ones first."""
        if self._load is not None:
            self._load(self)
        self.extend()
        solving = dict(sorted(self._methods.items(), key=lambda item: item[1].kind != "exact"))
        return solving if "auto" in solving or not solving else solving | {"auto": self._auto()}

    def _auto(self) -> Method:
        """Return the method `auto`, which runs `steps` in turn with the engines of `exact`."""
        from .methods.auto import auto

        exact = self._methods.get("exact")
        solvers = () if exact is None else exact.solvers
        return Method.of(auto, kind="exact", only_if_named=True, solvers=solvers)

    def extend(self, finishes: Finish | None = None) -> None:
        """Add the methods of installed packages by calling their entry points ``PROBLEM.NAME``.

        An entry point gets the problem.  ``finishes`` is the last step of each new method.
        """
        if self._is_extended:
            return
        self._is_extended = True
        earlier = set(self._methods)
        for name in entry_points_of(EXTENSIONS):
            if name.partition(".")[0] == self.name:
                extension = loaded_entry_point(EXTENSIONS, name)
                if extension is not None:
                    extension(self)
        for name in self._methods.keys() - earlier:
            self._methods[name] = replace(self._methods[name], finishes=finishes)

    def formulate(self, formulation: ModuleType) -> None:
        """Set the module with the exact model of a problem of the catalogue."""
        self._formulation = formulation

    @property
    def formulation(self) -> Any:
        """The exact model: an object with ``build_model(instance)`` and ``decision_of(model)``."""
        _ = self._solving
        if self._formulation is None:
            raise InputError("bad input", [Fault("problem", f"{self.name} has no exact model")])
        return self._formulation

    @property
    def methods(self) -> tuple[Method, ...]:
        """All methods, exact ones first."""
        return tuple(self._solving.values())

    @property
    def demo_method(self) -> str | None:
        """The method that the tour shows beside the exact ones."""
        heuristics = (method.name for method in self.methods if method.kind == "heuristic")
        return self._demo_method or next(heuristics, None)

    @property
    def without_model(self) -> tuple[str, ...]:
        """The names of the methods that build no model for an engine."""
        return tuple(method.name for method in self.methods if not method.solvers)

    @property
    def model_options(self) -> set[str]:
        """The options of the method ``exact`` that are also parameters of ``build_model``."""
        exact = self._solving.get("exact")
        options = {} if exact is None else exact.options
        return {*arguments_taken(self.formulation.build_model, options)}

    def steps(self, instance: Any) -> tuple[str, ...]:
        """Return the names of the methods that `auto` runs on an instance, the quickest first."""
        if self._steps is None:
            return ("exact",) if "exact" in self._solving else (self.methods[0].name,)
        return tuple(self._steps(instance) if callable(self._steps) else self._steps)

    def is_suited(self, instance: Any, method: Method) -> bool:
        """Return whether a comparison on an instance includes a method by default."""
        return self._suits(instance, method)

    def compared(self, instance: Any) -> list[str]:
        """Return the names of the methods that a comparison on an instance includes by default."""
        return [
            method.name
            for method in self.methods
            if self.is_suited(instance, method) and not method.only_if_named
        ]

    def run_method(
        self, method: Method | str, instance: Any, run: Run, /, **options: Any
    ) -> Answer:
        """Return the answer of a method, or of the method with a name, on an instance."""
        chosen = self.method_named(method) if isinstance(method, str) else method
        return run_method(self, chosen, instance, run, options)

    def method_named(self, name: str) -> Method:
        """Return the method with a name; for an unknown name the error suggests a similar one."""
        if name in self._solving:
            return self._solving[name]
        rule = f"is not a method of {self.name} {near_miss(name, self._solving)}"
        if name.endswith(".py") or ":" in name:
            rule = f"is not a method of {self.name}; a function of a file is file.py:function"
        raise InputError("bad input", [Fault.of("method", rule, name)])


def _text_of(document: Any) -> bytes:
    """Return a decision as JSON; nothing if it has values that JSON lacks, or null."""
    try:
        text = orjson.dumps(document)
    except orjson.JSONEncodeError:
        return b""
    return b"" if b"null" in text else text
