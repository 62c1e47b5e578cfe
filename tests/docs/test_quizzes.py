"""The quizzes and slides of lessons: one right answer each, and what they say is so."""

import re
import sys
from pathlib import Path
from shutil import copy

import numpy as np
import pytest
from browser import BROWSER, reported

import optgap
from optgap.instances.consolidation import Consolidation

pytest.importorskip("sphinx", reason="the quizzes belong to the docs")
nbformat = pytest.importorskip("nbformat", reason="the slides belong to the docs")

DOCS = Path(__file__).parents[2] / "docs"
LESSONS = sorted(path.stem for path in DOCS.glob("lesson-*.md"))


@pytest.fixture
def extensions(monkeypatch):
    """Make the extensions of the pages importable."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(DOCS / "_ext")])


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_question_has_one_right_choice_with_reasons(lesson: str, extensions) -> None:
    from quiz import QUIZ, choices_of

    text = (DOCS / f"{lesson}.md").read_text()
    found = QUIZ.findall(text)
    assert len(found) >= 3
    assert len(found) == text.count("{quiz}")
    for question, body in found:
        choices = choices_of(body)
        assert "`" not in question  # it would end the fence
        assert len(choices) == body.count("\n- [") + 1 >= 3
        assert [choice.right for choice in choices].count(True) == 1
        assert all(choice.text and choice.reason.endswith(".") for choice in choices)


def test_the_right_choice_does_not_stand_in_one_place(extensions) -> None:
    from quiz import QUIZ, choices_of

    places = [
        [choice.right for choice in choices_of(body)].index(True)
        for lesson in LESSONS
        for _, body in QUIZ.findall((DOCS / f"{lesson}.md").read_text())
    ]
    assert min(places.count(k) for k in range(3)) >= 3


@pytest.mark.parametrize(
    ("matrix", "unimodular"),
    [([[1, -1], [0, 1]], True), ([[1, 1], [-1, 1]], False), ([[2, 0], [0, 1]], False)],
)
def test_the_matrices_of_lesson_4(matrix, unimodular: bool) -> None:
    minors = {*np.ravel(matrix).tolist(), round(np.linalg.det(matrix))}
    assert (minors <= {-1, 0, 1}) == unimodular


def test_a_duality_gap_remains_in_lesson_1() -> None:
    fewer = optgap.load("cluster_ratio/waves").replaced(containers=9)
    best = optgap.solve(fewer, "dp")
    assert best.status == "optimal"
    assert optgap.solve(fewer, "greedy").bound < best.objective


def test_the_front_of_lesson_3_has_points_that_no_weight_finds() -> None:
    points = {(0, 4), (1, 3.5), (2, 3), (3, 2.5), (4, 0)}
    found = set()
    for w in np.linspace(0.001, 0.999, 999):
        found.add(min(points, key=lambda p: w * p[0] + (1 - w) * p[1]))
    assert found == {(0, 4), (4, 0)}


def test_five_items_of_lesson_5() -> None:
    document = {
        "name": "five",
        "resources": ["size"],
        "machines": [{"name": f"m{k}", "capacity": [10]} for k in range(5)],
        "items": [{"name": f"i{k}", "demand": [6]} for k in range(5)],
    }
    five = Consolidation.model_validate(document)
    assert optgap.solve(five, "column-generation").bound == 5


def test_a_quiz_folds_in_a_notebook(extensions) -> None:
    from quiz import as_markdown

    text = as_markdown("Which?", "- [x] this :: So it is.\n- [ ] that\n  one :: It is not.\n")
    assert text.count("<details>") == 2
    assert "<summary>that one</summary>\n\n**No.** It is not.\n" in text


def test_slides_show_what_is_marked_and_leave_answers_out(extensions) -> None:
    from slides import page_of, slides_of

    cell = nbformat.v4.new_code_cell
    plan = "```{admonition} For the lecturer: 90 minutes\n:collapsible: closed\n- say it\n```"
    picture = nbformat.v4.new_output("display_data", {"image/png": "AAAA"})
    mark = "% slide: A lesson\n% The *short* text.\n%\n% $$x \\le 1$$\n% @code def f\n% @output\n"
    code = "def f():\n    return 1\n\n\ndef g():\n    return 2"
    cells = [
        nbformat.v4.new_markdown_cell(f"# A lesson\n\n{plan}\n\n{mark}\nThe page's own words."),
        cell(code, outputs=[nbformat.v4.new_output("stream", text="printed\n")]),
        nbformat.v4.new_markdown_cell("% slide: A picture\n% @output\n\nSpoken."),
        cell("draw()", outputs=[picture], metadata={"tags": ["hide-input"]}),
        cell("shown_nowhere()"),
        nbformat.v4.new_markdown_cell("## Quiz\n\n```{quiz} Why?\n- [x] so :: Yes it is.\n```"),
        cell("solve()", metadata={"tags": ["hide-cell"]}),
    ]
    notebook = nbformat.v4.new_notebook(cells=cells)
    first, second, question, answer = slides_of(notebook)
    shown = "".join(first.shown)
    assert first.title == "A lesson"
    assert "<em>short</em>" in shown and "<math" in shown and "printed" in shown
    assert "def f" in shown and "def g" not in shown and "own words" not in shown
    assert "own words" in "".join(first.notes) and "Spoken" in "".join(second.notes)
    assert '<ol type="A">' in question.html(), "choices may be numbers"
    assert "so</li>" in question.html() and "Yes it is" not in question.html()
    assert "<strong>so</strong>: <strong>Right.</strong> Yes it is." in answer.html()
    page = page_of(notebook)
    assert not any(word in page for word in ("solve()", "draw()", "shown_nowhere", "% slide"))
    assert "base64,AAAA" in page


@pytest.mark.parametrize(
    ("mark", "code", "words"),
    [
        ("@code", "\n".join(f"x = {k}" for k in range(13)), "13 lines of code"),
        ("@code gone", "x = 1", "0 lines of code"),
        ("@output", "x = 1", "no output"),
        ("@nothing", "x = 1", "is not @code"),
    ],
)
def test_a_slide_that_cannot_be_shown_is_refused(extensions, mark, code, words) -> None:
    from slides import slides_of

    marked = nbformat.v4.new_markdown_cell(f"% slide: A slide\n% {mark}\n")
    cells = [marked, nbformat.v4.new_code_cell(code)]
    with pytest.raises(ValueError, match=words):
        slides_of(nbformat.v4.new_notebook(cells=cells))


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_lesson_marks_its_slides(lesson: str, extensions) -> None:
    """No asterisk is left over, code is short, and a page with a picture shows it."""
    from myst_nb.core.read import read_myst_markdown_notebook
    from slides import slides_of

    text = (DOCS / f"{lesson}.md").read_text()
    notebook = read_myst_markdown_notebook(text, add_source_map=False)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            words = "PICTURE" if "plt.subplots(" in cell.source or "draw_" in cell.source else "x"
            cell.outputs = [nbformat.v4.new_output("stream", text=words)]
    slides = slides_of(notebook)
    assert slides[0].title == text.split("# ", 1)[1].split("\n")[0]
    assert "minutes" in "".join(slides[0].notes)
    shown = [
        re.sub(r"<script>.*?</script>|<pre.*?</pre>", "", s.html(), flags=re.S) for s in slides
    ]
    assert not any("*" in re.sub("<aside.*?</aside>", "", each, flags=re.S) for each in shown)
    assert any("PICTURE" in slide.html() for slide in slides)
    assert sum('class="moving"' in slide.html() for slide in slides) == text.count("{moving}") <= 1
    assert sum(slide.title.startswith("Quiz") for slide in slides) == 2 * text.count("{quiz}")
    assert all(
        slide.html().count('<ol type="A">') == 1 for slide in slides if "Quiz" in slide.title
    )
    assert slides[-1].title in ("Exercises", "The report")


SCORING = """<!doctype html><pre id="measured"></pre><script>
(async () => {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  await new Promise(done => { frame.onload = done; frame.src = "page.html"; });
  const page = frame.contentDocument, scores = [];
  for (const choice of page.querySelectorAll("details")) {
    choice.open = true;
    await new Promise(done => setTimeout(done, 50));
    scores.push(page.querySelector(".quiz-score").textContent);
  }
  document.querySelector("#measured").textContent = JSON.stringify([{name: NAMES[0], scores}]);
})();
</script>"""


@pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")
def test_the_score_counts_the_choice_that_is_opened_first(tmp_path: Path) -> None:
    copy(DOCS / "_static" / "quiz.js", tmp_path / "quiz.js")
    quiz = '<div class="quiz"><details class="{}"></details><details class="{}"></details></div>'
    quizzes = quiz.format("wrong", "right") + quiz.format("right", "wrong")
    page = f'<!doctype html><meta charset=utf-8>{quizzes}<script src="quiz.js"></script>'
    (tmp_path / "page.html").write_text(page)
    scores = reported(tmp_path, SCORING, ["quizzes"], 900, tmp_path / "profile")[0]["scores"]
    words = "right at the first try, 2 questions"
    assert scores == [f"0 of 1 {words}"] * 2 + [f"1 of 2 {words}"] * 2
