"""`optgap fleet`: reports beside a bound, records of runs, metrics, and what it refuses."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import optgap
from optgap.cli import app
from optgap.instances.consolidation import Consolidation
from optgap_cluster.fleet import (
    ClusterReport,
    FleetRow,
    bound_words,
    fleet_row,
    page,
    reached,
    read_task,
    report_of_task,
)
from optgap_cluster.fleet_command import changes, cluster_names, metrics
from optgap_cluster.kubernetes.generate import generate_dump

RUN = CliRunner()


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    path = tmp_path / "prod.json"
    path.write_text(json.dumps(generate_dump(3, nodes=8, pods=40)))
    return path


def report(**changed: object) -> ClusterReport:
    rows = [FleetRow("today", 8, None, 0), FleetRow("Karpenter", 5, None, 12)]
    fields = {"name": 'a "b"', "nodes": 9, "empty": ("n9",), "rows": rows, "bound": 4.0}
    fields |= {"bound_kind": "certified", "counts": "nodes"}
    return ClusterReport(**{**fields, **changed})  # type: ignore[arg-type]


def test_no_policy_is_below_the_bound(dump: Path, tmp_path: Path) -> None:
    written = tmp_path / "page.html"
    ended = RUN.invoke(
        app, ["fleet", "report", str(dump), "--time-limit", "5", "--json", "--html", str(written)]
    )
    assert ended.exit_code == 0, ended.output
    (found,) = json.loads(ended.output)
    assert (found["cluster"], found["nodes"], found["bound_kind"]) == ("prod", 8, "certified")
    nodes = {row["policy"]: row["nodes"] for row in found["rows"]}
    assert len(nodes) == 15 and nodes["today"] == 8
    assert all(found["bound"] <= count <= 8 for count in nodes.values())
    assert nodes["Karpenter"] < 8
    text = written.read_text()
    assert "Fleet report" in text and "Karpenter, Balanced" in text and "<script" not in text


def test_a_watch_records_runs_and_says_what_changed(dump: Path, tmp_path: Path) -> None:
    database, figures = tmp_path / "fleet.sqlite", tmp_path / "fleet.prom"
    command = ["fleet", "watch", str(dump), "--time-limit", "1", "--database", str(database)]
    command += ["--metrics", str(figures), "--json"]
    first = json.loads(RUN.invoke(app, command).output)
    assert first[0]["changes"] == ["this is the first run of this cluster"]
    dump.write_text(json.dumps(generate_dump(3, nodes=9, pods=40)))
    second = json.loads(RUN.invoke(app, command).output)
    assert any(line.startswith("nodes: 8 → 9 since ") for line in second[0]["changes"])
    with sqlite3.connect(database) as connection:
        rows = connection.execute("select cluster, nodes, report from runs").fetchall()
    connection.close()
    assert [(name, nodes) for name, nodes, _ in rows] == [("prod", 8), ("prod", 9)]
    assert json.loads(rows[0][2])["rows"][0]["policy"] == "today"
    assert 'optgap_nodes{cluster="prod"} 9' in figures.read_text()


def test_what_changed_is_said_in_words() -> None:
    document = json.dumps(report().as_document())
    before = {"time": "t", "nodes": 9, "used": 8, "best": 5, "bound": 4.0, "report": document}
    before |= {"money": None, "best_money": None}
    assert list(changes(before, report())) == []
    assert list(changes({**before, "best": 6, "bound": 3.0}, report())) == [
        "nodes of the best plan: 6 → 5 since t",
        "bound (nodes): 3 → 4 since t",
    ]
    priced = report(counts="money per month", currency="EUR", bound=10.0)
    (line,) = changes(before, priced)
    assert line == "money and bound are not compared: the kind or currency of prices changed"
    before["report"] = json.dumps(priced.as_document())
    assert list(changes(before, priced)) == ["bound (EUR a month): 4 → 10 since t"]


def test_metrics_have_help_types_and_escaped_labels() -> None:
    lines = metrics([(report(), 1.5), (report(name="c", bound=None), 2.0)]).splitlines()
    assert lines[:4] == [
        "# HELP optgap_nodes Nodes of the cluster.",
        "# TYPE optgap_nodes gauge",
        'optgap_nodes{cluster="a \\"b\\""} 9',
        'optgap_nodes{cluster="c"} 9',
    ]
    assert 'optgap_waste{cluster="c"} 3' in lines
    assert 'optgap_nodes_bound{cluster="c"}' not in " ".join(lines)
    assert 'optgap_gap{cluster="a \\"b\\""} 0.2' in lines  # 5 nodes, bound 4
    assert 'optgap_gap{cluster="c"}' not in " ".join(lines)
    assert 'optgap_evictions{cluster="c"} 12' in lines


def test_names_from_a_cluster_are_no_markup() -> None:
    hostile = report(name="<script>alert(1)</script>", notes=("<b>",), currency="EUR")
    text = page([hostile], [["nodes: 8 → 9"]])
    assert "<li>nodes: 8 → 9</li>" in text and "EUR a month</th>" in text
    assert "<script" not in text and "&lt;b&gt;" in text and '<td class="r">25.0%</td>' in text


def test_plans_that_add_nodes_count_those_in_use(dump: Path, tmp_path: Path) -> None:
    """Spot nodes at a third of the price: the bound is of present and offered nodes."""
    prices, offers = tmp_path / "prices.csv", tmp_path / "offers.csv"
    prices.write_text("type,price,currency\nm5.2xlarge,0.4,EUR\nc5.4xlarge,0.7,EUR\n")
    offers.write_text(
        "type,price,cpu,memory,pods,currency,capacity_type,at_most\n"
        "m5.2xlarge,0.13,7910m,30Gi,110,EUR,spot,4\n"
    )
    without = report_of_task(read_task([dump], "prod", 3.0, prices=prices))
    found = report_of_task(read_task([dump], "prod", 3.0, prices=prices, offers=offers))
    assert "on the present nodes (" in bound_words(without)
    assert "on the present and offered nodes (" in bound_words(found)
    assert (found.best.money or 0) < (without.best.money or 0)
    assert (found.bound or 0) <= (found.best.money or 0)
    words = f"by requests, the best plan uses {found.best.nodes} nodes instead of 8"
    assert found.freed_words == words


def test_money_is_in_the_currency_of_the_prices(dump: Path, tmp_path: Path) -> None:
    prices, written = tmp_path / "prices.csv", tmp_path / "page.html"
    prices.write_text("type,price,currency\nm5.2xlarge,0.4,EUR\nc5.4xlarge,0.7,EUR\n")
    command = ["fleet", "report", str(dump), "--prices", str(prices), "--time-limit", "2"]
    ended = RUN.invoke(app, [*command, "--html", str(written)])
    assert ended.exit_code == 0, ended.output
    assert "EUR a month" in ended.output and "EUR a month on the" in ended.output
    assert '<th class="r">EUR a month</th>' in written.read_text()
    (document,) = json.loads(RUN.invoke(app, [*command, "--json"]).output)
    assert document["currency"] == "EUR" and document["rows"][0]["money"] > 0
    prices.write_text("type,price,currency\nm5.2xlarge,0.4,EUR\nc5.4xlarge,0.7,USD\n")
    with pytest.raises(optgap.InputError, match="line 3: currency: must be EUR"):
        RUN.invoke(app, command, catch_exceptions=False)


def test_clusters_have_different_names(tmp_path: Path) -> None:
    """One name for two clusters would mix their records, and Prometheus refuses such metrics."""
    paths = [tmp_path / folder / "dump.json" for folder in ("dev", "prod")]
    assert cluster_names(paths) == ["dev-dump", "prod-dump"]
    assert cluster_names([paths[0], tmp_path / "other.json"]) == ["dump", "other"]
    with pytest.raises(optgap.InputError, match="prod-dump"):
        cluster_names([*paths, paths[1]])


def test_without_a_dump_kubectl_is_asked(dump: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(optgap.InputError, match="kubectl is not installed"):
        RUN.invoke(app, ["fleet", "report", "--time-limit", "1"], catch_exceptions=False)
    program = tmp_path / "bin" / "kubectl"
    program.parent.mkdir()
    absent = "case $2 in --raw) echo 'Error from server (NotFound)' >&2; exit 1;; esac"
    program.write_text(f"#!/bin/sh\n{absent}\nexec /bin/cat {dump}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    ended = RUN.invoke(app, ["fleet", "report", "--time-limit", "1", "--json"])
    assert json.loads(ended.output)[0]["cluster"] == "cluster", ended.output
    assert not list(tmp_path.glob(".optgap-fleet*"))
    program.write_text("#!/bin/sh\necho 'connection refused' >&2\nexit 1\n")
    with pytest.raises(optgap.InputError, match="connection refused"):
        RUN.invoke(app, ["fleet", "report", "--time-limit", "1"], catch_exceptions=False)
    assert os.listdir(tmp_path / "bin") == ["kubectl"]


@pytest.mark.parametrize(
    "lines", ["/bin/sleep 1000 & wait", "while :; do echo words words words >&2; done"]
)
def test_a_kubectl_that_does_not_end_is_ended(tmp_path: Path, monkeypatch, lines: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    program = tmp_path / "bin" / "kubectl"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\n{lines}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    with pytest.raises(optgap.InputError, match=r"kubectl: gave no answer within 0\.3 s"):
        RUN.invoke(app, ["fleet", "watch", "--time-limit", "0.3"], catch_exceptions=False)
    pid = (tmp_path / "pid").read_text().strip()
    stats = [
        path.read_text().rpartition(")")[2].split() for path in Path("/proc").glob("[0-9]*/stat")
    ]
    assert not [state for state, _, group, *_ in stats if group == pid and state not in "ZX"]


def test_karpenter_keeps_nodes_of_the_present_cluster(
    dump: Path, tmp_path: Path, monkeypatch
) -> None:
    """The NodePools are asked for where the API is there: one of `Never` keeps all its nodes."""
    document = json.loads(dump.read_text())
    for node in document["items"]:
        if node["kind"] == "Node":
            node["metadata"]["labels"]["karpenter.sh/nodepool"] = "all"
    dump.write_text(json.dumps(document))
    disruption = {"consolidateAfter": "Never"}
    spec = {"disruption": disruption, "template": {"spec": {}}}
    pool = {"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "all"}}
    pools = tmp_path / "pools.json"
    pools.write_text(json.dumps({"kind": "List", "items": [{**pool, "spec": spec}]}))
    program = tmp_path / "bin" / "kubectl"
    program.parent.mkdir()
    program.write_text(
        f"""#!/bin/sh
echo "$*" >> {tmp_path}/asked
case $2 in
  --raw) echo '{{"kind": "APIGroup"}}' ;;
  nodepools*) exec /bin/cat {pools} ;;
  *) exec /bin/cat {dump} ;;
esac
"""
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    ended = RUN.invoke(app, ["fleet", "report", "--time-limit", "1", "--json"])
    (found,) = json.loads(ended.output)
    assert {row["nodes"] for row in found["rows"]} == {8} and found["bound"] == 8, ended.output
    assert (tmp_path / "asked").read_text().splitlines() == [
        "get --raw /apis/karpenter.sh --request-timeout=1s",
        "get nodes,pods,pdb,pv,pvc,ns -A -o json --request-timeout=1s",
        "get nodepools.karpenter.sh,nodeclaims.karpenter.sh -A -o json --request-timeout=1s",
    ]


def test_nodes_are_counted_by_site_and_waiting_needs_none() -> None:
    offer = {"type": "m.large", "capacity": [8.0], "price": 0.5}
    instance = Consolidation.model_validate(
        {
            "problem": "consolidation",
            "name": "two-kinds",
            "resources": ["cpu"],
            "objective": "price",
            "machines": [
                {"name": "n1", "capacity": [4.0], "price": 1.0, "pool": "old"},
                {"name": "n2", "capacity": [4.0], "price": 2.0, "pool": "old", "keep": True},
            ],
            "offers": [offer],
            "items": [
                {"name": "a", "machine": "n1", "demand": [3.0]},
                {"name": "b", "machine": "n2", "demand": [3.0]},
            ],
        }
    )
    today = fleet_row(instance, "today", instance.home, 0)
    assert (today.nodes, today.money, today.pools) == (2, 730 * 3.0, {"old": 2})
    added = [site.name for site in instance.sites].index("m.large#1")
    moved = fleet_row(instance, "moved", np.array([added, added]), 2)
    assert (moved.nodes, moved.money) == (2, 730 * 2.5)  # n2 is kept, m.large#1 is added
    assert moved.pools == {"no pool": 1, "old": 1}


def test_an_item_that_waits_is_on_no_node() -> None:
    instance = Consolidation.model_validate(
        {
            "problem": "consolidation",
            "name": "one-waits",
            "resources": ["cpu"],
            "machines": [{"name": "n1", "capacity": [4.0]}, {"name": "n2", "capacity": [4.0]}],
            "items": [
                {"name": "a", "machine": "n1", "demand": [3.0]},
                {"name": "b", "demand": [9.0], "optional": True},
            ],
        }
    )
    outcome = optgap.solve(instance)
    assert outcome.decision is not None and set(outcome.decision["machine"]) == {"a"}
    row = fleet_row(instance, "auto", instance.numbers(outcome.decision), 0)
    assert (row.nodes, row.money) == (1, None)


def test_the_note_says_how_few_evictions_a_plan_as_good_needs() -> None:
    """By hand: either node becomes free, n1 by one eviction and n2 by two."""
    nodes = [{"name": "n1", "capacity": [4.0]}, {"name": "n2", "capacity": [4.0]}]
    pods = [{"name": "a", "machine": "n1", "demand": [2.0]}]
    pods += [{"name": name, "machine": "n2", "demand": [1.0]} for name in "bc"]
    instance = Consolidation.model_validate(
        {"problem": "consolidation", "name": "two", "resources": ["cpu"], "machines": nodes}
        | {"items": pods}
    )
    row = reached(instance, "auto", optgap.solve(instance, time_limit=60))
    assert (row.nodes, row.evictions, row.note) == (1, 1, "fewest evictions (certified)")


@pytest.mark.parametrize("words", ["no database", "no folder"])
def test_a_database_that_cannot_be_used_is_named(dump: Path, tmp_path: Path, words: str) -> None:
    path = tmp_path / "runs.sqlite"
    if words == "no database":
        path.write_text("this is a text file and no database of runs\n" * 40)
    else:
        path = tmp_path / "missing" / "runs.sqlite"
    ended = RUN.invoke(app, ["fleet", "watch", str(dump), "--database", str(path)])
    assert isinstance(ended.exception, optgap.InputError)  # the program makes exit code 2 of it
    rules = {"no database": "--database: cannot be used", "no folder": "folder does not exist"}
    assert rules[words] in str(ended.exception)
