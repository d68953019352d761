"use strict";
{
  const said = document.getElementById("said");
  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.v ?? cell.firstChild?.nodeValue?.trim() ?? "";
  };

  // Rows without a value come last, whichever way the others go.
  const order = (column, numeric, down) => (one, two) => {
    const [a, b] = [value(one, column), value(two, column)];
    if (a === "" || b === "") return (a === "") - (b === "");
    const first = numeric ? a - b : a.localeCompare(b, "en", { numeric: true });
    return down ? -first : first;
  };

  const sort = (table, head, column) => {
    const numeric = head.classList.contains("n");
    const before = head.getAttribute("aria-sort");
    // The best is looked for first: numbers begin with the greatest.
    const down = before ? before === "ascending" : numeric;
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const body = table.tBodies[0];
    body.append(...[...body.rows].sort(order(column, numeric, down)));
    said.textContent = `Sorted by ${head.textContent}, ${down ? "descending" : "ascending"}`;
  };

  for (const table of document.querySelectorAll("table"))
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      button.addEventListener("click", () => sort(table, head, column));
      head.replaceChildren(button);
    });

  // A link to a table opens it, and paper has no folds.
  const open = () => {
    const named = location.hash && document.getElementById(location.hash.slice(1));
    if (named && named.tagName === "DETAILS") named.open = true;
  };
  addEventListener("hashchange", open);
  open();
  addEventListener("beforeprint", () => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
  });
}
