"""Links, images and anchors of the built pages and slides lead somewhere (after `make docs`)."""

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

BUILT = Path(__file__).parents[2] / "docs" / "_build" / "html"
PAGES = sorted(BUILT.rglob("*.html"))

pytestmark = pytest.mark.skipif(not PAGES, reason="the pages are not built")


class Page(HTMLParser):
    """The anchors of a page, and the addresses that it uses."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors, self.used = set[str](), list[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and (name == "id" or (name == "name" and tag == "a")):
                self.anchors.add(value)
            elif value and name in ("href", "src"):
                self.used.append(value)


@cache
def page(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def dead_links(path: Path) -> list[str]:
    """Return the addresses within the site that lead to no file or anchor."""
    dead = []
    for address in page(path).used:
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        target = target / "index.html" if target.is_dir() else target
        is_page = target.suffix == ".html"
        if not target.is_file() or (
            parts.fragment and is_page and unquote(parts.fragment) not in page(target).anchors
        ):
            dead.append(address)
    return dead


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<p id="x"></p><a href="b.html#y"></a><img src="c.png">')
    (tmp_path / "b.html").write_text('<p id="z"></p><a href="a.html#x"></a>')
    assert dead_links(tmp_path / "a.html") == ["b.html#y", "c.png"]
    assert dead_links(tmp_path / "b.html") == []


def test_every_link_leads_somewhere() -> None:
    dead = {str(path.relative_to(BUILT)): dead_links(path) for path in PAGES}
    assert {name: links for name, links in dead.items() if links} == {}


def test_no_page_leads_to_an_address_that_is_still_to_come() -> None:
    placeholders = {
        str(path.relative_to(BUILT))
        for path in PAGES
        if any((urlsplit(each).hostname or "").endswith(".example") for each in page(path).used)
    }
    assert placeholders == set()
