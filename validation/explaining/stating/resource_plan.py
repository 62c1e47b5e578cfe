"""The statements of resource_plan: there are none that could exclude each other."""

from ....instances.resource_plan import ResourcePlan
from ....solvers.conflicts import StatedForm, StatementBuilder

ALWAYS = "every instance has an option, and no option excludes another"


def stated(instance: ResourcePlan) -> StatedForm:
    """Return one column per instance: its first option will do."""
    builder = StatementBuilder()
    for _ in range(instance.options.instances):
        builder.row([(builder.column(0, 1, integer=True), 1.0)], 1, 1)
    return builder.stated()
