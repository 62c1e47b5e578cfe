"""Many machines: shards are disjoint and complete, a merge loses nothing and believes nothing."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from optgap.core.faults import InputError
from optgap.validation.study import batch
from optgap.validation.study.batch import run_batch, tasks_of
from optgap.validation.study.executors import executor
from optgap.validation.study.results import latest, merge, read_results

SUITE = """
name = "s"
time_limit = 20
seeds = [0, 1]
methods = ["ipa", "fuxi"]
[[instances]]
files = ["placement/fig6"]
[[instances]]
problem = "placement"
seeds = [1, 2]
set = {instances = 4, machines = 3}
"""


@pytest.fixture
def suite(tmp_path) -> Path:
    path = tmp_path / "suite.toml"
    path.write_text(SUITE)
    return path


@pytest.fixture
def stored(suite) -> Path:
    """A file with the results of the whole suite."""
    path = suite.with_name("whole.jsonl")
    with executor("local", 1) as pool:
        run_batch(tasks_of(suite), path, pool)
    return path


def keys(tasks) -> list[str]:
    return [task["key"] for task in tasks]


@pytest.mark.parametrize("count", [1, 2, 3, 50])
def test_every_run_is_in_exactly_one_shard(suite, count) -> None:
    tasks = tasks_of(suite)
    parts = [batch.share(tasks, batch.Shard(k, count)) for k in range(1, count + 1)]
    assert sorted(key for part in parts for key in keys(part)) == sorted(keys(tasks))
    assert len(set(keys(tasks))) == 12


def test_machines_that_differ_agree_on_the_shares(suite, monkeypatch) -> None:
    """Another number of cores is another key; the run stays in its shard."""
    from optgap.validation.study import batch

    here = tasks_of(suite)
    monkeypatch.setattr(batch, "environment", lambda: {"cores": "96"})
    there = tasks_of(suite)
    assert not set(keys(here)) & set(keys(there))
    for k in (1, 2, 3):
        shard = batch.Shard(k, 3)
        mine, theirs = batch.share(here, shard), batch.share(there, shard)
        assert [here.index(task) for task in mine] == [there.index(task) for task in theirs]


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "1/0", "a/b", "-1/3", "1/2/3"])
def test_a_shard_that_is_none(text) -> None:
    with pytest.raises(InputError, match="--shard: must be i/n"):
        batch.shard_named(text)


def test_shards_run_into_files_of_their_own_and_are_joined(optgap_command, suite, tmp_path) -> None:
    """Forty shards of twelve runs: most are empty, and an empty one can be merged too."""
    tasks = tasks_of(suite)
    filled = {k for k in range(1, 41) if batch.share(tasks, batch.Shard(k, 40))}
    empty = min(set(range(1, 41)) - filled)
    files = []
    for k in [*sorted(filled), empty]:
        given = ("--shard", f"{k}/40", "--csv", tmp_path / "t.csv", "--json")
        ended = optgap_command("bench", suite, *given)
        assert ended.code == 0
        files.append(tmp_path / f"suite.{k}-of-40.jsonl")
        assert ended.json["runs"] == len(batch.share(tasks, batch.Shard(k, 40)))
    assert ended.json["runs"] == 0
    joined = tmp_path / "all.jsonl"
    ended = optgap_command("report", "--merge", *files, "-o", joined, "--json")
    assert ended.json == {"results": str(joined), "lines": 12, "replaced": 0, "copies": 0}
    assert sorted(each["key"] for each in read_results(joined)) == sorted(keys(tasks))
    assert optgap_command("report", joined).code == 0


def test_a_shard_does_not_know_only_its_own_labels(optgap_command, suite) -> None:
    """A label of the suite can be run again by every shard, also by one that has no run of it."""
    for k in (1, 2):
        ended = optgap_command("bench", suite, "--shard", f"{k}/40", "--again", "fuxi")
        assert ended.code == 0
    ended = optgap_command("bench", suite, "--shard", "1/40", "--again", "fuxo")
    assert ended.code == 2 and "is not a label of the suite" in ended.err


def rewritten(path: Path, name: str, change) -> Path:
    """Write another file of results, each changed by a function."""
    target = path.with_name(name)
    lines = read_results(path)
    for line in lines:
        change(line)
    target.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return target


def slower(line) -> None:
    line["row"]["seconds"] += 1.0


def test_duplicates_are_marked_and_copies_written_once(stored, tmp_path) -> None:
    joined = tmp_path / "all.jsonl"
    assert merge([stored, stored], joined) == (12, 0, 12)
    again = rewritten(stored, "again.jsonl", slower)
    assert merge([stored, again, stored], joined) == (24, 12, 12)
    marks = [each["current"] for each in read_results(joined)]
    assert marks == [False] * 12 + [True] * 12
    assert latest(read_results(joined)) == read_results(joined)[12:]
    assert [each["row"] for each in latest(read_results(joined))] == [
        each["row"] for each in read_results(stored)
    ], "the last file that names a run has the say"
    before = joined.read_bytes()
    merge([joined], tmp_path / "twice.jsonl")
    assert (tmp_path / "twice.jsonl").read_bytes() == before


def other_data(line) -> None:
    line["row"]["instance"]["sha256"] = "0" * 64


def other_limit(line) -> None:
    line["row"]["options"]["time_limit"] = 30.0


def infeasible(line) -> None:
    line["row"] |= {"status": "infeasible", "objective": None, "bound": None}


def false_bound(line) -> None:
    line["row"]["bound"] = 1e6


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (other_data, r"placement/fig6: has other data in \S+other.jsonl than in \S+whole.jsonl"),
        (other_limit, r"placement, ipa: has time_limit 30.0 in \S+other.jsonl, but 20.0 in \S+wh"),
        (
            infeasible,
            r"is infeasible according to \w+ \(\S+other.jsonl\), but has a plan by \w+ \(\S+wh",
        ),
        (false_bound, r"has the bound 1000000.0 by ipa \(\S+other.jsonl\), but 16.0 by ipa"),
    ],
)
def test_contradictions_are_refused_in_one_sentence(stored, tmp_path, change, words) -> None:
    other = rewritten(stored, "other.jsonl", change)
    with pytest.raises(InputError, match=words) as refusal:
        merge([stored, other], tmp_path / "all.jsonl")
    assert "results that contradict each other" in str(refusal.value)
    assert not (tmp_path / "all.jsonl").exists()


def test_a_merge_says_what_it_needs(optgap_command, stored, tmp_path) -> None:
    cases = [
        ((stored, stored), "only one file can be drawn; join several with --merge"),
        (("--merge", stored), "needs a file of results to write: -o F.jsonl"),
        (("--merge", stored, "-o", stored), "would overwrite another file of this command"),
        (
            ("--merge", stored, "-o", tmp_path / "a.html"),
            "must be a results file (.jsonl) with --merge",
        ),
        (
            ("--merge", stored, "-o", tmp_path / "a.jsonl", "--csv", "c"),
            "--csv: is not valid with --merge",
        ),
    ]
    for arguments, words in cases:
        ended = optgap_command("report", *arguments)
        assert ended.code == 2 and words in " ".join(ended.err.split())
    (tmp_path / "empty.jsonl").touch()
    with pytest.raises(InputError, match="the files contain no results"):
        merge([tmp_path / "empty.jsonl"], tmp_path / "a.jsonl")


def test_parquet_holds_what_csv_holds(optgap_command, stored, tmp_path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    files = {"--csv": tmp_path / "t.csv", "--parquet": tmp_path / "t.parquet"}
    ended = optgap_command("report", stored, *(part for pair in files.items() for part in pair))
    assert ended.code == 0
    table = parquet.read_table(files["--parquet"])
    with files["--csv"].open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert table.column_names == list(rows[0])
    for column in table.column_names:
        values = ["" if value is None else str(value) for value in table[column].to_pylist()]
        assert values == [row[column] for row in rows]
    kinds = {field.name: str(field.type) for field in table.schema}
    assert (kinds["bound"], kinds["seed"], kinds["message"]) == ("double", "int64", "string")


def test_parquet_without_its_package(stored) -> None:
    """The package is named before any work, in one line."""
    code = f"""
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "pyarrow":
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Absent())
from optgap.cli import main
sys.argv = ["optgap", "report", {str(stored)!r}, *sys.argv[1:]]
main()
"""
    command = [sys.executable, "-c", code, "--parquet", str(stored.with_suffix(".parquet"))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "needs the package pyarrow: pip install 'optgap[parquet]" in done.stderr
