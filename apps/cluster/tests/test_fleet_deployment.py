"""The files that run `optgap fleet watch` in a cluster: no privileges, and metrics that exist.

The manifests are the chart as Helm renders it, by its digest; with Helm on this machine that is
compared, and the chart is rendered with other values as well.
"""

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from optgap.cli import app
from optgap_cluster.fleet import _KINDS, ClusterReport, FleetRow
from optgap_cluster.fleet_command import metrics

jsonschema = pytest.importorskip("jsonschema")

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "examples" / "fleet"
CHART = FOLDER / "helm" / "optgap-fleet"
MANIFESTS = {
    document["kind"]: document
    for document in yaml.safe_load_all((FOLDER / "manifests.yaml").read_text())
}
SCHEMAS = json.loads((ROOT / "tests" / "data" / "kubernetes_schemas.json").read_text())
VALUES_SCHEMA = json.loads((CHART / "values.schema.json").read_text())
VALUES = yaml.safe_load((CHART / "values.yaml").read_text())
HELM = shutil.which("helm")
needs_helm = pytest.mark.skipif(HELM is None, reason="helm is not installed")
SHORT = {"pdb": "poddisruptionbudgets", "pv": "persistentvolumes", "ns": "namespaces",
         "pvc": "persistentvolumeclaims"}  # fmt: skip


def test_the_role_lists_what_the_report_asks_for_and_nothing_else() -> None:
    rules = MANIFESTS["ClusterRole"]["rules"]
    assert {verb for rule in rules for verb in rule["verbs"]} == {"list"}
    listed = {name for rule in rules for name in rule["resources"]}
    asked = {SHORT.get(kind, kind) for kind in _KINDS.split(",")}
    assert listed == asked | {"nodepools", "nodeclaims"}
    assert MANIFESTS["ClusterRoleBinding"]["roleRef"]["name"] == "optgap-fleet"


def test_the_binding_gives_the_role_to_the_account_of_the_job() -> None:
    account, binding = MANIFESTS["ServiceAccount"], MANIFESTS["ClusterRoleBinding"]
    where = account["metadata"]
    assert binding["roleRef"]["name"] == MANIFESTS["ClusterRole"]["metadata"]["name"]
    assert binding["subjects"] == [
        {"kind": "ServiceAccount", "name": where["name"], "namespace": where["namespace"]}
    ]
    assert pod_of(MANIFESTS)["serviceAccountName"] == where["name"]


def pod_of(manifests: dict[str, Any]) -> dict[str, Any]:
    """Return the specification of the job's pod."""
    return manifests["CronJob"]["spec"]["jobTemplate"]["spec"]["template"]["spec"]


def faults_of(document: dict[str, Any]) -> list[str]:
    """Return the places where a manifest breaks the schema of its kind."""
    schema = {**SCHEMAS, "$ref": f"#/$defs/{SCHEMAS['kinds'][document['kind']]}"}
    validator = jsonschema.Draft202012Validator(schema)
    return [".".join(map(str, error.absolute_path)) for error in validator.iter_errors(document)]


@pytest.mark.parametrize("kind", MANIFESTS)
def test_the_manifests_keep_the_schemas_of_kubernetes(kind: str) -> None:
    assert faults_of(MANIFESTS[kind]) == []


def test_the_job_runs_a_command_that_exists(tmp_path: Path) -> None:
    """The command line takes the container's words; only the present cluster is missing."""
    (container,) = pod_of(MANIFESTS)["containers"]
    words = [word.replace("/data", str(tmp_path)) for word in container["args"]]
    ended = CliRunner().invoke(app, words, env={"PATH": str(tmp_path)})
    assert "kubectl is not installed" in str(ended.exception)


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"schedule": "hourly"}, "schedule"),
        ({"image": {"repository": "", "tag": "1"}}, "image.repository"),
        ({"persistence": {"size": "much"}}, "persistence.size"),
        ({"timeLimitSeconds": "long"}, "timeLimitSeconds"),
        ({"shedule": "7 * * * *"}, ""),
        ({"offers": "type,price,cpu,memory,pods\n"}, ""),
    ],
)
def test_bad_values_are_refused(changed: dict[str, Any], place: str) -> None:
    validator = jsonschema.Draft7Validator(VALUES_SCHEMA)
    assert list(validator.iter_errors(VALUES)) == []
    errors = list(validator.iter_errors({**VALUES, **changed}))
    assert [".".join(map(str, error.absolute_path)) for error in errors] == [place]


def test_the_schema_knows_every_value() -> None:
    assert set(VALUES) | {"global"} == set(VALUES_SCHEMA["properties"])


def rendered(*words: str) -> dict[str, Any]:
    """Return the manifests that Helm makes of the chart."""
    command = [str(HELM), "template", "fleet", str(CHART), "--namespace", "optgap", *words]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return {each["kind"]: each for each in yaml.safe_load_all(ended.stdout) if each}


def test_the_manifests_are_of_this_chart() -> None:
    """Without Helm nobody renders the chart: its digest says that the manifests are of this one."""
    files = sorted(path for path in CHART.rglob("*") if path.is_file())
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    assert f"# digest of the chart: {digest}\n" in (FOLDER / "manifests.yaml").read_text()


@needs_helm
def test_the_manifests_are_the_chart() -> None:
    assert rendered("--set", "createNamespace=true") == MANIFESTS
    assert set(rendered()) == set(MANIFESTS) - {"Namespace"}
    ended = subprocess.run([str(HELM), "lint", "--strict", str(CHART)], check=False)
    assert ended.returncode == 0


@needs_helm
def test_values_reach_the_manifests(tmp_path: Path) -> None:
    values = {
        "prices": "type,price,currency\nm5.large,0.1,EUR\n",
        "offers": "type,price,cpu,memory,pods\na,1,2,1Gi,9\n",
        "persistence": {"existingClaim": "records", "storageClass": "fast"},
        "serviceAccount": {"create": False, "name": "reader"},
        "imagePullSecrets": [{"name": "registry"}],
        "nodeSelector": {"pool": "batch"},
        "tolerations": [{"key": "batch", "operator": "Exists"}],
    }
    file = tmp_path / "values.yaml"
    file.write_text(yaml.safe_dump(values))
    made = rendered("--values", str(file))
    assert [faults_of(document) for document in made.values()] == [[]] * len(made)
    assert "ServiceAccount" not in made and "PersistentVolumeClaim" not in made
    assert made["ConfigMap"]["data"] == {
        "prices.csv": values["prices"],
        "offers.csv": values["offers"],
    }
    pod = pod_of(made)
    assert pod["containers"][0]["args"][-2:] == [
        "--prices=/config/prices.csv",
        "--offers=/config/offers.csv",
    ]
    claims = [volume.get("persistentVolumeClaim") for volume in pod["volumes"]]
    assert {"claimName": "records"} in claims
    assert (pod["serviceAccountName"], pod["nodeSelector"]) == ("reader", {"pool": "batch"})
    assert pod["tolerations"] == values["tolerations"]
    storage = rendered("--set", "persistence.storageClass=fast")["PersistentVolumeClaim"]
    assert storage["spec"]["storageClassName"] == "fast"


@needs_helm
def test_helm_refuses_values_by_the_schema() -> None:
    command = [str(HELM), "template", "fleet", str(CHART), "--set", "schedule=hourly"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode != 0 and "schedule" in ended.stderr


def test_the_job_has_no_privileges() -> None:
    pod = pod_of(MANIFESTS)
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
