"""A process that works on blocks: pickled calls on its standard input, results on its output."""

import os
import pickle
import signal
import sys
import threading
from queue import SimpleQueue
from typing import IO, Any


def main() -> None:
    """Answer one call after the other; end with the input, in the middle of a block too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who sends the blocks hears Ctrl-C
    calls, results = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # engines print where they like
    sys.path[:] = pickle.load(calls)
    answer: tuple[Any, Exception | None]
    waiting: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(calls, waiting), daemon=True).start()
    while True:
        call = waiting.get()
        try:
            function, arguments = pickle.loads(call)
            answer = (function(*arguments), None)
        except Exception as error:
            answer = (None, _sendable(error))
        pickle.dump(answer, results, pickle.HIGHEST_PROTOCOL)
        results.flush()


def _listen(calls: IO[bytes], waiting: SimpleQueue[Any]) -> None:
    while True:
        try:
            waiting.put(pickle.load(calls))
        except (EOFError, OSError, pickle.UnpicklingError):
            os._exit(0)


def _sendable(error: Exception) -> Exception:
    """Return the error, or its message if it cannot be sent."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


if __name__ == "__main__":
    main()
