"""A slice of the study on clusters that nobody has seen, and the scheduler that judges them."""

import random
import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks" / "clusters"
STUDY = runpy.run_path(str(FOLDER / "held_out.py"))


@pytest.mark.parametrize("seed", range(3))
def test_the_scheduler_answers_as_the_judge_does(seed: int) -> None:
    """The scheduler asks once what never changes; its answer is that of the judge's own filters."""
    dump = STUDY["messy"](seed, nodes=6, pods=40)
    kube, rng = STUDY["JudgedScheduler"](dump), random.Random(seed)
    pods = [name for name, fit in kube.fit.items() if fit and "/app-" in name]
    answers = set()
    for _ in range(12):
        name = rng.choice(pods)
        kube.evict(name)
        for node in kube.nodes:
            judge = type(kube.judge)(dump, {**kube.where, name: node})
            full = any(words.startswith(f"{node} ") for words in judge.overfull())
            expected = not full and not any(judge.misplaced(name))
            assert kube.allowed(name, node) == expected, (name, node)
            answers.add(expected)
        kube.place(name, rng, scored=True)
    assert answers == {True, False}


def test_a_slice_of_the_study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is refused, and no rule is broken."""
    arguments = ["--clusters", "3", "--first", "69903", "--replays", "3"]
    code = STUDY["main"]([*arguments, "--output", str(tmp_path / "rows.jsonl")])
    shown = capsys.readouterr().out
    assert code == 0, shown
    assert "refused                        0" in shown
    assert "rules broken                   0" in shown


def test_a_broken_plan_is_seen() -> None:
    """All pods of one node sent to one other, which has no room for them, or rules against it."""
    dump = STUDY["messy"](69900, nodes=9, pods=72)
    instance = STUDY["imported"](dump)
    names = [site.name for site in instance.machines]
    kube = STUDY["JudgedScheduler"](dump)
    rng = random.Random(1)
    groups = [[item.name for item in instance.items if item.machine is not None]]
    kube.closed = set(names[1:])
    assert STUDY["fails"](kube, groups, rng, False)


def test_what_nodes_hold_themselves_counts_in_scores() -> None:
    """DaemonSets take a share of a node; without them the replays chose other nodes, and held."""
    row = STUDY["study"](70_128, replays=20)
    assert (row["any"]["claim"], row["any"]["failed"]) == ("replayed", 0)
    assert row["broken"] == []
