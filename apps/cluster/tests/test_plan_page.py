"""The page of a plan: what it shows, that names are data, and how it looks in a browser."""

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import optgap
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.kubernetes.generate import generate_dump

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
HOSTILE = "<script>alert(1)</script>\"'&\x1b[31m\u202e"


class Page(HTMLParser):
    """The tags, the texts and the rows of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.append(" ".join(data.split()))


def small(tmp_path: Path, name: str = "n") -> tuple[Path, Path]:
    """Three machines, of which one is empty and one becomes free, with prices and an offer."""
    machines = [
        {"name": f"{name}{k}", "capacity": [8.0, 8.0], "price": 1.5, "type": f"t{name}"}
        for k in (1, 2, 3)
    ]
    items = [
        {"name": f"s/{name}a", "demand": [2.0, 1.0], "machine": f"{name}1", "seconds": 90.0},
        {"name": f"s/{name}b", "demand": [2.0, 4.0], "machine": f"{name}2", "seconds": 40.0},
    ]
    document = {
        "problem": "consolidation",
        "version": 1,
        "name": f"cluster {name}",
        "resources": ["cpu", "memory"],
        "machines": machines,
        "items": items,
        "objective": "price",
        "notes": [f"1 pod prefers {name}"],
    }
    now, then = tmp_path / "now.json", tmp_path / "then.json"
    now.write_text(json.dumps(document))
    moved = {f"s/{name}a": f"{name}2", f"s/{name}b": f"{name}2"}
    outcome = optgap.solve(now, "column-generation").model_dump(mode="json")
    assert (outcome["status"], outcome["bound_kind"]) == ("optimal", "certified")
    then.write_text(json.dumps({**outcome, "decision": {"machine": moved}}))
    return now, then


def test_the_page_shows_what_a_review_asks(optgap_command, tmp_path: Path) -> None:
    now, then = small(tmp_path)
    target = tmp_path / "page.html"
    ended = optgap_command("plan", now, then, "--html", target, "--simulate", "default")
    assert (ended.code, f"wrote {target}" in ended.err) == (0, True)
    assert "expected duration: about 1 min 30 s with 5 steps at once, wave after wave" in ended.out
    words = Page(target.read_text()).words
    for head, value, note in (
        ("nodes in use", "2 → 1", None),
        ("price per hour", "3 → 1.5", "no plan is better (certificate checked)"),
        ("saved per month", "1,095", "of 730 hours"),
        ("evictions", "1", "pods that move"),
        ("waves", "1", "about 1 min 30 s with 5 steps at once"),
        ("empty now", "1", "n3"),
    ):
        at = words.index(head)
        assert words[at + 1] == value
        assert note is None or words[at + 2] == note
    said = " ".join(words)
    assert "holds without pins" in said
    assert "free after wave 1" in said
    assert "delete the instance by its providerID" in said
    assert "1 pod prefers n" in said
    at = words.index("tn, 1.5")
    assert words[at - 1 : at + 2] == ["n3", "tn, 1.5", "0 → 0"]
    assert said.index("n3 tn, 1.5 0 → 0") < said.index("n1 tn, 1.5 1 → 0")


def test_names_are_data(optgap_command, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    assert optgap_command("plan", *small(tmp_path, HOSTILE), "--html", target).code == 0
    text = target.read_text()
    page = Page(text)
    assert not {"script", "img", "a", "link", "iframe"} & set(page.tags)
    assert "<script" not in text
    assert "\x1b" not in text and "\u202e" not in text
    assert any("<script>alert(1)</script>" in word for word in page.words)
    assert "http" not in text.replace("http-equiv", "")
    svg = text[text.index("<svg") : text.index("</svg>")]
    assert "alert" not in svg


def test_a_page_that_cannot_be_written_is_refused_before_the_work(
    optgap_command, tmp_path: Path
) -> None:
    now, then = small(tmp_path)
    for target in (tmp_path / "no" / "page.html", now):
        ended = optgap_command("plan", now, then, "--html", target)
        assert ended.code == 2
        assert ended.out == ""


def test_a_plan_of_nothing_has_a_page(optgap_command, tmp_path: Path) -> None:
    now, then = small(tmp_path)
    same = {"machine": {"s/na": "n1", "s/nb": "n2"}}
    then.write_text(json.dumps(same))
    target = tmp_path / "page.html"
    assert optgap_command("plan", now, then, "--html", target).code == 0
    words = Page(target.read_text()).words
    assert "Nothing has to move." in words
    assert words.count("stays") == 2


def test_the_time_of_a_move_is_grace_and_the_usual_start(tmp_path: Path) -> None:
    """30 s by default, and the median of what pods of the owner took from a node to ready."""
    dump = generate_dump(1, nodes=6, pods=40)
    pods = [each for each in dump["items"] if each["kind"] == "Pod"]
    owner = pods[-1]["metadata"]["ownerReferences"]
    mates = [each for each in pods if each["metadata"]["ownerReferences"] == owner]
    for each, ready in zip(mates, ("00:05", "00:15", "59:00"), strict=False):
        each["status"] = {
            "conditions": [
                {"type": t, "status": "True", "lastTransitionTime": f"2026-05-01T10:{at}Z"}
                for t, at in (("PodScheduled", "00:00"), ("Ready", ready))
            ]
        }
    mates[0]["spec"]["terminationGracePeriodSeconds"] = 60
    (tmp_path / "d.json").write_text(json.dumps(dump))
    seconds = {i.name: i.seconds for i in read_cluster([tmp_path]).instance.items}
    usual = 15 if len(mates) > 2 else 10 if len(mates) == 2 else 5
    known = {name: value for name, value in seconds.items() if value is not None}
    assert len(known) == len(mates)
    assert sorted(known.values()) == [*[30 + usual] * (len(mates) - 1), 60 + usual]


def test_probes_and_owners_say_how_long_a_start_takes_at_least(tmp_path: Path) -> None:
    """Started after 5 + 3 · 10 s, asked from then on every 4 s twice; 20 s more by the owner."""
    dump = generate_dump(1, nodes=6, pods=40)
    pods = [each for each in dump["items"] if each["kind"] == "Pod"]
    probed = pods[-1]
    name = probed["metadata"]["ownerReferences"][0]["name"]
    probed["spec"]["containers"][0] |= {
        "startupProbe": {"initialDelaySeconds": 5, "periodSeconds": 10, "successThreshold": 3},
        "readinessProbe": {"initialDelaySeconds": 8, "periodSeconds": 4, "successThreshold": 2},
    }

    def seconds(*more: dict[str, object]) -> float | None:
        (tmp_path / "d.json").write_text(json.dumps({**dump, "items": [*dump["items"], *more]}))
        items = read_cluster([tmp_path]).instance.items
        key = f"{probed['metadata']['namespace']}/{probed['metadata']['name']}"
        return next(item.seconds for item in items if item.name == key)

    kind = probed["metadata"]["ownerReferences"][0]["kind"]
    made = probed["metadata"]["labels"].get("pod-template-hash")
    if made:
        kind, name = "Deployment", name.removesuffix(f"-{made}")
    owner = {
        "kind": kind,
        "metadata": {"namespace": probed["metadata"]["namespace"], "name": name},
        "spec": {"minReadySeconds": 20},
    }
    assert seconds() == 30 + 35 + 8
    assert seconds(owner) == 30 + 35 + 8 + 20
    assert seconds({**owner, "spec": {"minReadySeconds": "soon"}}) == 30 + 35 + 8


@pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")
@pytest.mark.parametrize("width", [1200, 500])
def test_in_a_browser(optgap_command, tmp_path: Path, width: int) -> None:
    """Nothing sticks out at the side, and nothing is fetched."""
    dump, now = tmp_path / "d.json", tmp_path / "now.json"
    dump.write_text(json.dumps(generate_dump(3, nodes=9, pods=60)))
    optgap.save(read_cluster([dump]).instance, now)
    optgap_command("solve", now, "--method", "drain-best-fit", "-o", tmp_path / "then.json")
    target = tmp_path / "page.html"
    optgap_command("plan", now, tmp_path / "then.json", "--html", target)
    text = re.sub(r"<meta http-equiv=[^>]*>", "", target.read_text())
    measuring = """<script>addEventListener("load", () => {
      const pre = document.createElement("pre"); pre.id = "measured";
      pre.textContent = JSON.stringify([document.documentElement.scrollWidth - innerWidth,
        performance.getEntriesByType("resource").length,
        document.querySelector("svg").getBoundingClientRect().height > 80]);
      document.body.append(pre); });</script></body>"""
    target.write_text(text.replace("</body>", measuring))
    command = [
        BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
        f"--user-data-dir={tmp_path / 'profile'}", f"--window-size={width},900", "--dump-dom",
        target.as_uri(),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    measured = re.search(r'<pre id="measured">(.*?)</pre>', done.stdout)
    assert measured, done.stderr[-2000:]
    sideways, requests, drawn = json.loads(measured[1])
    assert sideways <= 0
    assert (requests, drawn) == (0, True)
