"""A worker process: it reads pickled calls from standard input, and writes their results."""

import pickle
import signal
import sys
from typing import Any

from ...core.workers import private_ends, queue_of, sendable


def main() -> None:
    """Answer one call after another; end when the input ends, even during a call."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who sends the blocks hears Ctrl-C
    calls, results = private_ends()
    sys.path[:] = pickle.load(calls)
    waiting = queue_of(calls)
    answer: tuple[Any, BaseException | None]
    while True:
        call = waiting.get()
        try:
            function, arguments = pickle.loads(call)
            answer = (function(*arguments), None)
        except Exception as error:
            answer = (None, sendable(error))
        pickle.dump(answer, results, pickle.HIGHEST_PROTOCOL)
        results.flush()


if __name__ == "__main__":
    main()
