"""A process that answers the questions of a search for a front in sequence.

It reads a task and then orders from its standard input, and sends each answer at once.  It ends
when its input does, in the middle of a program as well: the answer is no longer needed.
"""

import os
import pickle
import signal
import sys
import threading
import traceback
from queue import SimpleQueue
from typing import IO, Any

from ...core.kernels import kernels_compiled
from ...core.run import Run
from .executor_processes import answer_order
from .processes import AnsweringTask, Failure, Order, Ready
from .region_programs import Worker


def main() -> None:
    """Answer questions until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks hears Ctrl-C, and ends this process
    orders, replies = _private_ends()
    task: AnsweringTask = pickle.load(orders)
    waiting: SimpleQueue[Order] = SimpleQueue()
    threading.Thread(target=_read_orders, args=(orders, waiting), daemon=True).start()
    try:
        with kernels_compiled(task.compiled):
            worker = Worker(task.goals, task.engine, Run("minimize"), {})
            _send(replies, Ready())
            while True:
                answer_order(worker, task, waiting.get(), lambda reply: _send(replies, reply))
    except BaseException as error:
        _send(replies, Failure(_sendable(error), traceback.format_exc()))


def _private_ends() -> tuple[IO[bytes], IO[bytes]]:
    """Return the pipes to the search, apart from the streams that libraries use."""
    orders, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nothing, standard)
    os.close(nothing)
    return orders, replies


def _read_orders(orders: IO[bytes], waiting: SimpleQueue[Order]) -> None:
    """Put each order into the queue; end this process when the pipe ends."""
    while True:
        try:
            waiting.put(pickle.load(orders))
        except (EOFError, OSError, pickle.UnpicklingError):
            os._exit(0)


def _send(replies: IO[bytes], message: Any) -> None:
    try:
        pickle.dump(message, replies, pickle.HIGHEST_PROTOCOL)
        replies.flush()
    except OSError:  # nobody listens
        sys.exit(0)


def _sendable(error: BaseException) -> BaseException:
    """Return the error, or its message if it cannot be sent."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


if __name__ == "__main__":
    main()
