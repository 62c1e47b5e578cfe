"""The rendered pages in a browser: nothing sticks out, is clipped, lacks words or complains.

The pages are those of ``make docs``; the tests are skipped where there are none, or no Chromium.
"""

from __future__ import annotations

import functools
import http.server
import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[1] / "docs" / "_build" / "html"
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
NAMES = sorted(path.name for path in PAGES.glob("*.html"))

pytestmark = [
    pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine"),
    pytest.mark.skipif(not NAMES, reason="the pages are not built: make docs"),
]

# All pages are loaded one after another in frames of one window, which reports what it measured.
MEASURING = """<!doctype html><pre id="measured"></pre><script>
const names = NAMES, found = [], ELLIPSIS = /(…|\\.\\.\\.)$/;
const clips = e => ["hidden", "clip"].includes(getComputedStyle(e).overflowX);
async function measure(name) {
  const frame = document.createElement("iframe");
  frame.style = "width: WIDTHpx; height: 900px; border: 0";
  const complaints = [];
  document.body.append(frame);
  await new Promise(done => { frame.onload = done; frame.src = name; });
  const page = frame.contentDocument, view = frame.contentWindow;
  view.addEventListener("error", event => complaints.push(String(event.message)));
  page.body.dataset.theme = "SCHEME";
  await new Promise(done => setTimeout(done, 60));
  const article = page.querySelector("article") || page.body;
  const cells = [...article.querySelectorAll("td, th, .cell_output, pre, .math")];
  found.push({
    name,
    sideways: page.documentElement.scrollWidth - view.innerWidth,
    clipped: cells.filter(e => clips(e) && e.scrollWidth > e.clientWidth + 1).length,
    cut: cells.filter(e => e.closest("table") && ELLIPSIS.test(e.textContent.trim())).length,
    silent: [...article.querySelectorAll("img")].filter(e => !e.alt || /[0-9a-f]{16}/.test(e.alt))
      .map(e => e.getAttribute("src")),
    broken: [...article.querySelectorAll("img")].filter(e => !e.naturalWidth).length,
    pale: contrast(view.getComputedStyle(page.body)),
    complaints,
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


class Silent(http.server.SimpleHTTPRequestHandler):
    """Serves the pages, and the page that measures them, without a word."""

    measuring = ""

    def do_GET(self) -> None:
        if not self.path.startswith("/measuring"):
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(self.measuring.encode())

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[http.server.ThreadingHTTPServer]:
    """Serve the folder of the pages on a free port."""
    handler = functools.partial(Silent, directory=str(PAGES))
    served = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    yield served
    served.shutdown()
    served.server_close()
    thread.join()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_every_page(
    server: http.server.ThreadingHTTPServer, tmp_path: Path, width: int, scheme: str
) -> None:
    """Wide and narrow, light and dark."""
    page = MEASURING.replace("WIDTH", str(width)).replace("SCHEME", scheme)
    Silent.measuring = page.replace("NAMES", json.dumps(NAMES))
    assert BROWSER is not None
    command = [
        *(BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"),
        *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
        *("--enable-logging=stderr", "--log-level=0", "--virtual-time-budget=120000"),
        f"--user-data-dir={tmp_path / 'profile'}",
        f"--window-size={width + 20},1000",
        "--dump-dom",
        f"http://127.0.0.1:{server.server_port}/measuring.html",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=200)
    measured = re.search(r'<pre id="measured">(\[.*?)</pre>', done.stdout, re.DOTALL)
    assert measured, done.stderr[-2000:]
    found = json.loads(measured[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    assert [each["name"] for each in found] == NAMES
    faults = {
        each["name"]: {
            key: each[key]
            for key in ("sideways", "clipped", "cut", "silent", "broken", "complaints")
            if (each[key] > 0 if isinstance(each[key], int) else each[key])
        }
        for each in found
    }
    assert {name: wrong for name, wrong in faults.items() if wrong} == {}
    assert min(each["pale"] for each in found) > 7
    complaints = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    assert complaints == []
