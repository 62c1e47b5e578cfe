"""Broken files of SODA's problems, one per fault and named after it."""

from pathlib import Path

import pytest

from optgap.instances.faults import InputError
from optgap.validation.library import load

BROKEN = Path(__file__).parents[1] / "data" / "broken"

EXPECTED = {
    "microq": {
        "breakpoints-that-fall": "components[0].mips[2]: must be greater than the breakpoint",
        "component-without-pes": "components[0].pes: Tuple should have at least 1 item",
        "importance-too-short": "components[0].importance: must have 4 entries, one per breakpoint",
        "most-below-least": "components[0].pes[0].max_mips: must be >= min_mips (700)",
        "nan-importance": "components[0].importance[1]: must be a finite number (found NaN)",
        "negative-breakpoint": "components[0].mips[0]: must be a finite number >= 0 (found -1.0)",
        "negative-pacing": "components[0].pes[0].pacing[1]: must be a finite number >= 0",
        "no-components": "components: Tuple should have at least 1 item",
        "node-twice": "components[0].pes[0].nodes[1]: stands in the list already (found 'n1')",
        "one-breakpoint": "components[1].mips: must have at least 2 breakpoints (found 1)",
        "pacing-that-does-not-sum": "components[0].pes[*].pacing[2]: must sum to the breakpoint",
        "pacing-too-long": "components[0].pes[0].pacing: must have 4 entries, one per breakpoint",
        "pe-of-two-components": "components[1].pes[0].name: is the name of components[0].pes[0]",
        "repeated-component": "components[1].name: is the name of components[0] already",
        "repeated-node": "nodes[1].name: is the name of nodes[0] already (found 'n1')",
        "unknown-node": "components[0].pes[0].nodes[0]: is no node of this instance",
        "zero-mips": "nodes[0].mips: must be greater than 0 (found 0)",
    },
    "microw": {
        "fixed-elsewhere": "pes[0].fixed[0]: is no candidate node of this PE",
        "fractional-touched": "max_touched_nodes: must be a valid integer (found 1.5)",
        "legal-elsewhere": "pes[0].allowed.n2: is no candidate node of this PE",
        "negative-change": "max_total_change: must be greater than or equal to 0 (found -1)",
        "negative-change-of-a-pe": "pes[0].max_change: must be greater than or equal to 0",
        "negative-goal": "pes[0].goal: must be greater than or equal to 0 (found -1)",
        "no-legal-range": "pes[0].allowed.n1: must hold at least one range",
        "no-nodes": "nodes: Tuple should have at least 1 item",
        "no-pes": "pes: Tuple should have at least 1 item",
        "node-twice": "pes[0].nodes[1]: stands in the list already (found 'n1')",
        "previous-above-one": "previous.p1.n1: must be less than or equal to 1 (found 1.2)",
        "previous-of-unknown-pe": "previous.p9: is no PE of this instance",
        "previous-on-gone-node": "previous.p1.n9: is no node of this instance",
        "range-above-one": "pes[0].allowed.n1[0][1]: must be less than or equal to 1 (found 1.5)",
        "range-backwards": "pes[0].allowed.n1[0]: must not end before it begins",
        "range-of-three": "pes[0].allowed.n1[0]: Tuple should have at most 2 items",
        "ranges-that-touch": "pes[0].allowed.n1[1]: must begin after the range before it",
        "repeated-node": "nodes[1].name: is the name of nodes[0] already (found 'n1')",
        "repeated-pe": "pes[1].name: is the name of pes[0] already (found 'p1')",
        "unknown-node": "pes[0].nodes[0]: is no node of this instance",
        "zero-mips": "nodes[0].mips: must be greater than 0 (found 0)",
    },
}

CASES = [(problem, fault) for problem, faults in EXPECTED.items() for fault in faults]


@pytest.mark.parametrize(("problem", "fault"), CASES, ids=lambda value: value)
def test_broken_file(problem: str, fault: str) -> None:
    path = BROKEN / problem / f"{fault}.json"
    with pytest.raises(InputError) as caught:
        load(path)
    assert EXPECTED[problem][fault] in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("problem", EXPECTED)
def test_every_broken_file_has_its_message(problem: str) -> None:
    assert {path.stem for path in (BROKEN / problem).glob("*.json")} == set(EXPECTED[problem])
