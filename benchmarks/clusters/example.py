"""A program to begin with: it frees nodes while their pods fit elsewhere, and knows no rules.

It counts cpu and memory alone, so that most of its plans break a rule: the runner says which.
"""

import json
import sys

UNITS = {"m": 1e-3, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}


def number(text):
    suffix = next((unit for unit in ("Ki", "Mi", "Gi", "m") if text.endswith(unit)), "")
    return float(text.removesuffix(suffix)) * UNITS.get(suffix, 1)


def sizes(amounts):
    return [number(amounts.get(name, "0")) for name in ("cpu", "memory")]


def needs(pod):
    asked = [sizes(c.get("resources", {}).get("requests", {})) for c in pod["spec"]["containers"]]
    return [sum(each) for each in zip(*asked, strict=True)]


with open(sys.argv[1]) as file:
    items = json.load(file)["items"]
room = {
    n["metadata"]["name"]: sizes(n["status"]["allocatable"]) for n in items if n["kind"] == "Node"
}
pods = {name: [] for name in room}
for pod in (each for each in items if each["kind"] == "Pod"):
    node, done = pod["spec"].get("nodeName"), pod.get("status", {}).get("phase") == "Succeeded"
    if node and not done:
        room[node] = [a - b for a, b in zip(room[node], needs(pod), strict=True)]
        if pod["metadata"]["ownerReferences"][0]["kind"] != "DaemonSet":
            pods[node].append(pod)
moves = {}
for node in sorted(room, key=lambda name: len(pods[name])):
    left, found = {name: free for name, free in room.items() if name != node}, {}
    for pod in pods[node] if node not in moves.values() else [None]:
        size = pod and needs(pod)
        fits = (
            n
            for n, free in left.items()
            if pod and all(a >= b for a, b in zip(free, size, strict=True))
        )
        target = next(fits, None)
        if target is None:
            break
        left[target] = [a - b for a, b in zip(left[target], size, strict=True)]
        found["{namespace}/{name}".format(**pod["metadata"])] = target
    else:
        room = left
        moves |= found
print(json.dumps({pod: node for pod, node in moves.items() if "leaving" not in pod}))
