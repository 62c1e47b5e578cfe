"""The command line: what each command prints, and its exit code."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import optgap

FIELDS = {
    "problem",
    "version",
    "instance",
    "method",
    "solver",
    "status",
    "stopped",
    "sense",
    "objective",
    "bound",
    "bound_kind",
    "gap",
    "certificate",
    "seconds",
    "timing",
    "seed",
    "options",
    "trace",
    "decision",
    "front",
    "front_complete",
}


def test_demo_shows_exact_beside_heuristic(optgap_command, tmp_path: Path) -> None:
    page = tmp_path / "tour.html"
    ended = optgap_command("demo", "--json", "--report", page)
    assert ended.code == 0
    assert {row["problem"] for row in ended.json} == set(optgap.problem_names())
    methods = {row["method"]: row for row in ended.json if row["problem"] == "placement"}
    assert methods["exact"]["objective"] == methods["bottleneck"]["objective"] == 16
    assert methods["fuxi"]["gap_kind"] == "proven"
    assert methods["fuxi"]["gap_to_best_bound"] == pytest.approx(8 / 24)
    short = optgap_command("demo", "--report", page)
    words = [word for line in short.out.splitlines() for word in line.split()]
    assert all(words.count(name) >= 1 for name in optgap.problem_names())
    assert len(short.out.splitlines()) < 40
    assert "fuxi" not in short.out and "optgap prove" in short.out
    table = optgap_command("demo", "--full", "--report", page)
    assert "fuxi" in table.out
    assert "33.33%" in table.out
    assert page.read_text().index('class="tour"') < page.read_text().index("<h2>placement")
    assert f"wrote {page}" in table.out
    assert all(f"<h2>{name}</h2>" in page.read_text() for name in optgap.problem_names())


def test_problems_and_methods(optgap_command) -> None:
    listing = optgap_command("problems", "--json").json
    assert [entry["problem"] for entry in listing] == optgap.problem_names()
    names = [entry["method"] for entry in optgap_command("methods", "placement", "--json").json]
    assert names == ["exact", "bottleneck", "ipa", "ipa-clustered", "fuxi", "auto"]
    assert "Alg. 4" in optgap_command("methods", "placement").out


def test_solve_prints_and_writes_the_same_document(optgap_command, tmp_path: Path) -> None:
    target = tmp_path / "solution.json"
    ended = optgap_command("solve", "placement/fig6", "--method", "exact", "--json", "-o", target)
    assert ended.code == 0
    assert set(ended.json) >= FIELDS
    assert json.loads(target.read_text()) == ended.json
    assert ended.json["status"] == "optimal"
    assert {"read", "build", "engine"} <= set(ended.json["timing"])
    checked = optgap_command("check", "placement/fig6", target, "--json")
    assert (checked.code, checked.json["feasible"]) == (0, True)


@pytest.mark.parametrize("solver", ["highs", "scip", "cp-sat", "highs,scip"])
def test_solvers(optgap_command, solver: str) -> None:
    document = optgap_command("solve", "placement/fig6", "--solver", solver, "--json").json
    assert (document["status"], document["objective"]) == ("optimal", 16)
    kind = "cross-checked" if "," in solver else "model-certified"
    assert document["bound_kind"] == kind


def test_tightened_form_and_start(optgap_command, tmp_path: Path) -> None:
    ended = optgap_command("solve", "placement/fig6", "--set", "tightened=true", "--json")
    assert (ended.json["objective"], ended.json["options"]["tightened"]) == (16, True)
    start = tmp_path / "start.json"
    optgap_command("solve", "placement/fig6", "--method", "fuxi", "-o", start)
    assert optgap_command("solve", "placement/fig6", "--start", start, "--json").code == 0


def test_infeasible_ends_with_3_and_names_the_blocked(optgap_command) -> None:
    for method in ("exact", "bottleneck"):
        ended = optgap_command("solve", "placement/infeasible", "--method", method, "--json")
        assert (ended.code, ended.json["status"]) == (3, "infeasible")
    assert "0" in ended.json["message"]
    assert ended.json["certificate"]["instances"] == [0, 2]


def test_nothing_in_hand_ends_with_4(optgap_command) -> None:
    ended = optgap_command("solve", "placement/infeasible", "--method", "ipa", "--json")
    assert (ended.code, ended.json["status"]) == (4, "unknown")


def test_violations_end_with_5(optgap_command, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def plan(instance):\n    return {'machine': [0] * instance.instances}\n")
    ended = optgap_command("solve", "placement/fig6", "--method", f"{mine}:plan", "--json")
    assert ended.code == 5
    assert "capacity" in ended.json["message"]


def test_failing_outside_method_ends_with_2(optgap_command) -> None:
    ended = optgap_command("solve", "placement/fig6", "--method", "exec:false", "--json")
    assert ended.code == 2
    nonsense = """exec:echo '{"plan": 1}'"""
    assert optgap_command("solve", "placement/fig6", "--method", nonsense).code == 2


def test_forged_solution_ends_with_5(optgap_command, tmp_path: Path) -> None:
    target = tmp_path / "solution.json"
    optgap_command("solve", "placement/fig6", "-o", target)
    document = json.loads(target.read_text())
    target.write_text(json.dumps({**document, "objective": 1.0}))
    ended = optgap_command("check", "placement/fig6", target)
    assert ended.code == 5
    assert "REJECTED" in ended.out
    assert optgap_command("check", "placement/ties", target, "--json").code == 5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", "placement/fig6", "--method", "exakt"], "did you mean 'exact'"),
        (["solve", "placement/fig6", "--solver", "hihgs"], "did you mean 'highs'"),
        (["solve", "placement/fig6", "--solver", "glop"], "is no engine of method 'exact'"),
        (["solve", "placement/fig6", "--method", "ipa", "--solver", "highs"], "uses no solver"),
        (["solve", "placement/fig6", "--set", "tight=1"], "did you mean 'tightened'"),
        (["solve", "placement/fig6", "--set", "tightened=perhaps"], "must be a valid boolean"),
        (["solve", "placement/fig6", "--set", "tightened"], "must be KEY=VALUE"),
        (["solve", "placement/fig6", "--start", "nowhere.json"], "No such file"),
        (["solve", "placement/fig7"], "did you mean 'placement/fig6'"),
        (["solve", "nowhere.json"], "No such file"),
        (["solve", "placement/fig6", "-o", "no/such/folder/x.json"], "its folder does not exist"),
        (["compare", "placement/fig6", "--methods", "ipa,fuxy"], "did you mean 'fuxi'"),
        (["compare", "nowhere.json", "neither.json"], "2 faults"),
        (["methods", "placment"], "did you mean 'placement'"),
        (["generate", "placement", "--seed", "1", "--set", "machnes=3"], "'machines'"),
        (["generate", "placement", "--seed", "1", "--set", "machines=0"], "must be >= 1"),
        (["generate", "placement"], "--seed"),
        (["export", "placement/fig6", "--to", "model.txt"], "must end in .mps or .lp"),
        (["show", "placement/fig6", "--schema"], "is only valid with the name of a problem"),
        (["solv", "placement/fig6"], "Did you mean 'solve'"),
        (["solve", "placement/fig6", "--time-limit", "-1"], "--time-limit"),
        (["check", "placement/fig6", "nowhere.json"], "No such file"),
    ],
)
def test_bad_input_is_one_clear_message(optgap_command, arguments: list[str], words: str) -> None:
    ended = optgap_command(*arguments)
    assert ended.code == 2
    assert words in " ".join(ended.err.split())
    assert "Traceback" not in ended.err
    assert ended.out == ""


def test_faults_as_json(optgap_command) -> None:
    ended = optgap_command("solve", "placement/fig6", "--method", "exakt", "--json")
    assert ended.json["faults"][0]["place"] == "method"


def test_generate_show_schema(optgap_command, tmp_path: Path) -> None:
    target = tmp_path / "mine.json"
    arguments = ["generate", "placement", "--seed", 3, "--set", "instances=7", "--set"]
    assert optgap_command(*arguments, "noise=0.2", "-o", target).code == 0
    shown = optgap_command("show", target, "--json").json
    assert shown["fields"]["latency"].startswith("7 x 12 numbers")
    assert "--seed 3 --set instances=7" in shown["source"]
    schema = optgap_command("show", "placement", "--schema").json
    assert schema["additionalProperties"] is False
    assert "latency" in schema["properties"]
    assert {"problem", "version", "name", "latency"} <= set(schema["required"])


@pytest.mark.parametrize("suffix", [".mps", ".lp"])
def test_export_is_read_by_another_solver(optgap_command, tmp_path: Path, suffix: str) -> None:
    import highspy

    target = tmp_path / f"model{suffix}"
    assert optgap_command("export", "placement/fig6", "--to", target, "--json").code == 0
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(str(target))
    highs.run()
    assert highs.getInfo().objective_function_value == pytest.approx(16)


def test_compare_with_csv_and_outside_method(optgap_command, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    methods = """bottleneck,ipa,exec:false"""
    ended = optgap_command(
        "compare",
        "placement/fig6",
        "placement/ties",
        "--methods",
        methods,
        "--csv",
        table,
        "--json",
    )
    assert ended.code == 2  # a method from outside crashed; the other rows are there
    assert [row["stopped"] for row in ended.json] == ["complete", "complete", "error"] * 2
    assert ended.json[2]["gap_kind"] == "unknown"
    assert len(table.read_text().splitlines()) == 7


def test_names_with_markup_are_printed_as_they_are(optgap_command, tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text(
        '{"problem": "placement", "version": 1, "name": "[red]x[/red][link=y]", '
        '"latency": [[1]], "capacity": [1]}'
    )
    ended = optgap_command("solve", path, "--method", "ipa")
    assert "[red]x[/red][link=y]" in ended.out


INTERRUPTED = """
import time
def plan(instance):
    time.sleep(60)
"""


def test_ctrl_c_ends_with_130_and_writes_what_there_is(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(INTERRUPTED)
    target = tmp_path / "solution.json"
    command = [sys.executable, "-m", "optgap", "solve", "placement/fig6"]
    process = subprocess.Popen(
        [*command, "--method", "slow.py:plan", "-o", str(target)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    deadline = time.monotonic() + 30
    while not _child_of(process.pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130, errors
    assert b"Traceback" not in errors
    assert json.loads(target.read_text())["stopped"] == "interrupted"


def _child_of(pid: int) -> bool:
    try:
        return bool(Path(f"/proc/{pid}/task/{pid}/children").read_text().strip())
    except FileNotFoundError:
        return not os.path.isdir("/proc")


def test_runs_from_another_directory(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "optgap", "solve", "placement/fig6", "--method", "ipa"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "16" in result.stdout


def test_what_an_engine_prints_itself_is_no_part_of_the_answer(tmp_path: Path) -> None:
    knapsack = (Path(__file__).parents[2] / "examples" / "knapsack.py").read_text()
    head, tail = knapsack.split("    m = pyo.ConcreteModel()\n")
    said = "    import os\n    os.write(1, b'HighsMipSolverData::...\\n')\n"
    (tmp_path / "noisy.py").write_text(f"{head}{said}    m = pyo.ConcreteModel()\n{tail}")
    instance = {"problem": "knapsack", "version": 1, "name": "one", "room": 3}
    instance["things"] = [{"name": "a", "value": 2, "weight": 3}]
    (tmp_path / "one.json").write_text(json.dumps(instance))
    command = [sys.executable, "-m", "optgap", "solve", "one.json", "--problem", "noisy.py"]
    result = subprocess.run([*command, "--json"], cwd=tmp_path, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert "HighsMipSolverData" in result.stderr
    assert json.loads(result.stdout)["objective"] == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
def test_a_full_standard_output_is_said_and_no_defect() -> None:
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "optgap", "problems"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (result.returncode, result.stderr) == (2, "standard output: No space left on device\n")


def test_no_room_for_temporary_files_is_said_and_no_defect(tmp_path: Path) -> None:
    def write_nothing() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    result = subprocess.run(
        [sys.executable, "-m", "optgap", "prove", "placement/fig6", "-o", str(tmp_path / "proof")],
        preexec_fn=write_nothing,
        capture_output=True,
        text=True,
    )
    words = "no folder has room for temporary files; set TMPDIR to one that has\n"
    assert (result.returncode, result.stderr.splitlines()[-1] + "\n") == (2, words)
    assert not (tmp_path / "proof").exists()


@pytest.mark.parametrize("closed", ["0<&-", "2>&-", "0<&- 2>&-"])
def test_a_closed_stream_stops_no_answer(closed: str) -> None:
    command = f"{sys.executable} -m optgap solve placement/fig6 --method ipa --json {closed}"
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert json.loads(result.stdout)["objective"] == 16


@pytest.mark.parametrize("arguments", ["solve placement/fig6 --method ipa", "problems"])
def test_a_closed_standard_output_is_no_success(arguments: str) -> None:
    command = f"{sys.executable} -m optgap {arguments} >&-"
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (2, "standard output: Bad file descriptor\n")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (
            "cd gone; rmdir ../gone; {} -m optgap solve placement/fig6",
            "the working directory has been deleted; change to another one\n",
        ),
        (
            "{} -OO -m optgap solve placement/fig6",
            "optgap needs docstrings: run Python without -OO and PYTHONOPTIMIZE=2\n",
        ),
        (
            "{} -OO -c 'import optgap.formulations.placement' 2>&1 | tail -n 1 >&2; exit 2",
            "ImportError: Pyomo needs docstrings: run Python without -OO and PYTHONOPTIMIZE=2\n",
        ),
    ],
)
def test_surroundings_that_do_not_suit_are_no_defect(tmp_path: Path, code: str, words: str) -> None:
    (tmp_path / "gone").mkdir()
    command = ["sh", "-c", code.format(sys.executable)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (2, words)


def test_an_interrupted_demo_ends_with_130_and_shows_what_it_has(
    optgap_command, tmp_path: Path, monkeypatch
) -> None:
    def interrupted(instance, **limits):
        yield optgap.solve(instance, "ipa").model_copy(update={"stopped": "interrupted"})
        raise AssertionError("went on")

    monkeypatch.setattr("optgap.validation.running.outcomes", interrupted)
    ended = optgap_command("demo", "--json", "--report", tmp_path / "demo.html")
    assert ended.code == 130
    assert [row["method"] for row in ended.json] == ["ipa"]
    assert "interrupted" in (tmp_path / "demo.html").read_text()


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs a folder that takes no files")
def test_a_folder_that_takes_no_files_is_refused_before_the_work(
    optgap_command, monkeypatch
) -> None:
    monkeypatch.setattr("optgap.validation.running.outcomes", None)
    ended = optgap_command("compare", "placement/fig6", "--report", "/proc/r.html", "--json")
    assert ended.code == 2
    assert ended.json["faults"][0]["rule"].startswith("cannot be written")


@pytest.mark.parametrize("done", [0, 1])
def test_an_interrupt_between_methods_shows_what_is_done(
    optgap_command, tmp_path: Path, monkeypatch, done: int
) -> None:
    def outcomes(instance, *_, **limits):
        for _ in range(done):
            yield optgap.solve(instance, "ipa")
        raise KeyboardInterrupt

    monkeypatch.setattr("optgap.validation.running.outcomes", outcomes)
    ended = optgap_command("compare", "placement/fig6", "--json", "--report", tmp_path / "r.html")
    assert ended.code == 130
    assert len(ended.json) == done
    assert (tmp_path / "r.html").exists()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_every_standard_output_is_written_to(encoding: str, tmp_path: Path) -> None:
    """Names with letters that the encoding has, and with others; JSON stays JSON."""
    machines = [{"name": f"m{letter}", "capacity": [5]} for letter in "ä→𝛼"]
    items = [{"name": "Ł", "demand": [5], "machine": "mä"}]
    instance = tmp_path / "names.json"
    instance.write_text(
        json.dumps({"problem": "consolidation", "version": 1, "name": "Hülle 𝛼", "resources": ["č"],
                    "machines": machines, "items": items, "empty_machines": "any"})
    )  # fmt: skip
    environment = {**os.environ, "PYTHONIOENCODING": encoding}

    def printed(*words: object) -> str:
        ended = subprocess.run(
            [sys.executable, "-m", "optgap", *map(str, words)],
            capture_output=True, env=environment, cwd=tmp_path, check=False,
        )  # fmt: skip
        assert ended.returncode == 0 and b"Traceback" not in ended.stderr, (words, ended.stderr)
        return ended.stdout.decode("utf-8" if encoding == "ascii" else encoding)

    shown = printed("show", instance)
    assert "Hülle" in shown and ("\\ud835\\udefc" in shown) == (encoding == "latin-1")
    for command in (["compare", instance, "--methods", "exact"], ["solve", instance, "--pool", 2]):
        assert "Hülle" in printed(*command)
    told = json.loads(printed("solve", instance, "--json"))
    assert told["decision"]["machine"] == {"Ł": "mä"}


@pytest.mark.parametrize("place", ["raise KeyboardInterrupt", "exec('raise KeyboardInterrupt')"])
def test_an_interrupt_during_imports_is_quiet(tmp_path: Path, place: str) -> None:
    """In a string of code too, after which Python by itself exits with the signal's number."""
    (tmp_path / "typer.py").write_text(place)
    result = subprocess.run(
        [sys.executable, "-m", "optgap", "problems"], capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "")


def test_an_interrupt_in_a_finalizer_is_not_lost() -> None:
    program = (
        "import time\n"
        "from optgap.__main__ import main\n"
        "from optgap.cli import arguments\n"
        "class Interrupted:\n"
        "    def __del__(self):\n"
        "        raise KeyboardInterrupt\n"
        "def app():\n"
        "    Interrupted()\n"
        "    time.sleep(30)\n"
        "arguments.app = app\n"
        "main()\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (130, "interrupted\n")


def test_an_import_that_an_interrupt_broke_off_is_no_defect() -> None:
    program = (
        "import sys\n"
        "from optgap.cli import arguments, main\n"
        "def broken():\n"
        "    raise AttributeError(\"partially initialized module 'numba'\")\n"
        "arguments.app = broken\n"
        "main()\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (130, "interrupted\n")
