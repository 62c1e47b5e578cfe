"""The tool `judge` of the server for agents, `optgap mcp`."""

from collections.abc import Callable
from typing import Any

from optgap.faults import input_error


def judge_tool(server: Any) -> Callable[..., dict[str, Any]]:
    """Return the tool; ``server`` has the folder of its files, and the limits of a call."""

    def judge(
        task: str,
        program: str,
        instances: int | None = None,
        time_limit: float | None = None,
    ) -> dict[str, Any]:
        """Run a program on each instance of a task or problem, and compare it with the optimum.

        It needs a server with --allow-programs. `time_limit` is for each instance.
        """
        from . import judge as judge_program

        if not server.programs:
            raise input_error("program", "is not executed without --allow-programs", program)
        limits: dict[str, Any] = {"time_limit": server.limit(time_limit), "memory": server.memory}
        verdict = judge_program(task, server.file(program), instances=instances, **limits)
        return verdict.as_document()

    return judge
