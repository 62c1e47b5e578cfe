"""The files that run `optgap fleet watch` in a cluster: no privileges, and metrics that exist."""

import json
import re
from pathlib import Path

import yaml

from optgap.apps.cluster.fleet import _KINDS, ClusterReport, FleetRow, metrics

FOLDER = Path(__file__).parents[3] / "examples" / "fleet"
MANIFESTS = {
    document["kind"]: document
    for document in yaml.safe_load_all((FOLDER / "manifests.yaml").read_text())
}
SHORT = {"pdb": "poddisruptionbudgets", "pv": "persistentvolumes", "ns": "namespaces",
         "pvc": "persistentvolumeclaims"}  # fmt: skip


def test_the_role_lists_what_the_report_asks_for_and_nothing_else() -> None:
    rules = MANIFESTS["ClusterRole"]["rules"]
    assert {verb for rule in rules for verb in rule["verbs"]} == {"list"}
    listed = {name for rule in rules for name in rule["resources"]}
    assert listed == {SHORT.get(kind, kind) for kind in _KINDS.split(",")}
    assert MANIFESTS["ClusterRoleBinding"]["roleRef"]["name"] == "optgap-fleet"


def test_the_job_has_no_privileges() -> None:
    pod = MANIFESTS["CronJob"]["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    for container in pod["containers"]:
        context = container["securityContext"]
        assert context["readOnlyRootFilesystem"] is True
        assert context["allowPrivilegeEscalation"] is False
        assert context["capabilities"] == {"drop": ["ALL"]}
        mounted = {mount["name"] for mount in container["volumeMounts"]}
        assert mounted == {volume["name"] for volume in pod["volumes"]}
    text = (FOLDER / "Containerfile").read_text()
    assert re.search(r"^USER (?!0|root)\d+", text, re.MULTILINE)


def test_the_dashboard_shows_metrics_that_exist() -> None:
    rows = [FleetRow("today", 8, None, 0), FleetRow("best", 5, None, 12)]
    report = ClusterReport("a", 9, (), rows, 4.0, "certified", "nodes")
    known = set(re.findall(r"optgap_\w+", metrics([(report, 1.0)])))
    document = json.loads((FOLDER / "dashboard.json").read_text())
    asked = set(re.findall(r"optgap_\w+", json.dumps(document)))
    assert asked and asked <= known
    numbers = [panel["id"] for panel in document["panels"]]
    assert numbers == sorted(set(numbers))
