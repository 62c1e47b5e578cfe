"""Audits: a sound evaluator keeps every rule, and each leak is found by the probes of its class."""

import json
import shlex
import sys
from html import escape
from pathlib import Path

import pytest

from optgap.core.faults import InputError
from optgap_found_programs import make_folder
from optgap_found_programs.auditing import Audit, audit, audit_page
from optgap_found_programs.auditing.audit import CLASSES, PROBES, evaluator_of
from optgap_found_programs.auditing.probes import entries_of, probe_program

SEED = '''
"""Jobs in an order of small weighted completion time."""


def by_size(job):
    return job.size


def order(jobs):
    """Return the jobs in order, and their cost."""
    chosen = sorted(jobs, key=by_size)
    done = cost = 0
    for job in chosen:
        done += job.size
        cost += done * job.weight
    return cost, chosen
'''
FILES = "evaluator's files"
# An evaluator that runs the program in its own process; each leak can be closed.
LEAKY = """
import importlib.util, random, time


class Job:
    def __init__(self, size, weight):
        self.size, self.weight = size, weight


def cost_of(chosen):
    done = cost = 0
    for size, weight in chosen:
        done += size
        cost += done * weight
    return cost


def evaluate(program_path):
    spec = importlib.util.spec_from_file_location("program", program_path)
    program = importlib.util.module_from_spec(spec)
    rng, costs = random.Random(7), []
    instances = [[(rng.randint(1, 9), rng.randint(1, 9)) for _ in range(n)] for n in (4, 9, 6, 8)]
    spec.loader.exec_module(program)
    begun = time.perf_counter()
    for pairs in instances:
        jobs = [Job(*pair) for pair in pairs]
        sizes = {id(job): pair for job, pair in zip(jobs, pairs)}
        kept = list(jobs)
        try:
            claimed, chosen = program.order(jobs)
            if not "items" in LEAKS and sorted(map(id, chosen)) != sorted(map(id, kept)):
                raise ValueError
            cost = cost_of([sizes[id(job)] for job in chosen])
            if "inputs" in LEAKS:
                cost = cost_of([(job.size, job.weight) for job in chosen])
            costs.append(claimed if "claims" in LEAKS else cost)
        except Exception:
            if "crashes" not in LEAKS:
                return {"combined_score": 0.0}
    if not costs:
        return {"combined_score": 0.0}
    score = 1000 / (1 + sum(costs) / len(costs))
    if "clock" in LEAKS:
        score += 0.5 if time.perf_counter() - begun <= 0 else 0.0
    return {"combined_score": score}
"""
# An evaluator that trusts nothing: a fresh process for each instance, checked numbers alone.
SOUND = """
import json, random, subprocess, sys

CODE = '''
import json, os, sys
class Job:
    def __init__(self, size, weight):
        self.size, self.weight = size, weight
line = os.dup(1)
os.dup2(2, 1)
pairs = json.load(sys.stdin)
jobs = [Job(*pair) for pair in pairs]
places = {id(job): k for k, job in enumerate(jobs)}
kept = list(jobs)
space = {"__name__": "program", "__file__": sys.argv[1]}
exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"), space)
answer = [places[id(job)] for job in space["order"](jobs)[1]]
os.write(line, json.dumps(answer).encode())
'''


def evaluate(program_path):
    rng, costs = random.Random(7), []
    for n in (4, 9, 6, 8):
        pairs = [(rng.randint(1, 9), rng.randint(1, 9)) for _ in range(n)]
        done = subprocess.run([sys.executable, "-I", "-c", CODE, program_path],
                              input=json.dumps(pairs), capture_output=True, text=True)
        try:
            answer = json.loads(done.stdout)
            if sorted(answer) != list(range(n)):
                raise ValueError
        except (ValueError, TypeError):
            return {"combined_score": 0.0}
        end = cost = 0
        for k in answer:
            end += pairs[k][0]
            cost += end * pairs[k][1]
        costs.append(cost)
    return {"combined_score": 1000 / (1 + sum(costs) / len(costs))}
"""


def folder_of(tmp_path: Path, evaluator: str) -> Path:
    (tmp_path / "initial_program.py").write_text(SEED)
    (tmp_path / "evaluator.py").write_text(evaluator)
    return tmp_path / "evaluator.py"


def broken(found: Audit) -> set[str]:
    return {result.kind for result in found.probes if not result.held}


def test_a_sound_evaluator_can_at_most_be_read(tmp_path: Path) -> None:
    """Files are open to its processes: only a judge with isolation closes them."""
    found = audit(folder_of(tmp_path, SOUND))
    assert broken(found) <= {FILES}
    assert (found.form, found.noise, found.failing_score) == ("path", 0.0, 0.0)
    assert found.different_scores > 1 and found.headroom is None
    files = {path.name for path in tmp_path.iterdir()}
    assert files == {"initial_program.py", "evaluator.py"}, "the original folder is as it was"
    assert "1e9" not in (tmp_path / "evaluator.py").read_text()


LEAKS = {
    "claims": "forged metrics",
    "inputs": "changed inputs",
    "crashes": "crashed instances",
    "items": "dropped or duplicate items",
    "clock": "clock",
}


@pytest.mark.parametrize("leak", LEAKS)
def test_each_leak_is_found(leak: str, tmp_path: Path) -> None:
    found = audit(folder_of(tmp_path, f"LEAKS = {{{leak!r}}}\n" + LEAKY))
    closed = audit(folder_of(tmp_path, "LEAKS = set()\n" + LEAKY))
    assert LEAKS[leak] in broken(found)
    assert LEAKS[leak] == "forged metrics" or LEAKS[leak] not in broken(closed)
    assert not found.sound and FILES in broken(found)


def test_the_command_prints_a_table_a_page_and_json(optgap_command, tmp_path: Path) -> None:
    file = folder_of(tmp_path, "LEAKS = {'items'}\n" + LEAKY)
    page = tmp_path / "audit.html"
    ended = optgap_command("judge", "--audit", file, "--report", page, "--json")
    assert ended.code == 5 and ended.json["sound"] is False
    assert set(ended.json["probes"][0]) == {"kind", "probe", "rule", "score", "held", "words"}
    assert len(ended.json["probes"]) == len(PROBES)
    text = page.read_text()
    assert (
        all(escape(words).replace("&#x27;", "&#39;") in text for words in CLASSES.values())
        and "broken" in text
    )
    shown = optgap_command("judge", tmp_path / "initial_program.py", "--audit", file)
    assert "BROKEN" in shown.out and "probes broke a rule" in shown.out


def test_our_own_evaluator_keeps_every_rule(tmp_path: Path) -> None:
    make_folder("prism", tmp_path / "prism")
    file = tmp_path / "prism" / "evaluator.py"
    file.write_text(file.read_text().replace('"prism"', '"prism", instances=2'))
    found = audit(file, task="prism")
    if found.headroom is None or not found.sound:
        kinds = broken(found)
        assert kinds <= {FILES}, [each for each in found.probes if not each.held]
    assert found.headroom is not None and found.headroom.instances == 50
    assert found.headroom.mean_gap == pytest.approx(0.1646, abs=1e-4)


GEPA = """
from optgap.evaluators import gepa

evaluate, _all = gepa("prism")


def dataset():
    return _all()[:2]
"""


@pytest.mark.parametrize("form", ["gepa", "shinka", "shell"])
def test_the_forms_of_evaluators(form: str, tmp_path: Path) -> None:
    folder = tmp_path / "prism"
    make_folder("prism", folder)
    names = {"gepa": "gepa_form.py", "shinka": "evaluate.py", "shell": "evaluate.sh"}
    (folder / "gepa_form.py").write_text(GEPA)
    if form == "shell":
        code = "from optgap.cli import main; main()"
        call = f"{shlex.quote(sys.executable)} -c {shlex.quote(code)} judge"
        shell = folder / "evaluate.sh"
        shell.write_text(shell.read_text().replace("optgap judge", call))
    with evaluator_of(folder / names[form], 100) as evaluate:
        result = evaluate((folder / "initial_program.py").read_text())
    assert result.words == form and result.score is not None
    assert result.score > 15


def test_what_an_evaluator_can_call() -> None:
    assert entries_of(SEED) == ["by_size", "order"]
    text = "class S(Base):\n    def _step(self, last): pass\n    def __init__(self): pass\n"
    assert entries_of(text) == ["S._step"]
    with pytest.raises(InputError, match="has no function"):
        entries_of("x = 1")
    with pytest.raises(InputError, match="is not Python"):
        entries_of("def")


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.name)
def test_every_probe_is_a_program(probe, tmp_path: Path) -> None:
    compile(probe_program(SEED, probe.code, tmp_path), "probe.py", "exec")
    assert probe.kind in CLASSES


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def evaluate(path): raise ValueError('no')", "gives the seed program no score"),
        ("def evaluate(path): return {'combined_score': float('nan')}", "no score"),
        ("import time\ndef evaluate(path): time.sleep(60)", "no score within"),
    ],
)
def test_an_evaluator_without_a_score_is_refused(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=words):
        audit(folder_of(tmp_path, text), time_limit=1.0)


def test_a_missing_seed_is_named(tmp_path: Path) -> None:
    (tmp_path / "evaluator.py").write_text("def evaluate(path): return 1.0")
    with pytest.raises(InputError, match="beside the evaluator"):
        audit(tmp_path / "evaluator.py")
    with pytest.raises(InputError, match=r"must be the \.py or \.sh file"):
        audit(tmp_path / "evaluator.txt")


def test_the_document_is_json(tmp_path: Path) -> None:
    found = audit(folder_of(tmp_path, SOUND))
    assert json.loads(json.dumps(found.as_document()))["seed_score"] == found.seed_score
    assert "<script" not in audit_page(found)


def test_a_link_out_of_the_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    outside = tmp_path / "helper.py"
    outside.write_text("SCORE = 1.0\n")
    (tmp_path / "folder" / "helper.py").symlink_to(outside)
    text = "import helper\n\n\ndef evaluate(path):\n    return helper.SCORE\n"
    audit(folder_of(tmp_path / "folder", text))
    assert outside.read_text() == "SCORE = 1.0\n"
