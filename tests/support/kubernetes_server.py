"""An API server for a real kubectl: the cluster of `fake_kubectl`, over HTTP.

It has discovery, lists, patches of nodes, evictions, a Lease and reviews of access.  Faults are
answers to the next requests of a kind: ``hang``, or a status code with a message.
"""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import fake_kubectl

RESOURCES = {
    "v1": [("nodes", "Node", False), ("pods", "Pod", True), ("pods/eviction", "Eviction", True)],
    "apps/v1": [("deployments", "Deployment", True)],
    "coordination.k8s.io/v1": [("leases", "Lease", True)],
    "authorization.k8s.io/v1": [("selfsubjectaccessreviews", "SelfSubjectAccessReview", False)],
}
CODES = {"NotFound": 404, "Conflict": 409, "AlreadyExists": 409, "Invalid": 422,
         "TooManyRequests": 429, "InternalError": 500}  # fmt: skip


class KubernetesServer(ThreadingHTTPServer):
    """A server on a free port of this machine; its cluster is a dictionary."""

    daemon_threads = True

    def __init__(self, state: dict) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.state, self.lock = state, threading.Lock()
        self.faults: list[tuple[str, str, int, str]] = []  # method, part of the path, code, words
        self.requests: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: KubernetesServer

    def log_message(self, *words: object) -> None:
        """Print nothing."""

    def handle_any(self) -> None:
        sent = self._sent()
        body = json.loads(sent) if sent[:1] in (b"{", b"[") else None  # reviews come as protobuf
        with self.server.lock:
            self.server.requests.append(f"{self.command} {self.path}")
            fault = self._fault()
            if fault is None:
                code, answer = self._answer(body)
        if fault is not None:
            code, words = fault
            if code == 0:
                time.sleep(3)  # longer than the caller waits
            answer = status(code or 504, "InternalError" if code == 500 else "Timeout", words)
        text = json.dumps(without_nulls(answer)).encode()
        try:
            self.send_response(code or 504)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
        except OSError:
            pass  # the caller has gone

    def _sent(self) -> bytes:
        """Return the body; ``kubectl create --raw`` sends it in chunks."""
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        chunks = []
        while length := int(self.rfile.readline(), 16):
            chunks.append(self.rfile.read(length))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(chunks)

    do_GET = do_POST = do_PATCH = do_DELETE = handle_any  # noqa: N815

    def _fault(self) -> tuple[int, str] | None:
        for k, (method, part, code, words) in enumerate(self.server.faults):
            if method == self.command and part in self.path:
                del self.server.faults[k]
                return code, words
        return None

    def _answer(self, body: dict | list | None) -> tuple[int, dict]:
        state, url = self.server.state, urlsplit(self.path)
        parts = url.path.strip("/").split("/")
        if (found := discovery(parts)) is not None:
            return 200, found
        if len(parts) < 3:
            return answer_of(fake_kubectl.error("NotFound", "the server has no such resource"))
        state["tick"] += 1
        fake_kubectl.go_on(state)
        if parts[-1] == "selfsubjectaccessreviews":
            name = "authorization.k8s.io/v1"
            review = {"kind": "SelfSubjectAccessReview", "apiVersion": name, "metadata": {}}
            return 201, {**review, "spec": {}, "status": {"allowed": True}}
        if parts[-1] == "eviction":
            return answer_of(fake_kubectl.eviction(state, url.path, body))
        if "leases" in parts:
            return self._lease(state, body)
        if len(parts) == 4 and parts[2] == "nodes":
            return self._node(fake_kubectl.named(state, parts[3]), body)
        objects = state.get(parts[-1], [])
        if parts[2] == "namespaces":
            objects = [each for each in objects if each["metadata"]["namespace"] == parts[3]]
        field = parse_qs(url.query).get("fieldSelector", [""])[0].removeprefix("spec.nodeName=")
        objects = [each for each in objects if field in ("", each["spec"].get("nodeName"))]
        return 200, {"kind": "List", "apiVersion": "v1", "metadata": {}, "items": objects}

    def _node(self, node: dict, body: dict | list | None) -> tuple[int, dict]:
        if self.command == "PATCH":
            for part in ("metadata", "spec"):
                merge(node[part], body.get(part, {}))
        return 200, node

    def _lease(self, state: dict, body: dict | list | None) -> tuple[int, dict]:
        held = state.get("lease")
        if self.command == "POST":
            return answer_of(fake_kubectl.create_lease(state, body), state["lease"])
        if held is None:
            return answer_of(fake_kubectl.error("NotFound", 'leases "optgap-plan" not found'))
        if self.command == "PATCH":
            return answer_of(fake_kubectl.patch(held, body), held)
        if self.command == "DELETE":
            state["lease"] = None
        return 200, held


def without_nulls(document: object) -> object:
    """Return a document as a server prints it: what is null is absent."""
    if isinstance(document, dict):
        return {k: without_nulls(v) for k, v in document.items() if v is not None}
    return [without_nulls(each) for each in document] if isinstance(document, list) else document


def merge(document: dict, changes: dict) -> None:
    """Change a document as a merge patch says."""
    for key, value in changes.items():
        if isinstance(value, dict):
            merge(document.setdefault(key, {}), value)
        elif value is None:
            document.pop(key, None)
        else:
            document[key] = value


def answer_of(printed: tuple[str, int], answer: dict | None = None) -> tuple[int, dict]:
    """Return what a server answers of which kubectl prints such a text."""
    text, failed = printed
    if not failed:
        return 201, answer or {"kind": "Status", "apiVersion": "v1", "status": "Success"}
    reason = text.partition("(")[2].partition(")")[0]
    return CODES[reason], status(CODES[reason], reason, text.partition("): ")[2].strip())


def status(code: int, reason: str, message: str) -> dict:
    """Return a failure as Kubernetes describes it."""
    return {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
            "code": code, "reason": reason, "message": message}  # fmt: skip


def discovery(parts: list[str]) -> dict | None:
    """Return what there is, for the paths that ask for it."""
    if parts == ["api"]:
        return {"kind": "APIVersions", "versions": ["v1"]}
    if parts == ["apis"]:
        names = [name.split("/") for name in RESOURCES if "/" in name]
        groups = [(g, {"groupVersion": f"{g}/{v}", "version": v}) for g, v in names]
        listed = [{"name": g, "versions": [v], "preferredVersion": v} for g, v in groups]
        return {"kind": "APIGroupList", "apiVersion": "v1", "groups": listed}
    name = "/".join(parts[1:])
    if name not in RESOURCES:
        return None
    verbs = ["create", "delete", "get", "list", "patch"]
    listed = [
        {"name": many, "singularName": "", "kind": kind, "namespaced": inside, "verbs": verbs}
        for many, kind, inside in RESOURCES[name]
    ]
    return {
        "kind": "APIResourceList",
        "apiVersion": "v1",
        "groupVersion": name,
        "resources": listed,
    }
