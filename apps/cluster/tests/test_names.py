"""Names are data: no text that somebody runs or opens takes one for a command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import optgap
from optgap.core.faults import InputError
from optgap.instances.consolidation import Consolidation
from optgap_cluster.kubernetes import read_cluster

HOSTILE = (
    *("n1\ntouch PWNED #", "--all", "../../../nodes/x", "$(touch PWNED)", "`touch PWNED`"),
    *("n1; touch PWNED", "n1 || touch PWNED", "n1' ; touch PWNED ; '", 'n1"; touch PWNED; "'),
    *("n1\r\ntouch PWNED", "n1\u2028touch PWNED", "n1\x00", "n1\n", "-n", "N1", "a..b", "a.-b"),
    *("\\\ntouch PWNED", "n1 > PWNED", "n1\x1b[2J", "a/b", "ä", "n１", "", ".", "a" * 254),
)


def node(name: Any) -> dict[str, Any]:
    has = {"cpu": "4", "memory": "8Gi", "pods": "10"}
    return {"kind": "Node", "metadata": {"name": name}, "status": {"allocatable": has}}


def pod(name: Any, namespace: Any, on: str) -> dict[str, Any]:
    containers = [{"resources": {"requests": {"cpu": "1", "memory": "1Gi"}}}]
    metadata = {"name": name, "namespace": namespace}
    return {
        "kind": "Pod",
        "metadata": metadata,
        "spec": {"nodeName": on, "containers": containers},
        "status": {"phase": "Running"},
    }


def dump(folder: Path, *items: dict[str, Any]) -> Path:
    path = folder / "dump.json"
    path.write_text(json.dumps({"kind": "List", "items": items}))
    return path


@pytest.mark.parametrize("name", HOSTILE)
def test_an_import_refuses_hostile_names(name: str, tmp_path: Path) -> None:
    document = dump(
        tmp_path, node("n1"), node(name), pod(name, "default", "n1"), pod("a", name, "n1")
    )
    with pytest.raises(InputError) as error:
        read_cluster([document])
    places = [fault.place for fault in error.value.faults]
    assert places == [
        "dump.json: items[1]: metadata.name",
        "dump.json: items[2]: metadata.name",
        "dump.json: items[3]: metadata.namespace",
    ]
    assert all("must be a DNS-1123" in fault.rule for fault in error.value.faults)


def test_a_namespace_has_no_dots_and_is_short(tmp_path: Path) -> None:
    for bad in ("a.b", "a" * 64):
        spaces = {"kind": "Namespace", "metadata": {"name": bad}}
        document = dump(tmp_path, node("n1.x"), pod("p.x", bad, "n1.x"), spaces)
        with pytest.raises(InputError) as error:
            read_cluster([document])
        assert len(error.value.faults) == 2


@pytest.mark.parametrize("metadata", ["x", [1], 7, {"name": [1]}, {"name": {}}])
def test_metadata_of_any_kind_is_a_fault_and_no_crash(metadata: Any, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="metadata"):
        read_cluster([dump(tmp_path, {**node("n1"), "metadata": metadata})])


@pytest.mark.parametrize("skew", [1e30, 10**30, 2**31, 0, -1, 1.5, "1e30", "9" * 40, "x"])
def test_a_skew_is_a_count_in_the_words_of_this_project(skew: Any, tmp_path: Path) -> None:
    placed = pod("p", "default", "n1")
    placed["spec"]["topologySpreadConstraints"] = [
        {"maxSkew": skew, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}
    ]
    with pytest.raises(InputError) as error:
        read_cluster([dump(tmp_path, node("n1"), placed)])
    fault = error.value.faults[0]
    assert fault.place == "dump.json: items[1]: spec.topologySpreadConstraints[0].maxSkew"
    assert fault.rule.startswith("must be ")


def test_offers_have_names_that_a_label_can_have(tmp_path: Path) -> None:
    prices, offers = tmp_path / "prices.csv", tmp_path / "offers.csv"
    prices.write_text("type,price\nc.large,1\nStandard_D4s_v3,1\n")
    typed = node("n1")
    typed["metadata"]["labels"] = {"node.kubernetes.io/instance-type": "c.large"}
    document = dump(tmp_path, typed, pod("a", "b", "n1"))
    head = "type,price,cpu,memory,pods\n"
    offers.write_text(f"{head}Standard_D4s_v3,1,4,8Gi,10\n")
    made = read_cluster([document], prices=prices, offers=offers).instance
    assert [offer.called for offer in made.offers or ()] == ["Standard_D4s_v3"]
    offers.write_text(f"{head}--all,1,4,8Gi,10\n$(touch PWNED),1,4,8Gi,10\n,1,4,8Gi,10\n")
    with pytest.raises(InputError) as error:
        read_cluster([document], prices=prices, offers=offers)
    assert [fault.place for fault in error.value.faults] == [f"line {k}: type" for k in (2, 3, 4)]


def test_the_command_ends_with_2_and_prints_no_line(optgap_command, tmp_path: Path) -> None:
    instance = Consolidation.model_validate(
        {
            "name": "hostile",
            "resources": ["cpu"],
            "machines": [{"name": n, "capacity": [2.0]} for n in ("--all", "n2\ntouch PWNED #")],
            "items": [
                {"name": "a/b", "demand": [1.0], "machine": "--all"},
                {"name": "../../x", "demand": [1.0], "machine": "n2\ntouch PWNED #"},
            ],
        }
    )
    optgap.save(instance, tmp_path / "i.json")
    optgap_command("solve", tmp_path / "i.json", "-o", tmp_path / "s.json")
    ended = optgap_command("plan", tmp_path / "i.json", tmp_path / "s.json", "--format", "sh")
    assert (ended.code, ended.out) == (2, "")
    assert "must be a DNS-1123 subdomain" in ended.err
    assert "Traceback" not in ended.err
