"""A job that answers the calls of another process over a connection."""

import json
import os
import threading
from multiprocessing.connection import Client, Connection
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from ...core.workers import answer_of


def answer_over_network(path: str, number: int) -> None:
    """Connect to the process named in a file, and answer its calls until it closes.

    ``number`` identifies this job.
    """
    connection = _connection(json.loads(Path(path).read_text()))
    connection.send(number)
    waiting: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_fill, args=(connection, waiting), daemon=True).start()
    while True:
        connection.send(answer_of(waiting.get()))


def _connection(address: dict[str, Any]) -> Connection:
    """Return a connection to the first host that answers; some names may be unknown here."""
    errors = []
    for host in address["hosts"]:
        try:
            return Client((host, address["port"]), authkey=bytes.fromhex(address["key"]))
        except OSError as error:
            errors.append(f"{host}: {error}")
    raise ConnectionError(f"no way to port {address['port']}: {'; '.join(errors)}")


def _fill(connection: Connection, waiting: SimpleQueue[bytes]) -> None:
    while True:
        try:
            waiting.put(connection.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)  # even during a call
