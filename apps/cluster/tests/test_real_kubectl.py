"""The script of a plan with a real kubectl, against an API server of these tests."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from kubernetes_server import KubernetesServer
from rollout_cluster import FREED, SHELLS, script_of, small_cluster

from optgap.core.faults import InputError
from optgap.core.run import Run
from optgap_cluster.fleet import _ask_kubectl

KUBECTL = shutil.which("kubectl")
pytestmark = pytest.mark.skipif(KUBECTL is None, reason="kubectl is not installed")


@pytest.fixture
def server() -> Iterator[KubernetesServer]:
    """Return a server with the small cluster."""
    with KubernetesServer(small_cluster()) as running:
        yield running
        running.shutdown()


def run(server: KubernetesServer, folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Run the script; a call may take a second, so that one that hangs is noticed."""
    (folder / "run.sh").write_text(script_of(False))
    variables = {"PATH": os.environ["PATH"], "HOME": str(folder), "CONTEXT": "tests"}
    variables |= {"POLL": "0.1", "TIMEOUT": "60"}
    return subprocess.run(
        [SHELLS[0], folder / "run.sh", *arguments],
        env={**variables, "KUBECONFIG": str(configured(server, folder)), "REQUEST_TIMEOUT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def configured(server: KubernetesServer, folder: Path) -> Path:
    """Return a file that leads kubectl to the server."""
    context = {"name": "tests", "context": {"cluster": "tests", "user": "tests"}}
    config = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "tests",
        "contexts": [context],
        "clusters": [{"name": "tests", "cluster": {"server": server.address}}],
        "users": [{"name": "tests", "user": {}}],
    }
    path = folder / "config"
    path.write_text(json.dumps(config))
    return path


def on(server: KubernetesServer, name: str) -> list[str]:
    """Return the pods on a node that do not end with it."""
    return [
        pod["metadata"]["name"]
        for pod in server.state["pods"]
        if pod["spec"]["nodeName"] == name and not pod["metadata"]["name"].startswith("agent-")
    ]


def test_the_nodes_become_free(server: KubernetesServer, tmp_path: Path) -> None:
    ended = run(server, tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert f"context: tests, server: {server.address}" in ended.stdout
    assert "5 pods evicted; free and cordoned:" in ended.stdout
    assert [on(server, name) for name in FREED] == [[], []]
    assert len(server.state["evictions"]) == 5
    assert server.state["lease"] is None
    undone = run(server, tmp_path, "--undo")
    assert (undone.returncode, undone.stdout.splitlines()[-1]) == (0, "open again: n1 n2")
    assert not any(node["spec"].get("unschedulable") for node in server.state["nodes"])


def test_it_goes_on_after_three_faults(server: KubernetesServer, tmp_path: Path) -> None:
    """A look hangs, a leader changes during an eviction, and a budget refuses for a while."""
    server.faults = [
        ("GET", "namespaces/shop/pods", 0, "the server is slow"),
        ("POST", "/eviction", 500, "etcdserver: leader changed"),
    ]
    server.state["budgets"] = [{"owner": "api", "min_available": 2}]
    ended = run(server, tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert "kubectl get failed, again after 0.1 s:" in ended.stderr
    assert "kubectl create failed, again after 0.1 s:" in ended.stderr
    assert "etcdserver: leader changed" in ended.stderr
    assert [on(server, name) for name in FREED] == [[], []]
    assert len([each for each in server.requests if "/pods/api-" in each]) > 2


def test_a_lost_connection_ends_it_with_the_nodes_open(
    server: KubernetesServer, tmp_path: Path
) -> None:
    """All evictions fail for longer than they are tried again: nothing was evicted."""
    server.faults = [("POST", "/eviction", 500, "etcdserver: request timed out")] * 20
    ended = run(server, tmp_path)
    assert ended.returncode == 2
    assert "cannot evict shop/" in ended.stderr
    assert not any(node["spec"].get("unschedulable") for node in server.state["nodes"])
    assert server.state["lease"] is None


def test_an_api_that_the_cluster_lacks_is_absent(
    server: KubernetesServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fleet asks so for Karpenter's objects; any other failure is an error."""
    monkeypatch.setenv("KUBECONFIG", str(configured(server, tmp_path)))
    question, run = ("get", "--raw", "/apis/karpenter.sh"), Run("minimize", time_limit=60.0)
    assert _ask_kubectl(*question, run=run, absent="NotFound") is None
    with pytest.raises(InputError, match="NotFound"):
        _ask_kubectl(*question, run=run)
    assert b'"kind": "List"' in (_ask_kubectl("get", "--raw", "/api/v1/nodes", run=run) or b"")
    server.shutdown()
    server.server_close()
    with pytest.raises(InputError, match="kubectl: failed"):
        _ask_kubectl(*question, run=run, absent="NotFound")
