"""The commands for clusters: import, and the plan of moves."""

import json
from pathlib import Path

import optgap

DUMP = Path(__file__).parents[1] / "data" / "kubernetes"


def test_import_writes_an_instance_and_says_what_it_leaves_out(
    optgap_command, tmp_path: Path
) -> None:
    target = tmp_path / "now.json"
    ended = optgap_command(
        "import", "kubernetes", DUMP, "-o", target, "--name", "now", "--node-pods", "reserve"
    )
    assert (ended.code, ended.out) == (0, f"wrote {target} (5 machines, 10 items)\n")
    assert "warning: 1 of kind PodDisruptionBudget not modelled" in ended.err
    assert optgap.load(target) == optgap.load("consolidation/kubernetes-small")
    as_json = optgap_command("import", "kubernetes", DUMP, "--json", "-o", target)
    assert as_json.json["name"] == "kubernetes"
    assert len(as_json.json["warnings"]) == 3
    printed = optgap_command("import", "kubernetes", DUMP / "nodes.json", DUMP / "pods.json")
    assert printed.json["problem"] == "consolidation"
    assert optgap_command("solve", target, "--method", "drain-best-fit").code == 0


def test_import_openb(optgap_command, tmp_path: Path) -> None:
    (tmp_path / "n.csv").write_text("sn,cpu_milli,memory_mib,gpu,model\nn1,9,9,1,T4\n")
    pods = "name,cpu_milli,memory_mib,num_gpu,gpu_milli\np1,1,1,1,500\n"
    (tmp_path / "p.csv").write_text(pods)
    ended = optgap_command("import", "openb", tmp_path / "n.csv", tmp_path / "p.csv")
    assert ended.json["items"][0]["demand"] == [1, 1, 500, 0]


def test_bad_imports_end_with_2(optgap_command, tmp_path: Path) -> None:
    (tmp_path / "cut.json").write_text('{"kind": "Node", "metadata": {"na')
    for arguments, message in (
        (["kubernetes", tmp_path], "is not JSON, or cut off"),
        (["kubernets", tmp_path], "did you mean 'kubernetes'?"),
        (["openb", tmp_path], "openb takes two files"),
        (["kubernetes", DUMP, "--node-pods", "drop"], "must be keep or reserve"),
        (["kubernetes", DUMP, "-o", tmp_path / "no" / "x.json"], "its folder does not exist"),
    ):
        ended = optgap_command("import", *arguments)
        assert ended.code == 2
        assert message in ended.err
    ended = optgap_command("import", "kubernetes", tmp_path, "--json")
    assert "cut.json line 1" in json.loads(ended.out)["faults"][0]["place"]
