"""A problem that extends another one (its base) by fields, and changes its checker and model.

An extension has the decisions, the model, the generator and the heuristics of its base until it
declares its own. The heuristics ignore the new rules: the new checker judges their decisions, and
their bounds and certificates are dropped because they hold for the base only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import wraps
from typing import Any

from ...core.faults import input_error
from ...core.outcome import Answer
from ...core.run import Run
from ...core.schema import Instance
from ..judge import Judge
from .declared import ExactFunctions
from .description import Function, Problem
from .method import DeclaredProblem, Method
from .search_space import DocumentAxis, everything
from .table import problem_named


class FrontFunctions(ExactFunctions):
    """The formulation of an extension whose plans form a front."""

    def __init__(self, problem: Extension) -> None:
        super().__init__(problem)
        self._base = problem.base

    def model_size(self, instance: Any) -> tuple[int, int]:
        """Return the numbers of variables and of nonzeros in the base's model."""
        size: tuple[int, int] = self._base.formulation.model_size(instance)
        return size

    def build_model(self, instance: Any) -> Any:
        """Build the model; equations replace fixed variables, which a front search unfixes."""
        import pyomo.core as pyo

        model = super().build_model(instance)
        fixed = [v for v in model.component_data_objects(pyo.Var) if v.fixed]
        model.fixed_values = pyo.ConstraintList()
        model.base_constraints = [*getattr(model, "base_constraints", []), "fixed_values"]
        for variable in fixed:
            variable.unfix()
            model.fixed_values.add(variable == variable.value)
        return model

    def max_objectives(self, model: Any, instance: Any) -> dict[str, Any]:
        """Return the base's objectives that are maxima; refuse a model that has changed one."""
        largest: dict[str, Any] = self._base.formulation.max_objectives(model, instance)
        published = getattr(model, "published_objectives", {})
        for name in largest:
            if model.objective[name].expr is not published.get(name):
                rule = (
                    "is a maximum and must stay as in base_model; otherwise, "
                    "extend with front=False"
                )
                raise input_error(f"problem {self.problem.name}", rule, f"objective {name}")
        return largest


class Extension(Problem):
    """A problem that has the parts of another problem, its ``base``, until it declares its own.

    With ``has_front`` its method `exact` returns all nondominated plans, as the base's does.
    """

    def __init__(
        self, base: Problem, name: str, instance: type[Instance], *, front: bool = True
    ) -> None:
        if not issubclass(instance, base.instance):
            rule = f"must be a subclass of {base.instance.__name__}, the instances of {base.name}"
            raise input_error("instance", rule, instance.__name__)
        self.base = base
        super().__init__(
            name,
            instance,
            base.decision,
            sense=base.sense,
            paper=base.paper,
            load=_inherit,
            suits=base.is_suited,
        )
        self.ground = base.ground
        self.has_front = front and base.has_front
        self.check(self.check_base)
        self.model(self.base_model)
        self.read(lambda _, model, __: base.formulation.decision_of(model))
        self.loads(base.loads_of)
        self.generate(_of_class(instance, base.generator))

    def check_base(
        self, instance: Any, decision: Any, judge: Judge, without: Collection[str] = ()
    ) -> Any:
        """Report the violations of the base's rules to the judge, and return the base's objective.

        ``without`` names the constraints of the base that the extension drops.
        """
        rules = self.base.function("check")
        assert rules is not None
        own = Judge()
        objective = rules(instance, decision, own)
        kept = [each for each in own.violations if each.constraint not in without]
        if objective is None and own.violations and not kept:
            rule = f"cannot be left out: {self.base.name} has no objective without it"
            raise input_error("without", rule, own.violations[0].constraint)
        judge.violations += kept
        judge.details.update(own.details)
        return objective

    def base_model(self, instance: Any, **options: Any) -> Any:
        """Build the base's exact model with ``options``, so that the extension can change it."""
        import pyomo.core as pyo

        model = self.base.formulation.build_model(instance, **options)
        model.base_constraints = [each.name for each in model.component_objects(pyo.Constraint)]
        if self.base.has_front:
            each = model.objective
            model.published_objectives = {name: each[name].expr for name in each}
        return model

    def model(self, function: Function) -> Function:
        """Declare the exact model as `Problem.model` does; for a front, with all objectives."""
        super().model(function)
        if self.has_front:
            self._formulation = FrontFunctions(self)
            self._methods["exact"] = replace(self._methods["exact"], function=_find_front)
        return function

    def generate(
        self,
        function: Any = None,
        *,
        axes: tuple[DocumentAxis, ...] = (),
        counts: Callable[[Any, str], bool] = everything,
        **ranges: Any,
    ) -> Any:
        """Declare the generator as `Problem.generate` does; ``axes`` default to the base's."""
        axes = axes or self.base.ground.axes
        return super().generate(function, axes=axes, counts=counts, **ranges)

    @property
    def root(self) -> Problem:
        """The problem that is no extension itself."""
        return self.base.root if isinstance(self.base, Extension) else self.base

    def inherit(self) -> None:
        """Add the base's heuristics that the extension does not declare, without their bounds."""
        for method in self.base.methods:
            if method.kind != "exact" and method.name not in self._methods:
                self._methods[method.name] = method
                self.inherited |= {method.name}

    def run_method(
        self, method: Method | str, instance: Any, run: Run, /, **options: Any
    ) -> Answer:
        """Return a method's answer; a method of the base ignores the new fields.

        The bounds and certificates of the base's methods are dropped.
        """
        chosen = self.method_named(method) if isinstance(method, str) else method
        if chosen.name not in self.inherited:
            return super().run_method(chosen, instance, run, **options)
        kind = self.base.instance
        fields = {name: getattr(instance, name) for name in kind.model_fields if name != "problem"}
        part = kind.model_construct(**fields)
        answer = self.base.run_method(chosen, part, run.inner(), **options)
        return Answer(
            decision=answer.decision,
            front=answer.front,
            stopped=answer.stopped,
            message=answer.message,
            solver=answer.solver,
        )


def _inherit(problem: Problem) -> None:
    assert isinstance(problem, Extension)
    problem.inherit()


def _find_front(instance: Any, run: Run, problem: DeclaredProblem) -> Answer:
    """Find the front of the model of an extension."""
    from .methods.exact_front import exact_front

    return exact_front(instance, run, problem)


def extend(
    base: str | Problem, name: str, instance: type[Instance], *, front: bool = True
) -> Extension:
    """Return a problem that has the parts of another one until it declares its own.

    ``instance`` is a subclass of the base's instance class.  If the base has a front, so has the
    extension; with ``front=False`` its model has one objective.
    """
    chosen = problem_named(base) if isinstance(base, str) else base
    return Extension(chosen, name, instance, front=front)


def _of_class(kind: type[Instance], generator: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(generator)
    def generate(seed: int, **parameters: Any) -> Instance:
        return kind.of(generator(seed, **parameters))

    return generate
