"""Methods from outside: ``file.py:function``, ``module:function`` and ``exec:COMMAND``.

Each runs in separate processes under the time limit, and its output is limited.  A crash, a
timeout, too much output or a malformed answer becomes an answer with a message about it.
"""

import hashlib
import json
import re
import shlex
import shutil
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...core.faults import InputError, input_error, refuse_extremes, short_repr
from ...core.files import document_of, parse_json
from ...core.outcome import Answer
from ...core.run import Run
from ...core.schema import Instance
from .contained import MOST_BYTES, Contained, Reader, how_it_ended
from .imports import file_of_module, files_behind
from .json_lines import Cell

DEFAULT_SECONDS = 60.0  # a method from outside may hang, so that it never runs without a limit
CHILD = "optgap.validation.outside.child"
_EXEC = "exec:"
_IN_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")  # package.module:function
_FLOOD = f"printed more than {MOST_BYTES >> 20} MiB and was ended"


def is_outside(method: str) -> bool:
    """Return whether a method's name denotes a method from outside."""
    return method.startswith(_EXEC) or ".py:" in method or bool(_IN_MODULE.fullmatch(method))


def is_function(method: str) -> bool:
    """Return whether a method from outside is a Python function, not a command."""
    return is_outside(method) and not method.startswith(_EXEC)


def code_of(method: str) -> str:
    """Return the digest of an outside method's files, which is part of the keys of results.

    For a Python function these are its file and the modules beside it that it imports.
    """
    if is_function(method):
        parts = list(map(str, files_behind(Path(file_and_function(method)[0]))))
    else:
        parts = _command(method)
    digest = hashlib.sha256()
    for part in parts:
        path = shutil.which(part) or part
        if Path(path).is_file():
            with open(path, "rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()


def run_outside(method: str, instance: Instance, run: Run) -> Answer:
    """Run a method from outside; return its decision, or a message on its failure."""
    try:
        with run.timed("engine"):
            if is_function(method):
                return _run_function(method, instance, run)
            return _run_program(method, instance, run)
    except KeyboardInterrupt:
        return Answer(stopped="interrupted", message=f"{method} was interrupted")


def _command(method: str) -> list[str]:
    try:
        command = shlex.split(method.removeprefix(_EXEC))
    except ValueError as error:
        raise input_error("method", f"is not a command line: {error}", method) from None
    if not command:
        raise input_error("method", "names no command after exec:", method)
    return command


def file_and_function(method: str) -> tuple[str, str]:
    """Return the file and the function of ``file.py:function`` or ``package.module:function``."""
    file, _, function = method.rpartition(":")
    if not Path(file).is_file() and _IN_MODULE.fullmatch(method) and not file.endswith(".py"):
        found = file_of_module(file)
        if found is None:
            rule = "there is no such module in this folder or the installed packages"
            raise input_error("method", f"{rule}; a file is file.py:function", file)
        return str(found), function
    if not Path(file).is_file():
        raise input_error("method", "there is no such file", file)
    if not function.isidentifier():
        raise input_error("method", "must be file.py:function", method)
    return file, function


def _limit(run: Run) -> float:
    return DEFAULT_SECONDS if run.remaining is None else run.remaining


def _run_function(method: str, instance: Instance, run: Run) -> Answer:
    """Run a Python function of a file in a separate process."""
    cell = Cell(CHILD, file_and_function(method))
    try:
        return answer_in(cell, method, instance, run)
    finally:
        cell.end()


def answer_in(cell: Cell, method: str, instance: Instance, run: Run) -> Answer:
    """Return the answer of a process to an instance; only the function's time counts."""
    limit, begun = _limit(run), time.perf_counter()
    cell.started = 0.0  # unless it starts now
    asked = {"instance": document_of(instance), "seed": run.seed, "time_limit": run.time_limit}
    reply = cell.ask(asked, limit)
    spent = time.perf_counter() - begun
    run.leave_out(spent - reply["seconds"] if isinstance(reply, dict) else cell.started)
    run.timing["start"] = cell.started
    if cell.late:
        return _late(method, limit)
    if isinstance(reply, str):
        return _failure(f"{method} {reply}")
    return _answer(method, reply["text"])


def _run_program(method: str, instance: Instance, run: Run) -> Answer:
    """Run a command, with the instance on its stdin and the decision on its stdout."""
    settings = {"OPTGAP_SEED": str(run.seed)}
    if run.time_limit is not None:
        settings["OPTGAP_TIME_LIMIT"] = str(run.time_limit)
    command = _command(method)
    if shutil.which(command[0]) is None:
        raise input_error("method", "cannot be started: there is no such program", method)
    limit = _limit(run)
    program = Contained.start(command, settings)
    output = Reader(program.stdout, program.flooded)
    text = json.dumps(document_of(instance))
    threading.Thread(target=_feed, args=(program, text.encode()), daemon=True).start()
    try:
        code = _wait(program, limit)
    finally:
        program.end()
        output.join(timeout=5)
    if program.flooded.is_set():
        return _failure(f"{method} {_FLOOD}")
    if code is None:
        return _late(method, limit)
    if code != 0:
        words = program.stderr_tail()
        return _failure(f"{method} {how_it_ended(code)}" + (f": {words}" if words else ""))
    return _answer(method, bytes(output.kept))


def _feed(program: Contained, given: bytes) -> None:
    with suppress(OSError, ValueError), program.stdin as stream:  # it need not read its instance
        stream.write(given)


def _wait(program: Contained, limit: float) -> int | None:
    until = time.monotonic() + limit
    while not program.flooded.is_set():
        code = program.process.poll()
        if code is not None or time.monotonic() >= until:
            return code
        time.sleep(0.005)
    return None


def _answer(method: str, output: bytes | str) -> Answer:
    try:
        decision: Any = parse_json(output, method)
        refuse_extremes(decision, method)
    except InputError as error:
        return _failure(f"{method} returned no decision: {error.faults[0]}")
    if not isinstance(decision, dict):
        return _failure(f"{method} returned {short_repr(decision)} instead of a decision")
    return Answer(decision=decision)


def _late(method: str, limit: float) -> Answer:
    message = f"{method} gave no decision within {limit:.1f} s and was ended"
    return Answer(stopped="time_limit", message=message)


def _failure(message: str) -> Answer:
    return Answer(stopped="error", message=message)
