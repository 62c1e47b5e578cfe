"""Import of a large dump: seconds and the largest memory, of the whole command.

The goal for 500 nodes and 5,000 pods in 48 MB is 4 s and 250 MB.  Objects are as heavy as kubectl
prints them, with managed fields, environment and conditions, of which the import reads little.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from optgap.apps.cluster.kubernetes.generate import generate_dump

_FIELDS, _ENTRIES, _VARIABLES = 8, 8, 20


def heavy(nodes: int, pods: int) -> dict[str, Any]:
    """Return a dump with all that the API server adds."""
    dump = generate_dump(7, nodes=nodes, pods=pods, load=0.6)
    for number, each in enumerate(dump["items"]):
        if each["kind"] != "Pod":
            continue
        fields = {
            f"f:field-{k}": {f"f:entry-{n}": {".": {}, "f:name": {}} for n in range(_ENTRIES)}
            for k in range(_FIELDS)
        }
        managed = {"manager": "kubelet", "operation": "Update", "fieldsV1": fields}
        each["metadata"] |= {"managedFields": [managed], "uid": f"uid-{number}"}
        each["spec"]["containers"][0]["env"] = [
            {"name": f"VARIABLE_{k}", "value": f"value-{k}-{number}"} for k in range(_VARIABLES)
        ]
        each["status"] = {
            "phase": "Running",
            "startTime": "2026-05-01T10:00:00Z",
            "conditions": [
                {"type": kind, "status": "True", "lastTransitionTime": "2026-05-01T10:00:09Z"}
                for kind in ("Initialized", "Ready", "ContainersReady", "PodScheduled")
            ],
        }
    return dump


def main() -> None:
    """Write a dump, import it in a process of its own, and print what that took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="a small dump")
    nodes, pods = (30, 300) if parser.parse_args().smoke else (500, 4000)
    with tempfile.TemporaryDirectory() as folder:
        dump = Path(folder) / "dump.json"
        dump.write_text(json.dumps(heavy(nodes, pods), indent=1))
        words = ("import", "kubernetes", str(dump), "-o", f"{folder}/cluster.json")
        begun = time.perf_counter()
        child = os.spawnv(os.P_NOWAIT, sys.executable, [sys.executable, "-m", "optgap", *words])
        _, code, used = os.wait4(child, 0)
        wall = time.perf_counter() - begun
        size = dump.stat().st_size / 1e6
    seconds = used.ru_utime + used.ru_stime
    print(f"{nodes} nodes, {size:.0f} MB: {wall:.1f} s, of a core {seconds:.1f} s")
    print(f"largest memory {used.ru_maxrss / 1024:.0f} MB, exit code {code}")
    sys.exit(int(code != 0))


if __name__ == "__main__":
    main()
