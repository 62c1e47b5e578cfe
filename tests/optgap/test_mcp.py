"""`optgap mcp`: the tools through the reference client over stdio, hostile arguments included."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import optgap
from optgap.core.files import document_of
from optgap.core.installed import entry_points_of

mcp = pytest.importorskip("mcp", reason="the extra mcp is not installed")

SUITE = {"solve", "compare", "check", "explain", "prove", "judge", "schemas"}
SEEDED = "def plan(instance):\n    return {'machine': [0] * instance.instances}\n"


def answers(
    folder: Path, calls: list[tuple[str, dict]], *options: str
) -> list[tuple[bool, object]]:
    """Return of each call whether it failed, and its answer; all on one server."""

    async def talk() -> list[tuple[bool, object]]:
        command = ["-m", "optgap", "mcp", str(folder), *options]
        server = mcp.StdioServerParameters(command=sys.executable, args=command)
        found = []
        async with (
            mcp.stdio_client(server) as (read, write),
            mcp.ClientSession(read, write) as session,
        ):
            await session.initialize()
            listed = await session.list_tools()
            names = {tool.name for tool in listed.tools}
            own = {"solve", "compare", "check", "explain", "prove", "schemas"}
            assert names == own | set(entry_points_of("optgap.tools"))
            assert all(tool.description for tool in listed.tools)
            for name, given in calls:
                result = await session.call_tool(name, given)
                text = result.content[0].text
                found.append((result.is_error, text if result.is_error else json.loads(text)))
        return found

    return asyncio.run(talk())


def test_every_tool_answers(tmp_path: Path) -> None:
    document = document_of(optgap.load("placement/fig6"))
    (tmp_path / "mine.json").write_text(json.dumps(document))
    (tmp_path / "rule.py").write_text(SEEDED)
    found = answers(
        tmp_path,
        [
            ("solve", {"instance": "placement/fig6", "output": "solution.json"}),
            ("solve", {"instance": document, "method": "fuxi"}),
            ("compare", {"instance": "mine.json", "methods": ["ipa", "fuxi", "bottleneck"]}),
            ("check", {"instance": "mine.json", "solution": "solution.json"}),
            ("check", {"instance": "mine.json", "solution": {"machine": [0, 0]}}),
            ("explain", {"instance": "placement/fig6"}),
            ("prove", {"instance": "placement/fig6", "folder": "proof"}),
            ("schemas", {}),
            ("schemas", {"problem": "placement"}),
        ],
    )
    assert not any(failed for failed, _ in found), found
    solved, fuxi, compared, good, bad, explained, proven, listed, one = [a for _, a in found]
    assert (solved["status"], solved["objective"], solved["bound"]) == ("optimal", 16, 16)
    assert "certificate" in solved["proof"] and solved["decision"]
    assert fuxi["bound"] is None and fuxi["proof"] == "no bound is known"
    assert [row["gap_kind"] for row in compared["rows"]] == ["proven"] * 3
    assert good["feasible"] and not bad["feasible"]
    assert explained["feasible"]
    assert proven["verified"] and (tmp_path / "proof" / "verify_proof.py").exists()
    assert set(listed["problems"]) == set(optgap.problem_names())
    assert "fig6" in str(one["instances"]) and "ipa" in one["methods"]


def test_hostile_arguments_are_answered_and_nothing_is_touched(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    outside = tmp_path / "outside.json"
    optgap.save(optgap.load("placement/fig6"), outside)
    (inside / "link.json").symlink_to(outside)
    (inside / "rule.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n{SEEDED}")
    document = json.loads(outside.read_text())
    sidecar = {**document, "latency": {"npy": "../outside.npy"}}
    marker = f"exec:touch {tmp_path / 'ran'}"
    calls = [
        *(
            ("solve", {"instance": name})
            for name in (
                "../outside.json",
                str(outside),
                "link.json",
                "/etc/passwd",
                "",
                ".",
                "a\0b",
            )
        ),
        ("solve", {"instance": sidecar}),
        ("solve", {"instance": {"problem": "nothing"}}),
        ("solve", {"instance": "placement/fig6", "method": "rule.py:plan"}),
        ("solve", {"instance": "placement/fig6", "method": marker}),
        ("compare", {"instance": "placement/fig6", "methods": ["ipa", marker]}),
        ("solve", {"instance": "placement/fig6", "solver": "pyomo:cbc"}),
        ("solve", {"instance": "placement/fig6", "output": "../written.json"}),
        ("solve", {"instance": "placement/fig6", "output": "rule.py"}),
        ("solve", {"instance": "placement/fig6", "time_limit": -1}),
        ("solve", {"instance": "placement/fig6", "seed": "; rm -rf"}),
        ("prove", {"instance": "placement/fig6", "folder": "../proof"}),
        ("check", {"instance": "placement/fig6", "solution": "../outside.json"}),
        ("check", {"instance": "placement/fig6", "solution": {"machine": [1e400]}}),
        ("schemas", {"problem": "../../etc"}),
    ]
    found = answers(inside, [*calls, ("solve", {"instance": "placement/fig6"})])
    for call, (failed, text) in zip(calls, found[:-1], strict=True):
        if call[0] == "check" and not failed:
            assert not text["feasible"], call
            continue
        assert failed, (call, text)
    assert found[-1][1]["objective"] == 16, "the server went on"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["inside", "outside.json"]
    assert sorted(path.name for path in inside.iterdir()) == ["link.json", "rule.py"]


@contextmanager
def raw_server(folder: Path, *options: str) -> Iterator[Callable[..., dict]]:
    """Context manager: a function that sends lines to a server and returns its last answer."""
    server = subprocess.Popen(
        [sys.executable, "-m", "optgap", "mcp", str(folder), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def send(*lines: str | dict) -> dict:
        for line in lines:
            server.stdin.write((line if isinstance(line, str) else json.dumps(line)) + "\n")
        server.stdin.flush()
        return json.loads(server.stdout.readline())

    client = {"protocolVersion": "2025-06-18", "capabilities": {}}
    client["clientInfo"] = {"name": "test", "version": "1"}
    try:
        send(request(0, "initialize", client))
        server.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        yield send
    finally:
        server.kill()
        server.communicate()


def request(number: int, method: str, given: dict) -> dict:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": given}


def tool(number: int, name: str, given: dict) -> dict:
    return request(number, "tools/call", {"name": name, "arguments": given})


def test_broken_lines_are_answered(tmp_path: Path) -> None:
    deep = json.dumps(tool(7, "solve", {"instance": 0})).replace(
        ": 0", ": " + "[" * 500 + "]" * 500
    )
    with raw_server(tmp_path) as send:
        for line, number in (("{broken", None), (deep, 7), ('{"id": 3}', 3), ("[1]", None)):
            answer = send(line)
            assert answer["id"] == number
            assert answer["error"]["message"].startswith("the line is no message: ")
        answer = send(tool(8, "solve", {"instance": "placement/fig6"}))
        assert (answer["id"], answer["result"]["isError"]) == (8, False)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"instance": "placement/fig6", "timelimit": 1}, "timelimit\n  Extra inputs"),
        ({"instance": "x" * 100_000}, "File name too long"),
        ({"instance": "\x1b[2J.json"}, "\\x1b[2J.json"),
    ],
)
def test_what_is_wrong_with_an_argument_is_said(tmp_path: Path, given: dict, words: str) -> None:
    ((failed, text),) = answers(tmp_path, [("solve", given)])
    assert failed and words in text and len(text) < 1000


def test_a_cancelled_call_stops_and_the_next_one_is_answered(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text("def plan(instance):\n    while True: pass\n")
    slow = {"instance": "placement/fig6", "method": "endless.py:plan", "time_limit": 1000}
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    with raw_server(tmp_path, "--allow-programs", "--time-limit", "1000") as send:
        answer = send(tool(1, "solve", slow), tool(2, "schemas", {}), cancel)
        while answer["id"] != 2:
            answer = send()
        assert answer["result"]["isError"] is False


def test_programs_run_only_where_they_are_allowed(tmp_path: Path) -> None:
    (tmp_path / "rule.py").write_text(SEEDED)
    call = ("solve", {"instance": "placement/fig6", "method": "rule.py:plan"})
    far = ("solve", {"instance": "placement/fig6", "method": "../rule.py:plan"})
    found = answers(tmp_path, [call, far], "--allow-programs")
    assert not found[0][0] and found[0][1]["stopped"] == "error"  # capacity is broken
    assert found[1][0] and "below the folder" in found[1][1]


def test_without_the_package_it_says_what_to_install(optgap_command, monkeypatch) -> None:
    monkeypatch.setattr("optgap.cli.agents.is_installed", lambda name: False)
    ended = optgap_command("mcp")
    assert ended.code == 2 and "optgap[mcp]" in ended.err
