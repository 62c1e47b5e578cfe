"""The suite of clusters: every optimum is proven by its file, and the runner sees what is wrong."""

import json
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

import optgap

FOLDER = Path(__file__).parents[2] / "benchmarks" / "clusters"
RUN = runpy.run_path(str(FOLDER / "run.py"))
NAMES = RUN["names"]()


@pytest.mark.parametrize("name", NAMES)
def test_the_optimum_is_proven_by_its_certificate(name: str) -> None:
    """Decision and bound agree, and the checker accepts both for the cluster of the dump."""
    instance, best = RUN["cluster"](name), RUN["optimum"](name)
    assert best["bound_kind"] == "certified"
    assert best["bound"] == pytest.approx(best["objective"], rel=1e-6)
    verdict = optgap.check(instance, {"machine": best["decision"]["machine"]})
    assert (verdict.violations, verdict.objective) == ((), best["objective"])
    assert certified(instance, best)
    worse = {**best, "bound": 1.1 * best["bound"]}
    assert not certified(instance, worse)


def certified(instance: Any, best: dict[str, Any]) -> bool:
    """Whether the certificate proves the bound, in a document as `solve` writes it."""
    label = {"name": instance.name, "sha256": instance.sha256}
    document = {
        **optgap.solve(instance, "drain-first-fit").model_dump(mode="json"),
        **{key: value for key, value in best.items() if key != "generated_with"},
        "instance": label,
    }
    document |= {"status": "optimal", "gap": 0.0}
    verdict = optgap.check(instance, document)
    return verdict.certificate == "valid"


def test_the_suite_is_whole() -> None:
    assert len(NAMES) == 10
    assert sum(name.startswith("price") for name in NAMES) == 2
    size = sum(path.stat().st_size for path in (FOLDER / "data").iterdir())
    assert size < 2 * 2**20


def program(tmp_path: Path, text: str) -> str:
    path = tmp_path / "program.py"
    path.write_text(f"import json, sys\n{text}\n")
    return f"{sys.executable} {path}"


def ran(capsys: Any, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    code = RUN["main"]([*arguments, "--json"])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_program_that_moves_nothing_keeps_all_rules(tmp_path: Path, capsys: Any) -> None:
    command = program(tmp_path, "json.load(open(sys.argv[1])); print('{}')")
    code, lines = ran(capsys, "--program", command, "nodes-6", "price-6")
    assert code == 0
    for line in lines:
        assert (line["objective"], line["evictions"], line["wrong"]) == (line["before"], 0, "")
        assert line["excess"] > 0


def test_a_program_that_knows_the_optimum_has_no_excess(tmp_path: Path, capsys: Any) -> None:
    """Also where it takes offers, whose lists are its second and third argument."""
    text = (
        f"folder = {str(FOLDER / 'data')!r}\n"
        "name = sys.argv[1].rpartition('/')[2].removesuffix('.json')\n"
        "assert len(sys.argv) == (4 if name.startswith('price') else 2)\n"
        "print(json.dumps(json.load(open(f'{folder}/{name}.optimum.json'))['decision']['machine']))"
    )
    code, lines = ran(capsys, "--program", program(tmp_path, text), "nodes-9", "price-6")
    assert code == 0
    assert [line["excess"] for line in lines] == [0, 0]


def test_plans_that_break_a_rule_have_no_objective(capsys: Any) -> None:
    """The program to begin with knows sizes alone."""
    command = f"{sys.executable} {FOLDER / 'example.py'}"
    code, lines = ran(capsys, "--program", command, "nodes-9")
    assert code == 1
    assert "violations, such as" in lines[0]["wrong"]
    assert RUN["main"](["--program", "/no/such/program", "nodes-6"]) == 1
    assert "cannot be run" in capsys.readouterr().out
