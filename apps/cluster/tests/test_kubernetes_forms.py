"""The forms in which a dump comes: lists and streams, YAML, gzip, standard input, a snapshot."""

import gzip
import io
import itertools
import json
import sys
import tarfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from kubernetes_objects import NODES, node, pod

from optgap.core.faults import InputError
from optgap_cluster.kubernetes import read_cluster, streams
from optgap_cluster.kubernetes.generate import generate_dump
from optgap_cluster.kubernetes.streams import NotReadableError, Window, json_entries


def test_yaml_gzip_and_standard_input_say_the_same(tmp_path: Path, monkeypatch: Any) -> None:
    dump = generate_dump(1, nodes=6, pods=40)
    text = json.dumps(dump).encode()
    (tmp_path / "d.json").write_bytes(text)
    known = read_cluster([tmp_path / "d.json"])
    printed = yaml.safe_dump(dump).encode()
    stream = b"".join(b"---\n" + yaml.safe_dump(each).encode() for each in dump["items"])
    for name, content in (
        ("a.yaml", printed),
        ("b.yml", stream),
        ("c.json.gz", gzip.compress(text)),
        ("d.yaml.gz", gzip.compress(printed)),
        ("e.txt", b"\xef\xbb\xbf" + text),
    ):
        (tmp_path / name).write_bytes(content)
        assert read_cluster([tmp_path / name]) == known, name
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert read_cluster([Path("-")]) == known, name
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "nodes.yaml").write_text(yaml.safe_dump({"kind": "List", "items": dump["items"][:6]}))
    rest = json.dumps({"kind": "List", "items": dump["items"][6:]}).encode()
    (folder / "rest.json.gz").write_bytes(gzip.compress(rest))
    assert read_cluster([folder]) == known


def test_a_snapshot_of_the_autoscaler(tmp_path: Path) -> None:
    """`NodeList`, `UnscheduledPodsCanBeScheduled`, `TemplateNodes`: objects without kinds."""

    def bare(made: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in made.items() if key != "kind"}

    kind = "node.kubernetes.io/instance-type"
    one, two, template = (node(name, zone="a") for name in ("n1", "n2", "template-node-for-x-1"))
    for each, size in ((one, "m5.large"), (two, "m5.large"), (template, "m5.xlarge")):
        each["metadata"]["labels"][kind] = size
    document = {
        "NodeList": [
            {"Pods": [bare(pod("a", "n1", "a"))], "Node": bare(one)},
            {"Node": bare(two), "Pods": None},
        ],
        "UnscheduledPodsCanBeScheduled": [bare(pod("w", None, "w"))],
        "Error": "unable to get nodes",
        "StartTimestamp": "2026-05-01T10:00:00Z",
        "TemplateNodes": {
            "big": {"Node": bare(template), "Pods": []},
            "https://cloud/groups/other": {"Node": bare(template), "Pods": []},
            "unpriced": {"Node": bare(node("t2")), "Pods": []},
        },
    }
    path, prices = tmp_path / "snapshotz", tmp_path / "p.csv"
    path.write_text(json.dumps(document))
    prices.write_text("type,price\nm5.large,1\nm5.xlarge,2\n")
    plain = read_cluster([path])
    assert {item.name: item.machine for item in plain.instance.items} == {
        "default/a": "n1",
        "default/w": None,
    }
    assert "the autoscaler reports in its snapshot: unable to get nodes" in plain.warnings
    assert any("a snapshot of the autoscaler" in note for note in plain.warnings)
    priced = read_cluster([path], prices=prices)
    offers = priced.instance.offers or ()
    assert [(o.called, o.type, o.price, o.at_most) for o in offers] == [
        ("big", "m5.xlarge", 2, 10),
        ("m5.xlarge", "m5.xlarge", 2, 10),
    ]
    assert any("the node group unpriced is not an offer" in note for note in priced.warnings)
    del document["NodeList"][0]["Node"]
    path.write_text(json.dumps(document))
    with pytest.raises(InputError, match=r"snapshotz: NodeList\[0\]: must be a JSON object with"):
        read_cluster([path])


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "d: is empty"),
        (b" \n ", "d: is empty"),
        (
            b'{"kind": "List", "items": [{"a": 1}',
            "is not JSON, or is cut off: Expecting ',' or ']'",
        ),
        (b'{"kind": "List"\n"items": []}', "d line 2, column 1: is not JSON"),
        (b'{"kind": "List", "items": [1,]}', "d line 1, column"),
        (b"{1: 2}", "d line 1, column 2: is not JSON"),
        (b'{"a": ' + b"[" * 100_000, "is not JSON, or is cut off"),
        (b"kind: [", "is neither JSON nor YAML"),
        (b"a: 1\nb:\n- c\n d: 2\n", "d line 4, column"),
        (b"<html>no</html>", "must be a JSON object with a kind (found '<html>no</html>')"),
        (b"error: you must be logged in", "d: kind: must be Node, Pod"),
        (b"a: &a [x]\nb: *a\n", "has an alias"),
        (b"\xff\xfe{}", "is not UTF-8 text"),
        (b'{"kind": "List", "items": [{"kind": "\\ud800"}]}', "cut off: half a character"),
        (b'kind: "\\ud800"', "is neither JSON nor YAML"),
        (b'{"kind": ["List"]}', "d: kind: must be Node"),
        (
            b'{"kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [{}], '
            b'"priority": 99999999999}}',
            "d: spec.priority: must be less than or equal to 2147483647",
        ),
        (b'{"NodeList": [], "UnscheduledPodsCanBeScheduled": 3}', "CanBeScheduled: must be a list"),
        (
            b'{"kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [{}], '
            b'"volumes": [{"emptyDir": 3}]}}',
            "d: spec.volumes[0]: must have an object under emptyDir",
        ),
        (b"\x1f\x8b\x08garbage", "is not a gzip file, or is cut off"),
        (
            gzip.compress(b'{"kind": "List", "items": []}', mtime=0)[:-9],
            "is not a gzip file, or is cut off",
        ),
    ],
)
def test_what_is_no_dump_is_one_fault_with_its_place(
    tmp_path: Path, content: bytes, fault: str
) -> None:
    (tmp_path / "d").write_bytes(content)
    with pytest.raises(InputError) as raised:
        read_cluster([tmp_path / "d"])
    assert any(fault in str(each) for each in raised.value.faults), raised.value


def test_texts_that_stand_for_endless_ones_are_refused(tmp_path: Path) -> None:
    layers = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    layers += [f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 9)}]" for k in range(1, 12)]
    (tmp_path / "d.yaml").write_text("\n".join(["kind: Node", *layers]))
    with pytest.raises(InputError, match="has an alias"):
        read_cluster([tmp_path / "d.yaml"])


@pytest.mark.parametrize("step", [1, 2, 3, 7, 64])
def test_the_window_does_not_change_what_is_read(step: int) -> None:
    """Wherever the text is cut, also inside of a number, a character or an escape."""
    header = {"n": -12.5e3, "s": 'ü"\\u00e9 {[', "items": [{"a": [1, {}]}, 22], "t": None}
    documents = [header, {}, {"items": []}, {"items": 3}, 1234]
    text = " \n ".join(json.dumps(each, ensure_ascii=False) for each in documents).encode()
    stream = io.BytesIO(text)
    window = Window(lambda _: stream.read(step))
    entries = [entry[:4] for entry in json_entries(window)]
    assert entries == [
        (0, "items", 0, {"a": [1, {}]}),
        (0, "items", 1, 22),
        (0, "", 0, {**header, "items": []}),
        (1, "", 0, {}),
        (2, "", 0, {"items": []}),
        (3, "", 0, {"items": 3}),
        (4, "", 0, 1234),
    ]


@pytest.mark.parametrize("step", [1, 5, 1000])
def test_a_fault_is_where_it_is_whatever_the_window(step: int) -> None:
    text = b'{"kind": "List",\n "items": [\n  {"a": 1},\n  {"b": x}]}'
    stream = io.BytesIO(text)
    with pytest.raises(NotReadableError) as raised:
        list(json_entries(Window(lambda _: stream.read(step))))
    assert raised.value.fault.place == " line 4, column 9"


def test_only_a_part_of_a_large_dump_is_in_memory() -> None:
    """Of a List of 64 MiB no more than a few windows."""
    entry = json.dumps({"kind": "Pod", "text": "x" * 60_000}).encode()
    count = 1_100
    parts = iter([b'{"items": [', *[entry + b","] * (count - 1), entry, b"]}"])
    window = Window(lambda _: next(parts, b""))
    largest = 0
    seen = 0
    for each in json_entries(window):
        seen += each.key == "items"
        largest = max(largest, len(window._text))
    assert seen == count
    assert largest < 200_000


def test_items_without_kinds_take_the_kind_of_their_list(tmp_path: Path) -> None:
    """Also where the list says its kind after its items, as the API does for some clients."""
    pods = [{k: v for k, v in pod("a", "n1", "a").items() if k != "kind"}]
    (tmp_path / "p.json").write_text(json.dumps({"items": pods, "kind": "PodList"}))
    (tmp_path / "n.json").write_text(json.dumps({"kind": "List", "items": NODES}))
    (tmp_path / "o.json").write_text(json.dumps({"items": [{}, {}], "kind": "ServiceList"}))
    made = read_cluster([tmp_path])
    assert [item.name for item in made.instance.items] == ["default/a"]
    assert made.warnings[0] == "2 objects of other kinds are not read: Service (2)"


def test_forms_that_people_have(tmp_path: Path) -> None:
    """Folders of `cluster-info dump` and must-gather, their archive, arrays, and bare items."""
    dump = generate_dump(1, nodes=6, pods=40)
    for number, each in enumerate(dump["items"]):
        each["metadata"]["uid"] = f"uid-{number}"
    pods, rest = ([e for e in dump["items"] if (e["kind"] == "Pod") == is_pod] for is_pod in (1, 0))
    bare = [{k: v for k, v in each.items() if k != "kind"} for each in pods]
    lists = "\n".join(
        json.dumps({"kind": kind, "items": items}, indent=1)
        for kind, items in (("List", rest), ("PodList", bare))
    )
    texts = {
        "must-gather/quay-io/cluster-scoped/rest.json": json.dumps(rest),
        "must-gather/quay-io/namespaces/shop/pods.yaml": yaml.safe_dump(
            {"kind": "PodList", "items": pods}
        ),
        "must-gather/quay-io/namespaces/shop/pods/a/a.yaml": yaml.safe_dump(pods[-1]),
        "must-gather/quay-io/namespaces/shop/settings.yaml": "level: 3\n",
        "array.json": json.dumps(dump["items"]),
        "bare.json": json.dumps({"kind": "List", "items": [*rest, *bare]}),
        "warned.json": f"Warning: v1 ComponentStatus is deprecated\n{json.dumps(dump)}",
        "info.txt": f"{lists}\n==== START logs for container a of pod b/c ====\n{{ no\n==== END",
        "known.json": json.dumps(dump),
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    packed = tmp_path / "gathered.tar.gz"
    with tarfile.open(packed, "w:gz") as archive:
        archive.add(tmp_path / "must-gather", "must-gather")
    known = sorted(read_cluster([tmp_path / "known.json"]).instance.items, key=str)
    words = "1 object is repeated with the same uid and counts once"
    for name in ("array.json", "bare.json", "warned.json", "info.txt", "must-gather", packed.name):
        made = read_cluster([tmp_path / name])
        assert sorted(made.instance.items, key=str) == known, name
        assert (words in made.warnings) == ("gather" in name)
    (tmp_path / "cut.tgz").write_bytes(packed.read_bytes()[:900])
    with pytest.raises(InputError, match="is not an archive of tar, or is cut off"):
        read_cluster([tmp_path / "cut.tgz"])


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("d.json.gz", b" " * (1 << 27), "is more than 300 times as long as its compressed form"),
        ("d.json", b'{"kind": "' + b"x" * (1 << 27), "has a value of more than 64 MiB"),
        ("d.yaml", b"# no dump\n" * (1 << 22), "contains over 32 MiB of YAML"),
    ],
)
def test_a_text_has_a_budget(tmp_path: Path, name: str, content: bytes, fault: str) -> None:
    packed = gzip.compress(content) if name.endswith(".gz") else content
    (tmp_path / name).write_bytes(packed)
    with pytest.raises(InputError) as raised:
        read_cluster([tmp_path / name])
    assert any(fault in str(each) for each in raised.value.faults), raised.value


def test_reading_has_a_budget_of_seconds(tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "d.json").write_text(json.dumps(generate_dump(1, nodes=6, pods=40)))
    slow = SimpleNamespace(monotonic=itertools.count(0.0, 601.0).__next__)
    monkeypatch.setattr(streams, "time", slow)
    with pytest.raises(InputError, match="takes longer than 600 s to read"):
        read_cluster([tmp_path / "d.json"])


def test_a_thousand_faults_are_shown_and_all_are_kept(tmp_path: Path) -> None:
    twins = [json.loads(json.dumps(NODES[0])) for _ in range(1500)]
    (tmp_path / "d.json").write_text(json.dumps({"kind": "List", "items": twins}))
    with pytest.raises(InputError, match=r"… and [0-9,]+ more") as raised:
        read_cluster([tmp_path / "d.json"])
    assert len(raised.value.faults) >= 1499 and str(raised.value).count("\n") < 1010
