"""What each run used of its machine."""

import sys

from optgap.validation.study.batch import run_batch, tasks_of
from optgap.validation.study.executors import executor
from optgap.validation.study.results import read_results
from optgap.validation.study.rows import measure

METHODS = """
def plan(instance):
    return {"machine": [0, 1]}
"""


def suite(folder, *methods):
    (folder / "mine.py").write_text(METHODS)
    path = folder / "suite.toml"
    path.write_text(
        f'name = "s"\ntime_limit = 20\nmethods = {list(methods)}\n'
        '[[instances]]\nfiles = ["placement/fig6"]\n'
    )
    return path


def test_usage_is_of_one_run_alone() -> None:
    """A run that takes 100 MB raises its own peak, and not that of the next run."""

    def roomy() -> int:
        return len(bytes(100_000_000).replace(b"\0", b"\1"))

    size, large = measure(roomy)
    _, small = measure(lambda: None)
    assert size == 100_000_000
    assert large["processor_seconds"] > 0 and small["processor_seconds"] >= 0
    if sys.platform == "linux":
        assert large["peak_bytes"] - large["bytes_before"] > 90_000_000
        assert small["peak_bytes"] - small["bytes_before"] < 10_000_000


def test_results_say_what_a_run_used(tmp_path) -> None:
    """An outside method runs in a process of its own, whose memory nobody measures."""
    results = tmp_path / "r.jsonl"
    with executor("local", 1) as pool:
        run_batch(tasks_of(suite(tmp_path, "ipa", "mine.py:plan")), results, pool)
    usage = {each["label"]: each["usage"] for each in read_results(results)}
    assert usage["mine.py:plan"]["peak_bytes"] is None
    assert usage["mine.py:plan"]["processor_seconds"] > 0
    if sys.platform == "linux":
        assert usage["ipa"]["peak_bytes"] >= usage["ipa"]["bytes_before"] > 0
