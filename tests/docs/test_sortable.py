"""Long tables of the site, in a browser: a click on the name of a column sorts its rows."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import pytest
from browser import BROWSER, reported

SCRIPT = Path(__file__).parents[2] / "docs" / "_static" / "sortable.js"
ASKING = """<!doctype html><pre id="measured"></pre><script>
(async () => {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  await new Promise(done => { frame.onload = done; frame.src = "page.html"; });
  const page = frame.contentDocument, [long, short] = page.querySelectorAll("table");
  const column = k => [...long.tBodies[0].rows].map(row => row.cells[k].textContent);
  const head = k => long.tHead.rows[0].cells[k];
  const answer = {sortable: [long, short].map(table => table.classList.contains("sortable"))};
  head(1).click(); answer.rising = column(1); answer.sort = head(1).getAttribute("aria-sort");
  head(1).click(); answer.falling = column(1);
  head(0).dispatchEvent(new frame.contentWindow.KeyboardEvent("keydown", {key: "Enter"}));
  answer.names = column(0); answer.kept = head(1).getAttribute("aria-sort");
  document.querySelector("#measured").textContent = JSON.stringify([{name: NAMES[0], answer}]);
})();
</script>"""
GAPS = ["3.5%", "10%", "–", "<0.01%", "-2", "1,200"]


def table(rows: int) -> str:
    cells = "".join(f"<tr><td>m{k:02}</td><td>{GAPS[k % 6]}</td></tr>" for k in range(rows))
    return f"<table><thead><tr><th>name</th><th>gap</th></tr></thead><tbody>{cells}</tbody></table>"


@pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")
def test_a_click_sorts_by_value_and_a_second_one_turns_it_round(tmp_path: Path) -> None:
    copy(SCRIPT, tmp_path / "sortable.js")
    page = f'<article>{table(24)}{table(5)}</article><script src="sortable.js"></script>'
    (tmp_path / "page.html").write_text(f"<!doctype html><meta charset=utf-8>{page}")
    answer = reported(tmp_path, ASKING, ["tables"], 900, tmp_path / "profile")[0]["answer"]
    assert answer["sortable"] == [True, False], "short tables are left alone"
    rising = ["-2", "<0.01%", "3.5%", "10%", "1,200", "–"]
    assert answer["rising"] == [gap for gap in rising for _ in range(4)]
    assert answer["sort"] == "ascending"
    assert answer["falling"] == answer["rising"][::-1]
    assert answer["names"] == [f"m{k:02}" for k in range(24)]
    assert answer["kept"] is None
