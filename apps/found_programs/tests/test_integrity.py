"""No forgery raises a score: the judge recomputes everything from raw decisions."""

import json

import pytest

from optgap_found_programs import prism
from optgap_found_programs.task import DATA

FUNCTION = "compute_model_placement"

FORGERIES = {
    "changes attributes": "for m in given[1]:\n    m.model_size, m.req_rate = 0, 0\nreturn result",
    "changes the class": """
class Cheap:
    model_size, req_rate, slo = 0, 0, 1
for m in given[1]:
    m.__class__ = Cheap
return result""",
    "changes __eq__": """
type(given[1][0]).__eq__ = lambda self, other: True
type(given[1][0]).__hash__ = lambda self: 0
return {g: [given[1][0]] for g in range(len(given[1]))}""",
    "more bins than given": "return {g: [m] for g, m in enumerate(given[1])}",
    "a model twice": "return {0: [given[1][0]] * len(given[1])}",
    "models left out": "return {0: given[1][:1]}",
    "nothing": "return {}",
    "models of its own": """
import copy
return {g: [copy.copy(m) for m in group] for g, group in result.items()}""",
    "claims an objective": "return {'gpu': result, 'objective': 1e-9, 'combined_score': 1e9}",
    "a string for a number": "return {str(g): group for g, group in result.items()}",
    "NaN for a number": "return {float('nan'): given[1]}",
    "true for a number": "return {True: given[1]}",
    "all on one": "return {0: list(given[1])}",
    "throws": "raise ValueError('this one would be bad')",
    "throws where it would be bad": "if len(given[1]) > 16:\n    raise ValueError\nreturn result",
    "leaves at once": "import os\nos._exit(0)",
    "leaves politely": "raise SystemExit(0)",
    "prints a false answer": """
import os
line = b'{"decision": {"gpu": []}, "objective": 0, "combined_score": 1e9}\\n'
os.write(1, line)
print(line.decode())
os._exit(0)""",
    "writes a false answer to every file": """
import os
for fd in range(3, 64):
    try:
        os.write(fd, b'{"decision": {"gpu": []}, "score": 1e9, "combined_score": 1e9}\\n')
    except OSError:
        pass
os._exit(0)""",
    "forks, and both answer": "import os\nos.fork()\nreturn result",
    "forks for ever": """
import os, time
if os.fork() == 0:
    time.sleep(600)
return result""",
    "breaks json": "import json\njson.dumps = lambda *a, **k: '{\"score\": 1e9}'\nreturn result",
    "closes the pipes": "import os\nos.closerange(3, 64)\nreturn result",
    "kills itself": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
    "kills its supervisor": """
import os, signal
os.kill(os.getppid(), signal.SIGKILL)
return result""",
    "kills what forks": """
import os, signal
with open(f"/proc/{os.getppid()}/stat") as stat:
    os.kill(int(stat.read().rsplit(")", 1)[1].split()[1]), signal.SIGKILL)
return result""",
}


@pytest.fixture(scope="module")
def honest(judged, seed):
    return judged("prism", seed("prism"))


@pytest.mark.parametrize("forgery", FORGERIES)
def test_no_forgery_raises_a_score(forgery: str, honest, judged, after) -> None:
    found = judged("prism", after("prism", FUNCTION, FORGERIES[forgery]))
    assert found.score <= honest.score
    if found.correct:
        assert found.score == honest.score
    else:
        assert found.score == 0 and found.gap is None
    by_gap = judged("prism", after("prism", FUNCTION, FORGERIES[forgery]), score="gap")
    assert by_gap.score <= 1 - honest.gap.mean


EXPECTED = {
    "changes attributes": "ok",
    "more bins than given": "garbage",
    "a model twice": "garbage",
    "models left out": "garbage",
    "models of its own": "garbage",
    "a string for a number": "garbage",
    "NaN for a number": "garbage",
    "true for a number": "garbage",
    "all on one": "infeasible",
    "throws": "crash",
    "leaves at once": "crash",
    "kills itself": "crash",
    "forks for ever": "ok",
}


@pytest.mark.parametrize("forgery", EXPECTED)
def test_each_end_has_its_name(forgery: str, judged, after) -> None:
    text = after("prism", FUNCTION, FORGERIES[forgery])
    row = judged("prism", text, instances=1).rows[0]
    assert row.status == EXPECTED[forgery]
    assert (row.objective is None) == (row.status != "ok") == bool(row.violations)


def test_a_crash_names_its_line(judged) -> None:
    row = judged("prism", "x = 1\ny = x / 0\n", instances=1).rows[0]
    assert row.status == "crash"
    assert row.violations == ("line 2: ZeroDivisionError: division by zero",)


def test_a_program_that_hangs_is_late(judged, after) -> None:
    text = after("prism", FUNCTION, "while True: pass")
    row = judged("prism", text, instances=1, time_limit=0.5).rows[0]
    assert (row.status, row.violations) == ("late", ("no answer within 0.5 s",))


def test_a_program_that_takes_all_memory_ends(judged, after) -> None:
    text = after("prism", FUNCTION, "return ' ' * 2**40")
    row = judged("prism", text, instances=1, memory="1GiB").rows[0]
    assert row.status == "memory"


def test_a_flood_of_words_ends(judged, after) -> None:
    text = after("prism", FUNCTION, "while True: print('x' * 65536)")
    row = judged("prism", text, instances=1).rows[0]
    assert row.status == "garbage" and "printed more than" in row.violations[0]


def test_the_child_is_told_nothing(monkeypatch, judged, after) -> None:
    """Neither arguments, nor environment, nor folder lead to the judge or to other instances."""
    monkeypatch.setenv("OPTGAP_PROBLEM_FILES", "")
    monkeypatch.setenv("A_SECRET", "secret")
    monkeypatch.setenv("PATH", "/folder-of-this-account", prepend=":")
    text = after(
        "prism",
        FUNCTION,
        "import os, sys\nseen = os.environ['PATH'], sys.argv, sorted(os.environ), os.listdir('.')\n"
        "raise ValueError(repr(seen))",
    )
    words = judged("prism", text, instances=1).rows[0].violations[0]
    assert "validation" not in words and "found.py" not in words
    assert "SECRET" not in words and "OPTGAP" not in words and "this-account" not in words
    assert "optgap" not in words.replace("optgap-", "")


def test_what_it_writes_is_gone_before_the_next_instance(judged, after) -> None:
    text = after(
        "prism",
        FUNCTION,
        "import os\nif os.path.exists('notes'):\n    raise ValueError\n"
        "open('notes', 'w').write('x')\nreturn result",
    )
    assert judged("prism", text).correct


def test_one_bad_instance_fails_the_program_and_the_rows_stay(judged, after) -> None:
    text = after("prism", FUNCTION, FORGERIES["throws where it would be bad"])
    found = judged("prism", text)
    assert [row.status for row in found.rows] == ["ok", "crash"]
    assert (found.correct, found.score, found.gap) == (False, 0.0, None)
    assert found.rows[0].gap is not None


def test_a_program_that_remembers_is_ordinary_on_fresh_instances(
    monkeypatch, judged, after
) -> None:
    rows = json.loads((DATA / "prism" / "instances.json").read_text())[:2]
    known = {
        str([(m["size"], m["rate"], m["slo"]) for m in row["models"]]): row["placement"]
        for row in rows
    }
    body = f"""
key = str([(m.model_size, m.req_rate, m.slo) for m in given[1]])
if key in {known!r}:
    result = {{g: [] for g in range(given[0])}}
    for m, g in zip(given[1], {known!r}[key]):
        result[g].append(m)
return result"""
    text = after("prism", FUNCTION, body)
    assert judged("prism", text).gap.worst == pytest.approx(0, abs=1e-12)
    monkeypatch.setattr(prism, "draw", lambda seed: [prism.generate(9, gpus=4)])
    assert judged("prism", text, fresh=9).gap.worst > 0.01


def test_an_interrupt_leaves_nothing_running(judged, after) -> None:
    """Whoever listens is interrupted after the first row, while the second program sleeps."""
    text = after(
        "prism", FUNCTION, "import time\ntime.sleep(0 if given[0] == 8 else 500)\nreturn result"
    )

    def interrupt(row) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judged("prism", text, listener=interrupt, time_limit=1000)
