/* The list of tries. */
const items = [];
const turnOf = (at) => (data.firstPly ?? 0) + steps[at].ply - (steps[at].answer === "played" ? 1 : 0);
const buildList = () => {
  const rows = document.createDocumentFragment();
  const start = html("button", { type: "button", class: "played", "data-step": 0, tabindex: -1 }, "start");
  rows.append(html("li", {}, html("span", {}, ""), html("span", {}, start)));
  items.push(start);
  let turn = -1,
    row = null;
  for (let at = 1; at <= last; at++) {
    const step = steps[at];
    if (turnOf(at) !== turn) {
      turn = turnOf(at);
      row = html("span");
      rows.append(html("li", {}, html("span", {}, `${(turn >> 1) + 1}${turn % 2 ? "…" : "."}`), row));
    }
    const item = html("button", { type: "button", class: step.answer, "data-step": at, tabindex: -1 });
    const mark = { played: "", refused: "✗ ", nonsense: "✗✗ ", untold: "✗ ", yes: "? ", no: "? ", sensed: "⊡ " }[
      step.answer
    ];
    if (mark) item.append(html("span", { "aria-hidden": "true" }, mark));
    item.append(step.name);
    if (step.answer !== "played")
      item.append(
        html(
          "span",
          { class: step.answer === "yes" || step.answer === "no" ? "" : "hidden" },
          ` ${step.answer}`,
        ),
      );
    if (step.brief) item.append(html("small", {}, step.brief));
    row.append(item, " ");
    items.push(item);
  }
  $("list").append(rows);
};
