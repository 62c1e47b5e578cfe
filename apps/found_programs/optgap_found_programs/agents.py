"""The tool `judge` of the server for agents, `optgap mcp`."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from optgap.faults import input_error


class Server(Protocol):
    """What the server says of the folder that it serves, and of its limits."""

    memory: str
    programs: bool

    def limit(self, seconds: float | None) -> float:
        """Return the time limit of a call in seconds, at most the server's limit."""
        ...

    def file(self, name: str) -> Path:
        """Return the path of a file in the served folder."""
        ...


def judge_tool(server: Server) -> Callable[..., dict[str, Any]]:
    """Return the tool `judge` of a server."""

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
