// Long tables are sorted by a click on the name of a column: numbers by value, everything else by letters.
const LONG = 20;

function valueOf(cell) {
  const text = cell.textContent.trim();
  const number = Number.parseFloat(text.replace(/[,\s]/g, "").replace(/^[<>≤≥]/, ""));
  return Number.isNaN(number) || !/^[<>≤≥+−-]?[\d.]/.test(text) ? text.toLowerCase() : number;
}

function compare(one, other) {
  if (typeof one === typeof other) return one < other ? -1 : Number(one > other);
  return typeof one === "number" ? -1 : 1;
}

function sortBy(table, column, head) {
  const body = table.tBodies[0];
  const falls = head.getAttribute("aria-sort") === "ascending";
  const rows = [...body.rows].map(row => [valueOf(row.cells[column]), row]);
  rows.sort(([one], [other]) => (falls ? compare(other, one) : compare(one, other)));
  body.append(...rows.map(([, row]) => row));
  for (const each of head.parentElement.cells) each.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", falls ? "descending" : "ascending");
}

document.addEventListener("DOMContentLoaded", () => {
  for (const table of document.querySelectorAll("article table")) {
    const head = table.tHead?.rows[table.tHead.rows.length - 1];
    if (!head || (table.tBodies[0]?.rows.length ?? 0) <= LONG) continue;
    const width = table.tBodies[0].rows[0].cells.length;
    if ([...table.tBodies[0].rows].some(row => row.cells.length !== width)) continue;
    table.classList.add("sortable");
    [...head.cells].forEach((cell, column) => {
      cell.tabIndex = 0;
      cell.title = "Sort by this column";
      cell.addEventListener("click", () => sortBy(table, column, cell));
      cell.addEventListener("keydown", event => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          sortBy(table, column, cell);
        }
      });
    });
  }
});
