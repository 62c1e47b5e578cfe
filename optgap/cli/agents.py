"""The Model Context Protocol server, whose tools are the public functions of optgap."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import new_class
from typing import Annotated, Any, Self, TypeAlias

import typer

from .. import __version__
from ..core.faults import InputError, input_error, printable
from ..core.installed import entry_points_of, is_installed, loaded_entry_point
from ..core.limits import DEFAULTS

AnyInstance: TypeAlias = str | dict[str, Any]
_GROUP = "optgap.tools"  # of entry points: functions from these `Tools` to a further tool
_LARGEST = 100_000  # characters of a decision or a front in an answer
INSTRUCTIONS = """\
optgap solves and checks sixteen problems of cluster scheduling. An instance is a JSON document, a
file below the served folder, or a bundled name such as placement/fig6. `schemas` lists problems,
methods and bundled instances, and gives the JSON Schemas of instances and decisions. An answer has
a status, an objective, a bound, and in `proof` how the bound is proven; `optimal` means that the
bound proves the objective."""


class Tools:
    """The tools of the server, with the folder that they may access, and their limits."""

    def __init__(self, folder: Path, seconds: float, memory: str, programs: bool) -> None:
        self.folder, self.seconds = folder.resolve(), seconds
        self.memory, self.programs = memory, programs

    def solve(
        self,
        instance: AnyInstance,
        method: str = "auto",
        solver: str | None = None,
        time_limit: float | None = None,
        gap: float | None = None,
        seed: int = 0,
        output: str | None = None,
    ) -> dict[str, Any]:
        """Solve an instance: decision, objective, bound, and how the bound is proven.

        `output` is a file to write the solution document to.
        """
        import optgap

        self._refuse_programs([method], solver)
        limits: dict[str, Any] = {
            "time_limit": self.limit(time_limit),
            "seed": seed,
            "memory_limit": self.memory,
            "solver": solver,
            "gap": DEFAULTS["gap"] if gap is None else gap,
        }
        target = None if output is None else self._new(output)
        outcome = optgap.solve(self._instance(instance), self._method(method), **limits)
        if target is not None:
            optgap.save(outcome, target)
        return _answer(outcome)

    def compare(
        self,
        instance: AnyInstance,
        methods: list[str] | None = None,
        time_limit: float | None = None,
        seed: int = 0,
    ) -> dict[str, Any]:
        """Compare methods on one instance; gaps are measured to the best bound of all methods.

        `time_limit` is for all methods together.
        """
        from ..validation import running

        self._refuse_programs(methods or [], None)
        loaded = self._instance(instance)
        names = [self._method(name) for name in methods or []] or self._compared(loaded)
        limit = self.limit(time_limit) / len(names)
        found = running.outcomes(
            loaded, names, time_limit=limit, seed=seed, memory_limit=self.memory
        )
        keys = (
            *("method", "status", "stopped", "objective", "bound", "bound_kind", "seconds"),
            *("gap_to_best_bound", "gap_kind", "gap_trust", "ratio", "front_measures", "message"),
        )
        rows = [{key: row[key] for key in keys} for row in running.rows(list(found))]
        return {"rows": [{**row, "proof": _proof(row["bound_kind"])} for row in rows]}

    def check(self, instance: AnyInstance, solution: str | dict[str, Any]) -> dict[str, Any]:
        """Judge a solution document or a bare decision: its objective and every violation."""
        import optgap

        found = self.file(solution) if isinstance(solution, str) else solution
        return optgap.check(self._instance(instance), found).as_document()

    def explain(self, instance: AnyInstance, time_limit: float | None = None) -> dict[str, Any]:
        """Explain why an instance has no feasible plan: a minimal conflict and its repairs."""
        import optgap

        limit = self.limit(time_limit)
        return optgap.explain(self._instance(instance), time_limit=limit).as_document()

    def prove(
        self, instance: AnyInstance, folder: str, time_limit: float | None = None, seed: int = 0
    ) -> dict[str, Any]:
        """Write a proof of the optimum into a new folder; it is verified before the answer."""
        import optgap

        target, loaded = self._new(folder), self._instance(instance)
        limits: dict[str, Any] = {"time_limit": self.limit(time_limit), "seed": seed}
        outcome = optgap.prove(loaded, target, memory_limit=self.memory, **limits)
        verified = optgap.verify(target) if target.exists() else None
        accepted = verified is not None and not verified.violations
        return _answer(outcome) | {"verified": accepted}

    def schemas(self, problem: str | None = None) -> dict[str, Any]:
        """List the problems; of one problem give methods, instances and the JSON Schemas."""
        import optgap

        from ..validation.running import bundled_names

        if problem is None:
            names = optgap.problem_names()
            return {"problems": {name: optgap.problem_named(name).title for name in names}}
        entry = optgap.problem_named(problem)
        return {
            "problem": entry.name,
            "title": entry.title,
            "methods": {method.name: method.summary for method in entry.methods},
            "instances": bundled_names(problem),
            "instance": entry.instance.file_schema(),
            "decision": entry.decision.model_json_schema(),
        }

    def all(self) -> list[Any]:
        """Return the tools; calls run one at a time, and bad input becomes an answer."""
        from mcp.server.mcpserver.tools import Tool

        several = (self.solve, self.compare, self.check, self.explain, self.prove, self.schemas)
        makers = (loaded_entry_point(_GROUP, name) for name in sorted(entry_points_of(_GROUP)))
        further = (make(self) for make in makers if make is not None)
        lock = threading.Lock()
        tools = [Tool.from_function(_guarded(tool, lock)) for tool in (*several, *further)]
        for tool in tools:
            known = tool.fn_metadata.arg_model
            strict: Any = new_class(known.__name__, (known,), {"extra": "forbid"})
            tool.fn_metadata.arg_model = strict
            tool.parameters = strict.model_json_schema(by_alias=True)
        return tools

    def limit(self, seconds: float | None) -> float:
        """Return the time limit of a call in seconds, at most the server's limit."""
        if seconds is not None and not 0 <= seconds < float("inf"):
            raise input_error("time_limit", "must be a number of seconds >= 0", seconds)
        return self.seconds if seconds is None else min(seconds, self.seconds)

    def _instance(self, instance: AnyInstance) -> Any:
        """Return the instance of a document, of a file below the folder, or a bundled one."""
        import optgap

        from ..validation.running import bundled_names, instance_of

        if not isinstance(instance, str):
            return instance_of(instance, "instance", self.folder)
        problem = instance.partition("/")[0]
        if problem in optgap.problem_names() and instance in bundled_names(problem):
            from ..validation.running import bundled_folder

            return optgap.load(bundled_folder() / f"{instance}.json")
        return optgap.load(self.file(instance))

    def _compared(self, instance: Any) -> list[str]:
        from ..validation.catalogue import problem_of

        return list(problem_of(instance).compared(instance))

    def _method(self, method: str) -> str:
        """Return a method's name; a function's file is replaced by its path below the folder."""
        from ..validation.outside import is_function

        if not is_function(method):
            return method
        if ".py:" not in method:
            raise input_error("method", "must be a name, or file.py:function below FOLDER", method)
        file, _, function = method.rpartition(":")
        return f"{self.file(file)}:{function}"

    def _refuse_programs(self, methods: Sequence[str], solver: str | None) -> None:
        from ..validation.outside import is_outside

        outside = [method for method in methods if is_outside(method)]
        outside += [] if solver is None or "pyomo:" not in solver else [solver]
        if outside and not self.programs:
            raise input_error("method", "is not executed without --allow-programs", outside[0])

    def _below(self, name: str) -> Path:
        """Return the path of a name; raise an error if it, or a link on it, leaves the folder."""
        try:
            path = (self.folder / name).resolve()
            path.exists()
        except (OSError, RuntimeError, ValueError) as error:  # links in a circle, a NUL
            reason = getattr(error, "strerror", None) or error
            raise input_error("path", f"is not a path: {reason}", name) from None
        if not path.is_relative_to(self.folder) or path == self.folder:
            raise input_error("path", "must be below the folder of the server", name)
        return path

    def file(self, name: str) -> Path:
        """Return the path of an existing file below the folder."""
        path = self._below(name)
        if not path.is_file():
            raise input_error("path", "there is no such file, and no such bundled instance", name)
        return path

    def _new(self, name: str) -> Path:
        path = self._below(name)
        if path.exists() or not path.parent.is_dir():
            raise input_error("path", "must be a new file in an existing folder", name)
        return path


def _guarded(tool: Callable[..., dict[str, Any]], lock: threading.Lock) -> Callable[..., Any]:
    """Return the tool as a coroutine that reports errors in words; cancelled, it stops the tool."""

    @functools.wraps(tool)
    async def guarded(**given: Any) -> dict[str, Any]:
        import anyio
        from mcp.server.mcpserver.exceptions import ToolError

        call = _Call(functools.partial(tool, **given), lock)
        try:
            answer: dict[str, Any] = await anyio.to_thread.run_sync(
                call.run, abandon_on_cancel=True
            )
            return answer
        except InputError as error:
            raise ToolError(printable(str(error))) from None
        except anyio.get_cancelled_exc_class():
            with anyio.CancelScope(shield=True):
                while call.stop():
                    await anyio.sleep(_AGAIN)
            raise
        except Exception as error:
            words = f"this is a defect of optgap ({type(error).__name__}: {error})"
            raise ToolError(printable(words)) from error

    return guarded


_AGAIN, _MOST = 0.2, 50  # seconds between attempts to stop a call, and attempts


class _Call:
    """A call of a tool in a thread, which can be stopped."""

    def __init__(self, work: Callable[[], dict[str, Any]], lock: threading.Lock) -> None:
        self.work, self.lock = work, lock
        self.thread: int | None = None
        self.attempts = 0

    def run(self) -> dict[str, Any]:
        """Return the tool's answer, when it is this call's turn."""
        with self.lock:
            if self.attempts:
                return {}  # cancelled while it waited
            self.thread = threading.get_ident()
            try:
                return self.work()
            finally:
                self.thread = None

    def stop(self) -> bool:
        """Interrupt the tool; return whether to try again, because compiled code may continue."""
        from ..core.run import raise_in

        self.attempts += 1
        if self.thread is not None:
            raise_in(self.thread)
        return self.thread is not None and self.attempts < _MOST


class _Lines:
    """The messages of a client; a line that is no message is answered with the reason."""

    def __init__(self, read: Any, write: Any) -> None:
        self._read, self._write = read, write

    def __getattr__(self, name: str) -> Any:
        return getattr(self._read, name)

    async def receive(self) -> Any:
        """Return the next message."""
        from mcp.shared.message import SessionMessage
        from mcp.types import PARSE_ERROR, ErrorData, JSONRPCError

        while isinstance(item := await self._read.receive(), Exception):
            number, words = _refused_line(item)
            error = ErrorData(code=PARSE_ERROR, message=words)
            answer = JSONRPCError(jsonrpc="2.0", id=number, error=error)
            await self._write.send(SessionMessage(answer))
        return item

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        import anyio

        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        await self._read.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> Any:
        return await self._read.__aexit__(*error)


def _refused_line(error: Any) -> tuple[int | str | None, str]:
    """Return the id of a request that cannot be read, if it can be found, and the reason."""
    first = error.errors()[0] if hasattr(error, "errors") else {"msg": str(error)}
    line = first.get("input")
    number = None
    if isinstance(line, (str, bytes)):
        with suppress(ValueError, RecursionError):
            line = json.loads(line)
    if isinstance(line, dict) and type(line.get("id")) in (int, str):
        number = line["id"]
    return number, printable(f"the line is no message: {first['msg']}"[:_LONGEST_REASON])


_LONGEST_REASON = 300  # characters


def _answer(outcome: Any) -> dict[str, Any]:
    """Return a solution document with an explanation of its bound, shortened if it is long."""
    document: dict[str, Any] = outcome.model_dump(mode="json")
    document = {key: document[key] for key in document if key not in ("trace", "timing", "options")}
    document["proof"] = _proof(document["bound_kind"])
    long = [
        key
        for key in ("decision", "front", "certificate", "pool")
        if len(json.dumps(document.get(key))) > _LARGEST
    ]
    cut = {"left_out": long} if long else {}
    return {key: document[key] for key in document if key not in long} | cut


def _proof(kind: Any) -> str:
    from ..core.gaps import TRUST

    words: Mapping[Any, str] = TRUST
    return words.get(kind, "no bound is known")


def mcp(
    folder: Annotated[
        Path, typer.Argument(metavar="[FOLDER]", help="Read and write only below this folder.")
    ] = Path("."),
    programs: Annotated[
        bool, typer.Option("--allow-programs", help="Allow methods that are programs, and `judge`.")
    ] = False,
    time_limit: Annotated[
        float, typer.Option("--time-limit", min=0, metavar="S", help="Limit the seconds of a call.")
    ] = 60.0,
    memory: Annotated[
        str, typer.Option("--memory-limit", metavar="4GiB", help="Limit the memory of a model.")
    ] = "4GiB",
) -> None:
    """Serve the commands as tools of the Model Context Protocol over stdin and stdout."""
    if not is_installed("mcp"):
        raise input_error("mcp", "needs the package mcp: pip install 'optgap[mcp]'")
    if not folder.is_dir():
        raise input_error("folder", "must be an existing folder", str(folder))
    import anyio
    from mcp.server import MCPServer

    tools = Tools(folder, time_limit, memory, programs).all()
    public = MCPServer("optgap", version=__version__, instructions=INSTRUCTIONS, tools=tools)
    server = public._lowlevel_server  # noqa: SLF001 - the public one drops broken lines

    async def serve() -> None:
        from mcp.server.stdio import stdio_server

        async with stdio_server() as (read, write):
            await server.run(_Lines(read, write), write, server.create_initialization_options())

    anyio.run(serve)
