"""Questions with choices that fold: an opened choice says whether it is right, and why.

```{quiz} What is asked?
- [x] the right choice :: the reason
- [ ] another one :: what is wrong with it
```

It needs no script, so that it works in pages, in notebooks and on paper; on a page, ``quiz.js``
counts the questions whose right choice was opened first.
"""

from __future__ import annotations

import re
from typing import ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sphinx.application import Sphinx

QUIZ = re.compile(r"```\{quiz\} (.*?)\n(.*?)```", re.DOTALL)
_CHOICE = re.compile(r"^- \[([ x])\] (.*?) :: (.*?)(?=^- \[|\Z)", re.DOTALL | re.MULTILINE)


class Choice(NamedTuple):
    """A choice, whether it is right, and the reason."""

    text: str
    right: bool
    reason: str

    @property
    def verdict(self) -> str:
        """The reason, after a word for right or wrong."""
        return f"**{'Right' if self.right else 'No'}.** {self.reason}"


def choices_of(body: str) -> list[Choice]:
    """Return the choices in the body of a quiz."""
    return [
        Choice(" ".join(text.split()), mark == "x", " ".join(reason.split()))
        for mark, text, reason in _CHOICE.findall(body)
    ]


def as_markdown(question: str, body: str) -> str:
    """Return a quiz as Markdown that folds in a notebook."""
    folded = [
        f"<details><summary>{choice.text}</summary>\n\n{choice.verdict}\n\n</details>"
        for choice in choices_of(body)
    ]
    return "\n\n".join([f"**{question}**", *folded]) + "\n"


class QuizDirective(Directive):
    """A question and its choices."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        """Return the quiz as a box."""
        box = nodes.container(classes=["quiz"])
        self._parse(f"**{self.arguments[0]}**", box)
        choices = choices_of("\n".join(self.content) + "\n")
        if [choice.right for choice in choices].count(True) != 1:
            raise self.error(f"a quiz has one right choice: {self.arguments[0]}")
        for choice in choices:
            summary = nodes.paragraph()
            self._parse(choice.text, summary)
            kind = "right" if choice.right else "wrong"
            box += nodes.raw("", f'<details class="{kind}"><summary>', format="html")
            box += summary.children[0].children
            box += nodes.raw("", "</summary>", format="html")
            self._parse(choice.verdict, box)
            box += nodes.raw("", "</details>", format="html")
        return [box]

    def _parse(self, text: str, into: nodes.Element) -> None:
        lines = StringList([text], source=self.state_machine.document["source"])
        self.state.nested_parse(lines, self.content_offset, into)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("quiz", QuizDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
