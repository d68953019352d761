/* A game of the person at this page. The server tells only what the person may know, until the end. */
const GUESSES = "pnbrqkx";
let state = { version: -1, men: {}, lines: [], color: "white" };
let chosen = null, // square of the man that is about to move
  focused = 12,
  dragged = null;
let marks = {},
  past = [];

try {
  marks = JSON.parse(sessionStorage.getItem(location.pathname)) || {};
} catch {
  marks = {};
}
const keepMarks = () => {
  try {
    sessionStorage.setItem(location.pathname, JSON.stringify(marks));
  } catch {
    /* without storage the marks are lost when the page is loaded again */
  }
};

const isBlack = () => state.color === "black";
const kindOf = (letter) => "pnbrqk".indexOf(letter.toLowerCase());
const picture = (letter, side, extra) => {
  const drawn = element("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
  if (letter === "x") drawn.append(element("circle", { class: `full ${extra}`, cx: 50, cy: 50, r: 22 }));
  else drawn.append(man(kindOf(letter), side, 0, 0, 100, extra));
  return drawn;
};

/* The board: 64 buttons in rows, of which one can be reached with Tab. */
const cells = [];
const order = () => {
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0],
    files = [0, 1, 2, 3, 4, 5, 6, 7];
  if (isBlack()) {
    ranks.reverse();
    files.reverse();
  }
  return ranks.map((rank) => files.map((file) => rank * 8 + file));
};
const label = (at) => {
  const name = squareName(at),
    own = state.men[name] || "",
    mark = marks[name];
  if (own) {
    const side = state.over ? (own === own.toUpperCase() ? "White's " : "Black's ") : "your ";
    return `${name}, ${side}${KINDS[kindOf(own)]}`;
  }
  if (mark) return `${name}, guess: ${mark === "x" ? "any man" : KINDS[kindOf(mark)]}`;
  return `${name}, ${state.over ? "empty" : "no man of yours"}`;
};
const draw = () => {
  for (let at = 0; at < 64; at++) {
    const cell = cells[at],
      name = squareName(at),
      own = state.men[name],
      mark = marks[name];
    if (!cell) continue;
    const corner = html("span", { class: "name", "aria-hidden": "true" }, name);
    cell.replaceChildren(corner);
    if (own) cell.append(picture(own, own === own.toLowerCase() ? 1 : 0, ""));
    else if (mark && !state.over) cell.append(picture(mark, isBlack() ? 0 : 1, "guess"));
    cell.classList.toggle("chosen", chosen === at);
    cell.classList.toggle("last", state.last === name);
    cell.setAttribute("aria-label", label(at) + (chosen === at ? ", chosen" : ""));
    cell.setAttribute("aria-pressed", chosen === at ? "true" : "false");
    cell.tabIndex = focused === at ? 0 : -1;
  }
};
const build = () => {
  const board = $("board");
  board.replaceChildren();
  for (const row of order()) {
    const line = html("div", { role: "row" });
    for (const at of row) {
      const shade = ((at >> 3) + (at & 7)) % 2 ? "light" : "dark";
      const holder = html("div", { role: "gridcell", style: "display: contents" });
      const cell = html("button", { type: "button", class: shade, "data-square": squareName(at) });
      cell.addEventListener("focus", () => {
        focused = at;
        draw();
      });
      cells[at] = cell;
      holder.append(cell);
      line.append(holder);
    }
    board.append(line);
  }
};

/* Marks. */
const setMark = (at, mark) => {
  const name = squareName(at);
  if ((marks[name] || null) === mark) return;
  past.push([name, marks[name] || null]);
  if (mark) marks[name] = mark;
  else delete marks[name];
  keepMarks();
  draw();
};
const undoMark = () => {
  const last = past.pop();
  if (!last) {
    tell("There is no change of a mark to take back.");
    return;
  }
  if (last[1]) marks[last[0]] = last[1];
  else delete marks[last[0]];
  keepMarks();
  draw();
};

/* Questions. */
const tell = (text) => {
  $("problem").textContent = text;
};
const send = async (body) => {
  tell("");
  try {
    const reply = await fetch("ask", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await reply.json();
    if (!reply.ok) tell(answer.problem);
    return reply.ok;
  } catch {
    tell("The program does not answer; it has ended, perhaps.");
    return false;
  }
};
const ask = (question) => send({ question });
const move = (from, to) => {
  const own = state.men[squareName(from)] || "";
  const last = isBlack() ? 0 : 7;
  const becomes = own.toLowerCase() === "p" && to >> 3 === last ? $("piece").value : "";
  chosen = null;
  draw();
  ask(squareName(from) + squareName(to) + becomes);
};
const pick = (at) => {
  const pencil = document.querySelector("[name=mark]:checked").value;
  if (pencil) {
    setMark(at, pencil === "-" ? null : pencil);
    return;
  }
  if (chosen === at) chosen = null;
  else if (chosen !== null && !state.men[squareName(at)]) return move(chosen, at);
  else if (state.men[squareName(at)] && state.turn) chosen = at;
  draw();
};

/* Pointer: a click chooses, a drag moves. */
const squareUnder = (event) => {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  const cell = found && found.closest("[data-square]");
  return cell ? cells.indexOf(cell) : -1;
};
$("board").addEventListener("pointerdown", (event) => {
  const at = squareUnder(event);
  dragged = at >= 0 && state.men[squareName(at)] && state.turn ? at : null;
});
addEventListener("pointerup", (event) => {
  const from = dragged,
    at = squareUnder(event);
  dragged = null;
  const pencil = document.querySelector("[name=mark]:checked").value;
  if (from !== null && at >= 0 && at !== from && !pencil) {
    chosen = null;
    move(from, at);
  }
});
$("board").addEventListener("click", (event) => {
  const cell = event.target.closest("[data-square]");
  if (cell) pick(cells.indexOf(cell));
});

/* Keys. */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
$("board").addEventListener("keydown", (event) => {
  const at = focused,
    key = event.key;
  if (STEPS[key]) {
    const turn = isBlack() ? -1 : 1;
    const file = (at & 7) + turn * STEPS[key][0],
      rank = (at >> 3) + turn * STEPS[key][1];
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) cells[rank * 8 + file].focus();
  } else if (key === "Escape") {
    chosen = null;
    draw();
  } else if (key === "Delete" || key === "Backspace") setMark(at, null);
  else if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") undoMark();
  else if (!event.ctrlKey && !event.metaKey && !event.altKey && key.length === 1 && GUESSES.includes(key.toLowerCase()))
    setMark(at, key.toLowerCase());
  else return;
  event.preventDefault();
});
$("ask").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = $("try"),
    text = field.value.trim();
  if (text && (await ask(text))) field.value = "";
});
$("any").addEventListener("click", () => ask("any"));
$("undo").addEventListener("click", undoMark);
$("resign").addEventListener("click", () => {
  if (confirm("Resign the game?")) send({ resign: true });
});
$("done").addEventListener("click", async () => {
  if (await send({ done: true })) tell("The program has ended; you can close this page.");
});

/* News from the server. */
const take = (news) => {
  const turned = state.color !== news.color || !cells.length;
  state = news;
  if (turned) build();
  if (!state.turn) chosen = null;
  const lines = $("lines"),
    known = lines.children.length;
  for (const line of state.lines.slice(known)) lines.append(html("li", { class: line.answer }, line.text));
  if (known < state.lines.length) lines.scrollTop = lines.scrollHeight;
  const last = state.lines[state.lines.length - 1];
  $("said").textContent = state.over || (last ? last.text : "");
  $("turn").textContent = state.over
    ? "The game is over."
    : state.turn
      ? `Your turn, move ${state.move}.`
      : "The opponent is thinking.";
  $("any").hidden = !state.any;
  $("resign").hidden = Boolean(state.over);
  $("links").hidden = $("done").hidden = !state.over;
  document.body.dataset.state = state.over ? "over" : state.turn ? "turn" : "wait";
  draw();
};
const listen = async () => {
  for (;;) {
    try {
      const reply = await fetch(`state?after=${state.version}`);
      const news = await reply.json();
      if (news.version !== state.version) take(news);
      if (news.over) return;
    } catch {
      tell("The program does not answer; trying again.");
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
};
build();
draw();
listen();
