"""The commands for clusters: import, and the plan of moves."""

import json
from pathlib import Path

import optgap

DUMP = Path(__file__).parents[3] / "tests/data" / "kubernetes"


def test_import_writes_an_instance_and_says_what_it_leaves_out(
    optgap_command, tmp_path: Path
) -> None:
    target = tmp_path / "now.json"
    ended = optgap_command(
        "import", "kubernetes", DUMP, "-o", target, "--name", "now", "--evictable", "autoscaler"
    )
    said = " ".join(ended.out.split())
    assert ended.code == 0
    assert said.startswith(f"wrote {target} (5 machines, 10 items, 1 of which stays)")
    assert "next: optgap compare" in said
    assert "note: 1 pod stays: it has local storage" in ended.err
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
        (["kubernetes", tmp_path], "is not JSON, or is cut off"),
        (["kubernets", tmp_path], "did you mean 'kubernetes'?"),
        (["openb", tmp_path], "openb takes two files"),
        (["kubernetes", DUMP, "--node-pods", "drop"], "is not one of 'keep'"),
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
    solved = json.loads(solution.read_text())["details"]["moves"]
    assert (solved, len(moves)) == (3, 4)  # shop/api-1 waits, so it is placed
    assert f"{solved} moves and 1 placement, cost {ended.json['cost']:g}" in table.out
    assert "shop/api-1" in table.out


def test_plan_names_what_blocks(optgap_command, tmp_path: Path) -> None:
    """m3 becomes free only where i1 and i2 change places, for which nobody has room."""
    machines = [
        {"name": name, "capacity": [room]} for name, room in (("m1", 10), ("m2", 15), ("m3", 9))
    ]
    now = (("i1", 9, "m1"), ("i2", 8, "m2"), ("c1", 2, "m3"), ("c2", 6, "m3"))
    items = [{"name": name, "demand": [size], "machine": at} for name, size, at in now]
    document = {"problem": "consolidation", "version": 1, "name": "swap", "resources": ["memory"]}
    (tmp_path / "swap.json").write_text(
        json.dumps(document | {"machines": machines, "items": items})
    )
    to = {"i1": "m2", "i2": "m1", "c1": "m1", "c2": "m2"}
    (tmp_path / "s.json").write_text(json.dumps({"machine": to}))
    ended = optgap_command("plan", tmp_path / "swap.json", tmp_path / "s.json")
    assert ended.code == 4
    assert "3 moves block each other" in ended.out
    assert "i1 from m1 to m2 waits for i2" in ended.out
    (tmp_path / "s.json").write_text(json.dumps({"machine": {**to, "i2": "m2"}}))
    assert optgap_command("plan", tmp_path / "swap.json", tmp_path / "s.json").code == 5
    ended = optgap_command("plan", "placement/fig6", tmp_path / "s.json")
    assert (ended.code, "only plans of consolidation have moves" in ended.err) == (2, True)


def test_a_plan_ends_with_its_last_gain(optgap_command, tmp_path: Path) -> None:
    """c frees m3; b goes to m1 for nothing.  Where nothing is freed, nothing moves."""
    machines = [{"name": name, "capacity": [10]} for name in ("m1", "m2", "m3")]
    now = (("a", "m1"), ("b", "m2"), ("c", "m3"), ("d", "m2"))
    items = [{"name": name, "demand": [2], "machine": at} for name, at in now]
    document = {"problem": "consolidation", "version": 1, "name": "idle", "resources": ["memory"]}
    (tmp_path / "i.json").write_text(json.dumps(document | {"machines": machines, "items": items}))
    solution = tmp_path / "s.json"
    solution.write_text(json.dumps({"machine": {"a": "m1", "b": "m1", "c": "m2", "d": "m2"}}))
    ended = optgap_command("plan", tmp_path / "i.json", solution, "--json")
    assert [step["item"] for step in ended.json["steps"]] == ["c"]
    assert (ended.json["freed"], ended.json["left_out"]) == (["m3"], 1)
    shown = optgap_command("plan", tmp_path / "i.json", solution).out
    assert "1 move of the solution gains nothing and is left out" in shown
    solution.write_text(json.dumps({"machine": {"a": "m3", "b": "m1", "c": "m2", "d": "m2"}}))
    ended = optgap_command("plan", tmp_path / "i.json", solution, "--json")
    assert (ended.code, ended.json["steps"], ended.json["left_out"]) == (0, [], 3)


def test_a_packing_file_is_imported(optgap_command, tmp_path: Path) -> None:
    (tmp_path / "x.vbp").write_text("2\n10 8\n3\n5 4 2\n3 2 1\n2.5 0 3\n")
    ended = optgap_command("import", "vbp", tmp_path / "x.vbp")
    assert (ended.code, len(ended.json["items"])) == (0, 6)
    assert optgap_command("import", "vbp", tmp_path / "x.vbp", tmp_path / "x.vbp").code == 2
