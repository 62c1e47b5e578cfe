"""A stand-in of kubectl with an API server, controllers and a scheduler behind it.

The cluster is a JSON file.  Time is counted in calls: a pod that is evicted is gone after two more,
one that got a node is ready after two more, one with ``ends_at`` finishes then.  A call takes a
second on the clock, a file that stand-ins of ``date`` and ``sleep`` read and write.  Owners
replace what was evicted under a new name (a StatefulSet under the same one, once the old pod is
gone).  The scheduler takes the node with most room of those that are Ready, large enough and not
cordoned, unless the pod tolerates every taint.  Anything that the script has no reason to ask ends
with code 64.
"""

import fcntl
import json
import os
import re
import signal
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(arguments):
    if arguments[0].startswith("--context="):
        arguments = arguments[1:]
    with (HERE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        state = json.loads((HERE / "state.json").read_text())
        state["tick"] += 1
        state["calls"].append(" ".join(arguments))
        go_on(state)
        answer, code = answered(state, arguments)
        (HERE / "state.json").write_text(json.dumps(state))
        clock = HERE / "clock"
        clock.write_text(str(int(clock.read_text()) + 1))
        if state["tick"] == state.get("kill_at"):
            number = getattr(signal, state.get("signal", "SIGKILL"))
            os.kill(int((HERE / "pid").read_text()), number)
    print(answer, file=sys.stderr if code else sys.stdout, end="")
    sys.exit(code)


def answered(state, arguments):
    if arguments[0] == "config":
        return "test\n", 0
    timeout, *words = arguments
    assert re.fullmatch("--request-timeout=[0-9]+s", timeout), "a call may hang for ever"
    if state["tick"] in state.get("broken_at", []) or state["tick"] >= state.get("dead_at", 10**9):
        return state.get("fault", "Unable to connect to the server: EOF") + "\n", 1
    names = [word for word in words if word not in ("--", "--overwrite")]
    match names:
        case ["auth", "can-i", *what]:
            refused = any(" ".join(what).startswith(each) for each in state.get("denied", []))
            return ("no\n" if refused else "yes\n"), int(refused)
        case ["get", "pods", "-A", "--no-headers", "-o", columns]:
            return table(state["pods"], columns), 0
        case ["get", "pods", "-n", space, "--no-headers", "-o", columns]:
            pods = [pod for pod in state["pods"] if pod["metadata"]["namespace"] == space]
            return table(pods, columns), 0
        case ["get", "pods", "-n", space, "-l", labels, "--no-headers", "-o", columns]:
            pods = [pod for pod in state["pods"] if f"owner={owner_of(pod)}" == labels]
            return table(pods, columns), 0
        case ["get", "deployment" | "statefulset" | "replicaset", name, "-n", space, "-o", _]:
            known = state.get("selectors")
            return (json.dumps({"owner": name}), 0) if known else error("NotFound", name)
        case ["get", "pods", "-A", "--field-selector", field, "--no-headers", "-o", columns]:
            name = field.removeprefix("spec.nodeName=")
            return table(
                [pod for pod in state["pods"] if pod["spec"]["nodeName"] == name], columns
            ), 0
        case ["get", "nodes", "--no-headers", "-o", columns]:
            return table(state["nodes"], columns), 0
        case ["get", "deployments", "-A", "--no-headers", "-o", columns]:
            return table(state["deployments"], columns), 0
        case ["cordon" | "uncordon", *nodes] if nodes:
            for name in nodes:
                named(state, name)["spec"]["unschedulable"] = names[0] == "cordon" or None
            return "", 0
        case ["annotate", "node", *nodes, mark] if nodes:
            key, _, value = mark.rstrip("-").partition("=")
            for name in nodes:
                named(state, name)["metadata"]["annotations"][key] = value or None
            return "", 0
        case ["create", "--raw", *_] if state.get("forbidden"):
            return error("Forbidden", "pods is forbidden: User cannot create pods/eviction")
        case ["create", "--raw", path, "-f", "-"]:
            return eviction(state, path, json.load(sys.stdin))
        case ["create", "--validate=false", "-f", "-"]:
            return create_lease(state, json.load(sys.stdin))
        case [verb, "lease", "optgap-plan", "-n", "default", *rest]:
            return lease(state, verb, rest)
    return f"unknown: {arguments}\n", 64


def create_lease(state, body):
    assert body["kind"] == "Lease" and body["metadata"]["name"] == "optgap-plan"
    if state.get("lease"):
        return error("AlreadyExists", 'leases "optgap-plan" already exists')
    state["lease"] = body
    return "created\n", 0


def lease(state, verb, rest):
    held = state.get("lease")
    if verb == "delete":
        assert rest == ["--ignore-not-found", "--wait=false"]
        state["lease"] = None
        return "", 0
    if held is None:
        return error("NotFound", 'leases "optgap-plan" not found')
    if verb == "get":
        if state.get("holder_renews"):
            held["spec"]["renewTime"] += "+"
        return table([held], rest[-1]), 0
    assert (verb, *rest[:2]) == ("patch", "--type=json", "-p")
    return patch(held, json.loads(rest[2]))


def patch(document, steps):
    for step in steps:
        *way, last = step["path"].strip("/").split("/")
        part = document
        for key in way:
            part = part[key]
        if step["op"] == "test" and part[last] != step["value"]:
            return error("Invalid", "the server rejected our request due to an error in it")
        part[last] = step["value"]
    return "patched\n", 0


def error(reason, text):
    return f"Error from server ({reason}): {text}\n", 1


def named(state, name):
    return next(node for node in state["nodes"] if node["metadata"]["name"] == name)


def table(records, columns):
    paths = [part.partition(":")[2] for part in columns.removeprefix("custom-columns=").split(",")]
    rows = [[column(record, path) for path in paths] for record in records]
    return "".join("   ".join(row) + "\n" for row in rows)


def column(record, path):
    """Return what a path of kubectl's JSONPath says of a record: keys, \\. and one filter."""
    values = [record]
    part = r"\.((?:\\.|[^.\[])+)(\[\*\])?(?:\[\?\(@\.(\w+)==(.+?)\)\])?"
    for key, every, left, right in re.findall(part, path):
        key = key.replace("\\.", ".")
        values = [value[key] for value in values if value.get(key) is not None]
        if every:
            values = [each for value in values for each in value]
        if left:
            wanted = json.loads(right)
            values = [each for value in values for each in value if each.get(left) == wanted]
    text = [str(value).lower() if value is True else str(value) for value in values]
    return ",".join(text) or "<none>"


def owner_of(pod):
    return pod["metadata"]["ownerReferences"][0]["name"]


def ready(pod):
    return pod["status"]["conditions"][0]["status"] == "True"


def going(pod):
    return pod["metadata"]["deletionTimestamp"] is not None


def eviction(state, path, body):
    space, name = re.fullmatch("/api/v1/namespaces/(.+)/pods/(.+)/eviction", path).groups()
    assert body["kind"] == "Eviction" and body["metadata"] == {"name": name, "namespace": space}
    pods = [pod for pod in state["pods"] if pod["metadata"]["namespace"] == space]
    pod = next((pod for pod in pods if pod["metadata"]["name"] == name), None)
    if pod is None:
        return error("NotFound", f'pods "{name}" not found')
    if body["deleteOptions"]["preconditions"]["uid"] != pod["metadata"]["uid"]:
        return error("Conflict", "the UID in the precondition does not match")
    budgets = [budget for budget in state["budgets"] if budget["owner"] == owner_of(pod)]
    if len(budgets) > 1:
        return error("InternalError", "This pod has more than one PodDisruptionBudget")
    mates = sum(ready(p) and not going(p) and owner_of(p) == owner_of(pod) for p in pods)
    if budgets and ready(pod) and mates - 1 < budgets[0]["min_available"]:
        return error(
            "TooManyRequests", "Cannot evict pod as it would violate the pod's disruption budget."
        )
    if not going(pod) and "dryRun" not in body["deleteOptions"]:
        pod["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z"
        pod["gone_at"] = state["tick"] + 2
        state["evictions"].append(f"{space}/{name}")
        if pod["metadata"]["ownerReferences"][0]["kind"] != "StatefulSet":
            replace(state, pod, f"{owner_of(pod)}-new{state['tick']}")
    return '{"kind":"Status","status":"Success"}', 0


def replace(state, pod, name):
    metadata = {**pod["metadata"], "name": name, "uid": f"u{state['tick']}-{name}"}
    metadata["deletionTimestamp"] = None
    status = {"phase": "Pending", "conditions": [{"type": "Ready", "status": "False"}]}
    spec = {**pod["spec"], "nodeName": None}
    state["pods"].append({**pod, "metadata": metadata, "spec": spec, "status": status})
    for key in ("gone_at", "ready_at", "ends_at"):
        state["pods"][-1].pop(key, None)


def go_on(state):
    """Let controllers, scheduler and kubelets do what is due."""
    tick = state["tick"]
    for pod in [pod for pod in state["pods"] if pod.get("gone_at", tick + 1) <= tick]:
        if named(state, pod["spec"]["nodeName"])["status"]["conditions"][0]["status"] != "True":
            continue  # nobody is there to stop it
        state["pods"].remove(pod)
        if pod["metadata"]["ownerReferences"][0]["kind"] == "StatefulSet":
            replace(state, pod, pod["metadata"]["name"])
    for pod in state["pods"]:
        if pod["spec"]["nodeName"] is None and owner_of(pod) not in state["stuck"]:
            schedule(state, pod)
        elif pod.get("ends_at", tick + 1) <= tick:
            pod["status"] = {
                "phase": "Succeeded",
                "conditions": [{"type": "Ready", "status": "False", "reason": "PodCompleted"}],
            }
        elif pod.get("ready_at", tick + 1) <= tick:
            pod["status"] = {
                "phase": "Running",
                "conditions": [{"type": "Ready", "status": "True"}],
            }


def schedule(state, pod):
    tolerates = {"operator": "Exists"} in pod["spec"].get("tolerations", [])
    room = {
        node["metadata"]["name"]: node["cpu"]
        for node in state["nodes"]
        if (tolerates or not node["spec"]["unschedulable"])
        and node["status"]["conditions"][0]["status"] == "True"
    }
    for other in state["pods"]:
        if other["spec"]["nodeName"] in room and other["status"]["phase"] != "Succeeded":
            room[other["spec"]["nodeName"]] -= other["spec"]["cpu"]
    best = max(room, key=room.__getitem__, default=None)
    if best is not None and room[best] >= pod["spec"]["cpu"]:
        pod["spec"]["nodeName"] = best
        pod["ready_at"] = state["tick"] + 2


if __name__ == "__main__":
    main(sys.argv[1:])
