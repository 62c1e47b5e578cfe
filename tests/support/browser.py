"""A browser without a window: it loads pages, measures them, and says what its console says."""

from __future__ import annotations

import functools
import html
import http.server
import json
import re
import shutil
import subprocess
import threading
from pathlib import Path

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")


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


def reported(folder: Path, page: str, names: list[str], width: int, profile: Path) -> list[dict]:
    """Return what a measuring page reports of each of the names, and what the console says."""
    Silent.measuring = page.replace("NAMES", json.dumps(names))
    handler = functools.partial(Silent, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as served:
        thread = threading.Thread(target=served.serve_forever, daemon=True)
        thread.start()
        assert BROWSER is not None
        command = [
            *(BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"),
            *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
            *("--enable-logging=stderr", "--log-level=0", "--virtual-time-budget=120000"),
            f"--user-data-dir={profile}",
            f"--window-size={width + 20},1000",
            "--dump-dom",
            f"http://127.0.0.1:{served.server_port}/measuring.html",
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=200)
        served.shutdown()
        thread.join()
    shown = re.search(r'<pre id="measured">(\[.*?)</pre>', done.stdout, re.DOTALL)
    assert shown, done.stderr[-2000:]
    found: list[dict] = json.loads(html.unescape(shown[1]))
    assert [each["name"] for each in found] == names
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return [*found, {"name": "console", "complaints": console}]
