"""Draw the chart and the badges of README, and write its findings.

``python docs/write_readme.py`` writes what is out of date, as `make docs` does; with ``--check``
it only names that, and fails.
"""

from __future__ import annotations

import re
import sys
import tomllib
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

import findings

import optgap

ROOT = Path(__file__).parents[1]
STATIC = "docs/_static"
MARKED = r"(<!-- {0}: written by docs/write_readme.py -->\n).*?(<!-- end of {0} -->)"
THEMES = {  # text, quiet text, line of the bound
    "light": ("#1f2328", "#59636e", "#1f2328"),
    "dark": ("#f0f6fc", "#9198a1", "#f0f6fc"),
}
GREY, ORANGE, GREEN = "#8b949e", "#e69f00", "#009e73"
FONT = "-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"


def bars() -> list[tuple[str, float, str, str]]:
    """Return label, seconds, color and note of each bar, from a fresh solve."""
    found = findings.placement_example()
    best = found["bottleneck"].objective
    named = (
        ("fuxi", "Fuxi, the baseline", GREY),
        ("ipa", "IPA, the paper's heuristic", ORANGE),
        ("bottleneck", "proven optimum", GREEN),
    )
    rows = []
    for name, label, color in named:
        value = found[name].objective
        excess = value / best - 1
        note = f"{value:.1f} s" + (f": {excess:.1%} above the optimum" if excess else "")
        rows.append((label, value, color, note))
    return rows


def chart(theme: str) -> str:
    """Return the bars as SVG, with the bound as a dashed line."""
    ink, quiet, line = THEMES[theme]
    rows = bars()
    left, top, step, height = 220, 44, 40, 24
    scale = 300 / max(value for _, value, *_ in rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 196" width="780" height="196" '
        f'font-family="{FONT}" font-size="15" role="img">',
        f"<title>{escape('; '.join(f'{label}: {note}' for label, *_, note in rows))}</title>",
        f'<text x="0" y="18" fill="{ink}" font-weight="600">'
        "Completion time of one stage: 300 instances on 80 machines</text>",
    ]
    for k, (label, value, color, note) in enumerate(rows):
        y, width = top + k * step, value * scale
        parts.append(
            f'<text x="{left - 12}" y="{y + 17}" text-anchor="end" fill="{ink}">'
            f"{escape(label)}</text>"
            f'<rect x="{left}" y="{y}" width="{width:.1f}" height="{height}" fill="{color}"/>'
            f'<text x="{left + width + 10:.1f}" y="{y + 17}" fill="{ink}">{escape(note)}</text>'
        )
    x = left + rows[-1][1] * scale
    end = top + len(rows) * step - 8
    parts.append(
        f'<line x1="{x:.1f}" y1="{top - 8}" x2="{x:.1f}" y2="{end}" stroke="{line}" '
        'stroke-width="1.2" stroke-dasharray="5 4"/>'
        f'<text x="{x:.1f}" y="{end + 20}" fill="{quiet}" font-size="13">'
        "no plan can finish earlier: certified, and re-checked without a solver</text></svg>\n"
    )
    return "\n".join(parts)


def badge(label: str, value: str) -> str:
    """Return a badge as SVG."""
    left, right = 12 + 7 * len(label), 14 + 7 * len(value)
    style = 'y="14" fill="#fff" text-anchor="middle"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" '
        f'font-family="Verdana, sans-serif" font-size="11" role="img">'
        f"<title>{escape(label)}: {escape(value)}</title>"
        f'<rect width="{left}" height="20" fill="#444c56"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="#0969a8"/>'
        f'<text x="{left / 2}" {style}>{escape(label)}</text>'
        f'<text x="{left + right / 2}" {style}>{escape(value)}</text>'
        "</svg>\n"
    )


def pictures() -> dict[str, str]:
    """Return the content of every picture by its path."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    badges = {
        "version": optgap.__version__,
        "python": project["requires-python"].replace(">=", "≥ "),
        "licence": project["license"],
    }
    drawn = {f"{STATIC}/gap-{theme}.svg": chart(theme) for theme in THEMES}
    return drawn | {
        f"{STATIC}/badge-{label}.svg": badge(label, value) for label, value in badges.items()
    }


def found_rows() -> str:
    """Return the table of findings in Markdown."""
    lines = ["| examined | result | |", "| --- | --- | --- |"]
    for compute in findings.FINDINGS[: findings.FIRST]:
        each = compute()
        lines.append(f"| {each.subject} | {each.claim} | [page](docs/{each.page}.md) |")
    return "\n".join(lines) + "\n"


def problem_rows() -> str:
    """Return the table of the problems in Markdown."""
    lines = ["| name | task | paper |", "| --- | --- | --- |"]
    for name in optgap.problem_names():
        entry = optgap.problem_named(name)
        lines.append(f"| [`{name}`](docs/{name}.md) | {entry.title} | {entry.paper} |")
    return "\n".join(lines) + "\n"


def readme() -> str:
    """Return README with its findings, problems and the sentence under its chart."""
    text = (ROOT / "README.md").read_text()
    ipa = findings.ipa()
    best = findings.placement_example()["bottleneck"].objective
    excess = findings.placement_example()["ipa"].objective / best - 1
    claim = (
        f"**On this stage the paper's heuristic is {excess:.1%} above the optimum.** optgap "
        f"computes and proves such gaps:\n`{ipa.command}`.\n"
    )
    written = {"claim": claim, "findings": found_rows(), "problems": problem_rows()}
    for name, content in written.items():
        pattern = re.compile(MARKED.format(name), re.DOTALL)
        assert len(pattern.findall(text)) == 1, name
        text = pattern.sub(lambda found, content=content: found[1] + content + found[2], text)
    return text


def main() -> int:
    """Write everything, or say what is out of date."""
    contents = pictures() | {"README.md": readme()}
    stale = [path for path, text in contents.items() if not _is(ROOT / path, text)]
    if "--check" in sys.argv:
        print("\n".join(f"{path} is out of date: python docs/write_readme.py" for path in stale))
        return bool(stale)
    for path in stale:
        (ROOT / path).write_text(contents[path])
    return 0


def _is(path: Path, text: str) -> bool:
    return path.exists() and path.read_text() == text


if __name__ == "__main__":
    sys.exit(main())
