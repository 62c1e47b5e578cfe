"""The rendered pages in a browser: nothing sticks out, is clipped, lacks words or complains.

The pages are those of ``make docs``; the tests are skipped where there are none, or no Chromium.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import BROWSER, reported

PAGES = Path(__file__).parents[2] / "docs" / "_build" / "html"
NAMES = sorted(  # without old addresses, which only lead to the new ones
    path.name for path in PAGES.glob("*.html") if 'http-equiv="refresh"' not in path.read_text()
)

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")

# All pages are loaded one after another in frames of one window, which reports what it measured.
MEASURING = """<!doctype html><pre id="measured"></pre><script>
const names = NAMES, found = [], ELLIPSIS = /(…|\\.\\.\\.)$/;
const clips = e => ["hidden", "clip"].includes(getComputedStyle(e).overflowX);
// An answer or a hint whose text is in sight before anybody has asked for it.
const shows = e => /^(Answer|A hint)/.test(e.querySelector(".admonition-title")?.textContent.trim())
  && [...e.querySelectorAll("p:not(.admonition-title)")]
    .some(p => p.checkVisibility({contentVisibilityProperty: true}));
async function measure(name) {
  const frame = document.createElement("iframe");
  frame.style = "width: WIDTHpx; height: 900px; border: 0";
  document.body.append(frame);
  await new Promise(done => { frame.onload = done; frame.src = name; });
  const page = frame.contentDocument, view = frame.contentWindow;
  page.body.dataset.theme = "SCHEME";
  await new Promise(done => setTimeout(done, 60));
  const article = page.querySelector("article") || page.body;
  const cells = [...article.querySelectorAll("td, th, .cell_output, pre, .math")];
  found.push({
    name,
    sideways: page.documentElement.scrollWidth - view.innerWidth,
    clipped: cells.filter(e => clips(e) && e.scrollWidth > e.clientWidth + 1).length,
    cut: cells.map(e => e.closest("table") ? e.textContent.trim() : "")
      .filter(text => ELLIPSIS.test(text)).map(text => text.slice(-60)),
    silent: [...article.querySelectorAll("img")].filter(e => !e.alt || /[0-9a-f]{16}/.test(e.alt))
      .map(e => e.getAttribute("src")),
    open: [...article.querySelectorAll(".admonition")].filter(shows).length,
    warnings: cells.filter(e => /Warning: /.test(e.textContent)).length,
    broken: [...article.querySelectorAll("img")].filter(e => !e.naturalWidth).length,
    contrast: contrast(view.getComputedStyle(page.body)),
  });
  frame.remove();
}
function contrast(style) {
  const light = color => {
    const parts = color.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255);
    const [r, g, b] = parts.map(v => v <= 0.04 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [one, two] = [light(style.color), light(style.backgroundColor)].sort((a, b) => b - a);
  return (one + 0.05) / (two + 0.05);
}
(async () => {
  for (const name of names) await measure(name);
  document.querySelector("#measured").textContent = JSON.stringify(found);
})();
</script>"""


def measured(folder: Path, names: list[str], width: int, scheme: str, profile: Path) -> list[dict]:
    """Return what a browser of this width says about each page of a folder, and its console."""
    page = MEASURING.replace("WIDTH", str(width)).replace("SCHEME", scheme)
    return reported(folder, page, names, width, profile)


def faults(found: list[dict]) -> dict[str, dict]:
    """Return what is wrong, by page."""
    kinds = ("sideways", "clipped", "cut", "silent", "open", "warnings", "broken", "complaints")
    wrong = {
        each["name"]: {
            kind: each[kind]
            for kind in kinds
            if (each.get(kind, 0) > 0 if isinstance(each.get(kind, 0), int) else each[kind])
        }
        for each in found
    }
    return {name: some for name, some in wrong.items() if some}


@pytest.mark.skipif(not NAMES, reason="the pages are not built: make docs")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_every_page(tmp_path: Path, width: int, scheme: str) -> None:
    """Wide and narrow, light and dark."""
    found = measured(PAGES, NAMES, width, scheme, tmp_path / "profile")
    assert faults(found) == {}
    assert min(each["contrast"] for each in found if "contrast" in each) > 7


# Every slide of every lesson, in a frame of the size that the slides are made for.
SLIDES = """<!doctype html><pre id="measured"></pre><script>
const names = NAMES, found = [];
async function measure(name) {
  const frame = document.createElement("iframe");
  frame.style = "width: 1280px; height: 720px; border: 0";
  document.body.append(frame);
  await new Promise(done => { frame.onload = done; frame.src = name; });
  await new Promise(done => setTimeout(done, 200));
  const slides = [...frame.contentDocument.querySelectorAll(".slides > section")];
  const over = slides.map((slide, k) => {
    frame.contentWindow.Reveal.slide(k);
    return slide.scrollHeight > 720 || slide.scrollWidth > 1280 ? k + 1 : 0;
  });
  found.push({name, slides: slides.length, over: over.filter(k => k)});
  frame.remove();
}
(async () => {
  for (const name of names) await measure(name);
  document.querySelector("#measured").textContent = JSON.stringify(found);
})();
</script>"""
LESSONS = sorted(f"slides/{path.name}" for path in (PAGES / "slides").glob("*.html"))


@pytest.mark.skipif(not LESSONS, reason="the slides are not built: make docs")
def test_every_slide_fits_its_frame(tmp_path: Path) -> None:
    *found, console = reported(PAGES, SLIDES, LESSONS, 1280, tmp_path / "profile")
    assert {each["name"]: each["over"] for each in found if each["over"]} == {}
    assert all(each["slides"] >= 7 for each in found)
    assert console["complaints"] == []


BAD = """<!doctype html><body style="color: #888; background: #777"><article>
<div style="width: 3000px">wide</div><img src="gone.png">
<table><tr><td style="max-width: 50px; overflow: hidden; white-space: nowrap">a long long cell</td>
<td>unfinished…</td></tr></table><pre>FutureWarning: mind this</pre>
<div class="admonition"><p class="admonition-title">Answer</p><p>Twelve.</p></div>
<details class="admonition"><summary class="admonition-title">Answer</summary><p>Ten.</p></details>
</article>
<script>console.error("oh"); throw new Error("no");</script></body>"""


def test_a_bad_page_is_seen(tmp_path: Path) -> None:
    (tmp_path / "bad.html").write_text(BAD)
    found = measured(tmp_path, ["bad.html"], 800, "light", tmp_path / "profile")
    wrong = faults(found)
    kinds = {"sideways", "clipped", "cut", "silent", "open", "warnings", "broken"}
    assert set(wrong["bad.html"]) == kinds
    assert found[0]["open"] == 1
    assert any("oh" in line for line in wrong["console"]["complaints"])
    assert any("Error: no" in line for line in wrong["console"]["complaints"])
    assert found[0]["contrast"] < 7
