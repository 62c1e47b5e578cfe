"""Pages, docstrings, messages and help are free of the words that the script in `.ci` lists."""

import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WORDS = runpy.run_path(str(ROOT / ".ci" / "words.py"))
BETTER, places, places_in = WORDS["BETTER"], WORDS["places"], WORDS["places_in"]


def test_the_sources_have_no_word_of_the_list() -> None:
    assert [str(place) for place in places(ROOT)] == []


def test_the_list_has_forty_words_or_so_and_a_better_one_for_each() -> None:
    assert 35 <= len(BETTER) <= 50
    assert all(better for better in BETTER.values())


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "core").mkdir()
    return tmp_path


def test_a_page_is_read_without_its_code(tree: Path) -> None:
    page = "# A\n\n`anew` and\n```sh\nanew\n```\nIt starts\nanew, in the\nmean.\n"
    (tree / "docs" / "a.md").write_text(page)
    found = [(place.line, place.found, place.better) for place in places(tree)]
    assert found == [(8, "anew", "again"), (8, "in the mean", "on average")]


def test_a_module_is_read_in_its_docstrings_and_messages_only(tree: Path) -> None:
    module = '"""Does it anew."""\n# anew\nanew = "anew"\nwords = f"goes on\\n{anew} in hand"\n'
    (tree / "core" / "a.py").write_text(module)
    found = [(place.line, place.found) for place in places(tree)]
    assert found == [(1, "anew"), (4, "goes on"), (4, "in hand")]


def test_parts_of_words_are_left_alone() -> None:
    text = "industry, renewal, the handle, rotation, a bright side, agony"
    assert list(places_in(text, Path("a.md"))) == []


@pytest.mark.parametrize("pattern", BETTER)
def test_every_pattern_has_a_better_word(pattern: str) -> None:
    import re

    plain = re.sub(r"\(\?:([^|)]*)[^)]*\)", r"\1", pattern).replace("?", "")
    found = list(places_in(f"It {plain} here.", Path("a.md")))
    assert [place.better for place in found] == [BETTER[pattern]]


def test_the_script_ends_with_1_where_it_finds_a_word(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["words.py", str(tree)])
    assert WORDS["main"]() == 0
    (tree / "README.md").write_text("It is told apart.\n")
    assert WORDS["main"]() == 1
    assert "README.md:1: 'told apart': write distinguish" in capsys.readouterr().out
