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
        "import", "kubernetes", DUMP, "-o", target, "--name", "now", "--evictable", "autoscaler"
    )
    said = " ".join(ended.out.split())
    assert ended.code == 0
    assert said.startswith(f"wrote {target} (5 machines, 10 items, 1 that stay)")
    assert "next: optgap compare" in said
    assert "note: 1 pods stay: they have local storage" in ended.err
    assert optgap.load(target).notes is not None
    as_json = optgap_command(
        "import", "kubernetes", DUMP, "--json", "-o", target, "--evictable", "autoscaler"
    )
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
    assert ended.json["items"][0]["demand"] == [1, 1, 0.5]


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


def test_plan_prints_the_moves_in_an_order_that_works(optgap_command, tmp_path: Path) -> None:
    solution = tmp_path / "s.json"
    small = "consolidation/kubernetes-small"
    assert optgap_command("solve", small, "-o", solution).code == 0
    ended = optgap_command("plan", small, solution, "--json")
    assert (ended.code, ended.json["complete"], ended.json["blocked"]) == (0, True, [])
    moves = ended.json["steps"]
    assert {"item", "origin", "target", "cost", "wave"} == set(moves[0])
    table = optgap_command("plan", small, solution)
    assert f"{len(moves)} moves, cost {ended.json['cost']:g}" in table.out
    assert "shop/api-1" in table.out


def test_plan_names_what_blocks(optgap_command, tmp_path: Path) -> None:
    machines = [{"name": name, "capacity": [10]} for name in ("m1", "m2")]
    items = [{"name": f"i{k}", "demand": [6], "machine": f"m{k}"} for k in (1, 2)]
    document = {"problem": "consolidation", "version": 1, "name": "swap", "resources": ["memory"]}
    (tmp_path / "swap.json").write_text(
        json.dumps(document | {"machines": machines, "items": items})
    )
    (tmp_path / "s.json").write_text(json.dumps({"machine": {"i1": "m2", "i2": "m1"}}))
    ended = optgap_command("plan", tmp_path / "swap.json", tmp_path / "s.json")
    assert ended.code == 4
    assert "2 moves block each other" in ended.out
    assert "i1 from m1 to m2 waits for i2" in ended.out
    (tmp_path / "s.json").write_text(json.dumps({"machine": {"i1": "m1", "i2": "m1"}}))
    assert optgap_command("plan", tmp_path / "swap.json", tmp_path / "s.json").code == 5
    ended = optgap_command("plan", "placement/fig6", tmp_path / "s.json")
    assert (ended.code, "only consolidation has moves" in ended.err) == (2, True)
