"""The main program of a worker process: it answers a front search's questions in sequence.

It reads a task and then orders from its standard input, and sends each answer immediately.  It
ends when its input ends, even during a solve, because the answer is no longer needed.
"""

import pickle
import signal
import sys
import traceback
from queue import SimpleQueue
from typing import IO, Any

from ...core.kernels import kernels_compiled
from ...core.run import Run
from ...core.workers import private_ends, queue_of, sendable
from .executor_processes import answer_order
from .processes import AnsweringTask, Failure, Order, Ready
from .region_programs import Worker


def main() -> None:
    """Answer questions from the standard input until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks hears Ctrl-C, and ends this process
    orders, replies = private_ends()
    task: AnsweringTask = pickle.load(orders)
    waiting: SimpleQueue[Order] = queue_of(lambda: pickle.load(orders))
    try:
        with kernels_compiled(task.compiled):
            worker = Worker(task.goals, task.engine, Run("minimize"), {})
            _send(replies, Ready())
            while True:
                answer_order(worker, task, waiting.get(), lambda reply: _send(replies, reply))
    except BaseException as error:
        _send(replies, Failure(sendable(error), traceback.format_exc()))


def _send(replies: IO[bytes], message: Any) -> None:
    try:
        pickle.dump(message, replies, pickle.HIGHEST_PROTOCOL)
        replies.flush()
    except OSError:  # nobody listens
        sys.exit(0)


if __name__ == "__main__":
    main()
