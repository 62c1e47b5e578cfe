"""Adapter of txn: the modules ``txn_simulator`` and ``workloads`` for one workload."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any


class _Workload:
    """The framework's class of workloads: transactions, read from a JSON text."""

    def __init__(self, workload_json: str, debug: bool = False, verify: bool = False) -> None:
        self.workload = list(json.loads(workload_json).values())
        self.num_txns = len(self.workload)
        self.debug, self.verify = debug, verify
        self.txns = [_operations(text) for text in self.workload]

    def get_opt_seq_cost(self, txn_seq: Sequence[int]) -> int:
        """Return the last slot used by a sequence of transactions."""
        written: dict[str, int] = {}
        touched: dict[str, int] = {}
        last = 0
        for k in txn_seq:
            own, start = self.txns[k], 1
            for kind, key, position, _ in own:
                before = (touched if kind == "w" else written).get(key, 0)
                start = max(start, before + 2 - position)
            for kind, key, position, _ in own:
                slot = start + position - 1
                touched[key] = max(touched.get(key, 0), slot)
                if kind == "w":
                    written[key] = max(written.get(key, 0), slot)
            last = max(last, start + own[0][3] - 1)
        return last


def _operations(text: str) -> list[tuple[str, str, int, int]]:
    words = text.split(" ")
    pairs = ((word.split("-"), k) for k, word in enumerate(words, start=1) if word != "*")
    return [(kind, key, k, len(words)) for (kind, key), k in pairs]


def prepare(document: dict[str, Any]) -> str:
    """Make the framework's modules importable; all their three workloads are the given one."""
    text = json.dumps({f"txn{k}": line for k, line in enumerate(document["transactions"])})
    simulator, workloads = ModuleType("txn_simulator"), ModuleType("workloads")
    simulator.Workload = _Workload  # type: ignore[attr-defined]
    for k in (1, 2, 3):
        setattr(workloads, f"WORKLOAD_{k}", text)
    sys.modules |= {"txn_simulator": simulator, "workloads": workloads}
    return text


def play(program: ModuleType, text: str, ask: Callable[[Any], Any]) -> Any:
    """Run the program; return the order of ``get_best_schedule``, or of ``get_random_costs``."""
    if hasattr(program, "get_best_schedule"):
        result = program.get_best_schedule(_Workload(text), 10)
    else:
        makespan, orders = program.get_random_costs()
        result = (makespan, orders[0])
    if not isinstance(result, tuple) or len(result) != 2:
        raise ValueError("must return a makespan and an order", "garbage")
    order = result[1]
    return {"order": order if hasattr(order, "tolist") else list(order)}
