"""A worker process: it reads pickled calls from standard input, and writes their results."""

import pickle
import signal
import sys

from ...core.workers import answer_of, private_ends, queue_of


def main() -> None:
    """Answer calls in order until the input ends, which also ends the process during a call."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who sends the blocks hears Ctrl-C
    calls, results = private_ends()
    sys.path[:] = pickle.load(calls)
    waiting = queue_of(lambda: pickle.load(calls))
    while True:
        pickle.dump(answer_of(waiting.get()), results, pickle.HIGHEST_PROTOCOL)
        results.flush()


if __name__ == "__main__":
    main()
