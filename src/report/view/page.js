"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const KINDS = ["pawn", "knight", "bishop", "rook", "queen", "king"];
  const LETTERS = ["P", "N", "B", "R", "Q", "K"];
  const SIDES = ["White", "Black"];
  const BOARDS = ["umpire", "white", "black"];
  const EMPTY = 64, PIECES = 2 + 4 + 8 + 16, PAWN = 1, KING = 32;

  /* Men on a field of 100 by 100. The lines of `inner` show inside, in the colour of the edge. */
  const FOOT = "M25 87h50v-5q0-5-6-6H31q-6 1-6 6z";
  const SHAPES = {
    pawn: { body: ["M50 22a13 13 0 0 1 8 23q-2 2 1 3h3v6h-6q1 14 11 22H33q10-8 11-22h-6v-6h3q3-1 1-3a13 13 0 0 1 8-23z", FOOT], inner: "" },
    knight: { body: ["M33 76q1-14 13-24-8 3-13 8-4 4-8 0l-4-6q-1-3 2-6 8-9 12-18l1-13 9 8q21 1 26 22 3 15 0 29z", FOOT],
      inner: "M41 34l3 1M60 34q7 12 4 30" },
    bishop: { body: ["M50 21c12 9 19 19 17 29-1 6-5 9-8 11h4v6h-4l3 9H38l3-9h-4v-6h4c-3-2-7-5-8-11-2-10 5-20 17-29z",
      "M50 10a5.500 5.500 0 1 1 0 11 5.500 5.500 0 1 1 0-11z", FOOT], inner: "M50 33v14M43 40h14" },
    rook: { body: ["M28 20h10v7h7v-7h10v7h7v-7h10v17l-8 6 2 33H34l2-33-8-6z", FOOT], inner: "M37 43h26" },
    queen: { body: ["M32 76l-9-38 13 14 5-26 9 24 9-24 5 26 13-14-9 38z",
      "M22 30a5 5 0 1 1 0 10 5 5 0 1 1 0-10zM41 18a5 5 0 1 1 0 10 5 5 0 1 1 0-10zM59 18a5 5 0 1 1 0 10 5 5 0 1 1 0-10zM78 30a5 5 0 1 1 0 10 5 5 0 1 1 0-10z", FOOT],
      inner: "M33 68h34" },
    king: { body: ["M47 8h6v6h6v6h-6v8h-6v-8h-6v-6h6z", "M32 76l-8-24c-3-14 12-24 26-13 14-11 29-1 26 13l-8 24z", FOOT],
      inner: "M34 67h32M50 40v16" },
  };

  const element = (name, attributes, ...children) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const html = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const squareName = (at) => "abcdefgh"[at & 7] + ((at >> 3) + 1);

  /* The record. */
  const digit = new Map([..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].map((c, i) => [c, i]));
  const known = data.known.map((text) =>
    Array.from({ length: 64 }, (_, at) => {
      const bits = digit.get(text[2 * at]) * 64 + digit.get(text[2 * at + 1]);
      return { mask: bits & 127, age: bits >> 7 };
    }));
  const boards = data.boards.map((fen) => {
    const men = new Array(64).fill(null);
    fen.split(" ")[0].split("/").forEach((row, down) => {
      let file = 0;
      for (const letter of row) {
        if (letter >= "1" && letter <= "8") file += Number(letter);
        else {
          const kind = LETTERS.indexOf(letter.toUpperCase());
          men[(7 - down) * 8 + file++] = { kind, side: letter === letter.toUpperCase() ? 0 : 1 };
        }
      }
    });
    return men;
  });
  const steps = data.steps;
  const last = steps.length - 1;
  const plies = steps[last].ply;
  const kingSquares = known.map((squares) => squares.filter((s) => s.mask & KING).length);
  /* The place of each step on the axis of plies: tries lie between the moves. */
  const places = new Array(steps.length).fill(0);
  const moves = []; // steps with which a move was played, and the start
  steps.forEach((step, at) => { if (at === 0 || step.answer === "played") moves.push(at); });
  moves.forEach((at, n) => {
    places[at] = steps[at].ply;
    const next = n + 1 < moves.length ? moves[n + 1] : steps.length;
    for (let between = at + 1; between < next; between++) places[between] = steps[at].ply + (between - at) / (next - at);
  });

  let now = 0;
  const options = { letters: false, ages: false, truth: false, turned: false, large: false };

  /* Drawing. */
  const place = (at) => {
    const file = at & 7, rank = at >> 3;
    return options.turned ? [(7 - file) * 100, rank * 100] : [file * 100, (7 - rank) * 100];
  };
  const man = (kind, side, x, y, size, extra) => {
    const shape = SHAPES[KINDS[kind]];
    const drawn = element("g", { class: `man ${side ? "b" : "w"} ${extra || ""}`, transform: `translate(${x} ${y}) scale(${size / 100})` });
    for (const path of shape.body) drawn.append(element("path", { d: path }));
    if (shape.inner) drawn.append(element("path", { d: shape.inner, fill: "none", stroke: "currentColor" }));
    return drawn;
  };
  const sign = (kind, x, y, size) => {
    const drawn = element("g", { class: "sign", transform: `translate(${x} ${y}) scale(${size / 100})` });
    for (const path of SHAPES[KINDS[kind]].body) drawn.append(element("path", { d: path }));
    return drawn;
  };
  const kindsOf = (mask) => KINDS.map((_, kind) => kind).filter((kind) => mask & (1 << kind));

  /* The signs of a square of which only the other side knows what stands there. */
  const signs = (mask, enemy, x, y) => {
    const drawn = [], kinds = kindsOf(mask), certain = !(mask & EMPTY);
    if (!kinds.length) return drawn;
    if (certain && kinds.length === 1) {
      drawn.push(man(kinds[0], enemy, x, y, 100, "certain"));
      drawn.push(element("circle", { class: "badge", cx: x + 50, cy: y + 50, r: 45 }));
      return drawn;
    }
    if (options.letters) {
      if (certain) drawn.push(element("circle", { class: "badge", cx: x + 50, cy: y + 50, r: 45 }));
      const text = kinds.map((kind) => LETTERS[kind]).join("");
      const rows = text.length > 3 ? [text.slice(0, 3), text.slice(3)] : [text];
      rows.forEach((row, n) => drawn.push(element("text", { class: "letters", x: x + 50, y: y + 60 + (n - (rows.length - 1) / 2) * 28, "text-anchor": "middle" }, row)));
      return drawn;
    }
    const pieces = mask & PIECES;
    if (certain) {
      drawn.push(element("circle", { class: "full", cx: x + 50, cy: y + 50, r: 24 }));
      drawn.push(element("circle", { class: "badge", cx: x + 50, cy: y + 50, r: 33 }));
    } else if (pieces) {
      drawn.push(element("circle", { class: "ring", cx: x + 50, cy: y + 50, r: 19 }));
      if (pieces === PIECES) drawn.push(element("circle", { class: "full", cx: x + 50, cy: y + 50, r: 7 }));
    }
    if (mask & PAWN) drawn.push(sign(0, x - 2, y + 46, 54));
    if (mask & KING) drawn.push(sign(5, x + 49, y - 1, 53));
    return drawn;
  };

  const sayKinds = (mask) => kindsOf(mask).map((kind) => KINDS[kind]).join(", ");
  const describe = (which, at) => {
    const step = steps[now], there = boards[step.board][at];
    const own = there && (which === 0 || there.side === which - 1);
    if (own) return `${squareName(at)}: ${SIDES[there.side]}'s ${KINDS[there.kind]}`;
    if (which === 0) return `${squareName(at)}: empty`;
    const { mask, age } = known[step.known[which - 1]][at];
    const kinds = sayKinds(mask);
    const old = age === 0 ? "known now" : `${age} move${age > 1 ? "s" : ""} old`;
    if (!kinds) return `${squareName(at)}: certainly empty, ${old}`;
    return `${squareName(at)}: ${mask & EMPTY ? "empty or " : "certainly "}${kinds}, ${old}`;
  };

  const arrow = (step) => {
    const at = (name) => place(name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49)).map((c) => c + 50);
    const [x1, y1] = at(step.move.slice(0, 2)), [x2, y2] = at(step.move.slice(2, 4));
    const length = Math.hypot(x2 - x1, y2 - y1) || 1, ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    const no = step.answer !== "played";
    const drawn = [element("path", { class: `way ${no ? "no" : ""}`, d: `M${x1 + ux * 30} ${y1 + uy * 30}L${x2 - ux * (no ? 18 : 52)} ${y2 - uy * (no ? 18 : 52)}` })];
    if (no) drawn.push(element("path", { class: "cross", d: `M${x2 - 16} ${y2 - 16}l32 32m0-32l-32 32` }));
    else {
      const tip = [x2 - ux * 26, y2 - uy * 26], back = [x2 - ux * 56, y2 - uy * 56];
      drawn.push(element("path", { class: "head", d: `M${tip}L${back[0] - uy * 19} ${back[1] + ux * 19}L${back[0] + uy * 19} ${back[1] - ux * 19}z` }));
    }
    return drawn;
  };

  const drawBoard = (which) => {
    const svg = document.querySelector(`[data-board=${BOARDS[which]}] svg`);
    const step = steps[now], men = boards[step.board];
    const knows = which ? known[step.known[which - 1]] : null;
    const parts = [], above = [];
    for (let at = 0; at < 64; at++) {
      const [x, y] = place(at), pale = ((at & 7) + (at >> 3)) % 2;
      parts.push(element("rect", { class: pale ? "l" : "d", x, y, width: 100, height: 100 }));
      const there = men[at];
      const own = there && (!which || there.side === which - 1);
      if (knows && !own && knows[at].age) {
        const dim = (0.52 * knows[at].age / data.ageCap).toFixed(3);
        parts.push(element("rect", { class: "fog", x, y, width: 100, height: 100, opacity: dim }));
      }
      if (own) {
        const drawn = man(there.kind, there.side, x, y, 100);
        drawn.dataset.square = squareName(at);
        drawn.dataset.man = there.side ? LETTERS[there.kind].toLowerCase() : LETTERS[there.kind];
        above.push(drawn);
      } else if (knows) {
        if (options.truth && there) above.push(man(there.kind, there.side, x, y, 100, "ghost"));
        above.push(...signs(knows[at].mask, 2 - which, x, y));
        if (options.ages) above.push(element("text", { class: "age", x: x + 96, y: y + 95, "text-anchor": "end" }, String(knows[at].age)));
      }
    }
    for (let n = 0; n < 8; n++) {
      const file = options.turned ? 7 - n : n, rank = options.turned ? n + 1 : 8 - n;
      parts.push(element("text", { class: "coord", x: n * 100 + 6, y: 794 }, "abcdefgh"[file]));
      parts.push(element("text", { class: "coord", x: 6, y: n * 100 + 24 }, String(rank)));
    }
    if (step.move && (which === 0 || which - 1 === step.side)) {
      const [way, tip] = arrow(step);
      parts.push(way);
      (step.answer === "played" ? parts : above).push(tip);
    }
    const struck = which && step.brief && which - 1 !== step.side && /×([a-h][1-8])/.exec(step.brief);
    if (struck) {
      const [x, y] = place(struck[1].charCodeAt(0) - 97 + 8 * (struck[1].charCodeAt(1) - 49));
      above.push(element("rect", { class: "struck", x: x + 5, y: y + 5, width: 90, height: 90, rx: 8 }));
    }
    svg.replaceChildren(...parts, ...above);
    svg.setAttribute("aria-label", boardInWords(which));
    const below = svg.parentElement.querySelector(".below");
    below.textContent = which ? summary(which) : "";
  };

  const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;
  const summary = (which) => {
    const squares = kingSquares[steps[now].known[which - 1]];
    return squares === 1 ? "knows where the enemy king is" : `enemy king on one of ${squares} squares`;
  };
  const list = (men) => {
    const parts = [];
    for (let kind = 5; kind >= 0; kind--) {
      const squares = men.filter((m) => m.kind === kind).map((m) => squareName(m.at));
      if (squares.length) parts.push(`${KINDS[kind]}${squares.length > 1 ? "s" : ""} ${squares.join(" ")}`);
    }
    return parts.join(", ");
  };
  const boardInWords = (which) => {
    const step = steps[now];
    const men = boards[step.board].map((m, at) => m && { ...m, at }).filter(Boolean);
    const of = (side) => list(men.filter((m) => m.side === side));
    if (!which) return `Umpire's board. White: ${of(0)}. Black: ${of(1)}.`;
    const squares = known[step.known[which - 1]], certain = [], king = [];
    squares.forEach(({ mask }, at) => {
      if (mask & 63 && !(mask & EMPTY)) certain.push(`${squareName(at)} ${sayKinds(mask)}`);
      if (mask & KING) king.push(squareName(at));
    });
    return `What ${SIDES[which - 1]} could know. Own men: ${of(which - 1)}. `
      + `The enemy king stands on ${king.length === 1 ? king[0] : `one of ${king.length} squares`}. `
      + (certain.length ? `Certain enemy men: ${certain.join("; ")}.` : "No enemy man is certain.");
  };
  const allInWords = (which) => {
    const squares = known[steps[now].known[which - 1]];
    const rows = [boardInWords(which)];
    KINDS.forEach((name, kind) => {
      const on = squares.map(({ mask }, at) => (mask & (1 << kind) ? squareName(at) : "")).filter(Boolean);
      rows.push(on.length ? `Possible ${name}, ${count(on.length, "square")}: ${on.join(" ")}.` : `No ${name} is possible.`);
    });
    const old = [...squares.keys()].filter((at) => squares[at].age >= data.ageCap).map(squareName);
    rows.push(old.length ? `Nothing learnt for ${data.ageCap} moves or more: ${old.join(" ")}.` : `Every square is younger than ${data.ageCap} moves.`);
    return rows;
  };

  /* The list of tries. */
  const items = [];
  const turnOf = (at) => steps[at].ply - (steps[at].answer === "played" ? 1 : 0);
  const buildList = () => {
    const rows = document.createDocumentFragment();
    const start = html("button", { type: "button", class: "played", "data-step": 0 }, "start");
    rows.append(html("li", {}, html("span", {}, ""), html("span", {}, start)));
    items.push(start);
    let turn = -1, row = null;
    for (let at = 1; at <= last; at++) {
      const step = steps[at];
      if (turnOf(at) !== turn) {
        turn = turnOf(at);
        row = html("span");
        rows.append(html("li", {}, html("span", {}, `${(turn >> 1) + 1}${turn % 2 ? "…" : "."}`), row));
      }
      const item = html("button", { type: "button", class: step.answer, "data-step": at, tabindex: -1 });
      const mark = { played: "", refused: "✗ ", nonsense: "✗✗ ", untold: "✗ ", yes: "? ", no: "? " }[step.answer];
      if (mark) item.append(html("span", { "aria-hidden": "true" }, mark));
      item.append(step.name);
      if (step.answer !== "played") item.append(html("span", { class: step.answer === "yes" || step.answer === "no" ? "" : "hidden" }, ` ${step.answer}`));
      if (step.brief) item.append(html("small", {}, step.brief));
      row.append(item, " ");
      items.push(item);
    }
    $("list").append(rows);
  };

  /* The chart: two panels over the plies. */
  let chart = null;
  const drawChart = () => {
    const width = Math.max(280, Math.round($("chart").clientWidth)), narrow = width < 520;
    const left = 44, right = 12, inner = width - left - right;
    const x = (ply) => left + (plies ? ply / plies : 0) * inner;
    const panels = [
      { name: "evaluation, pawns", top: 24, height: narrow ? 96 : 110, of: (step, side) => step.value[side] },
      { name: "squares for the enemy king", top: (narrow ? 96 : 110) + 58, height: narrow ? 84 : 92, zero: true, of: (step, side) => kingSquares[step.known[side]] },
    ];
    const bottom = panels[1].top + panels[1].height, height = bottom + 40;
    const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img" });
    const told = [];
    for (const panel of panels) {
      const values = steps.flatMap((step) => [panel.of(step, 0), panel.of(step, 1)]).filter((v) => v !== null);
      let low = panel.zero ? 0 : Math.min(...values), high = Math.max(low + 1, ...values);
      const unit = niceUnit((high - low) / 3);
      low = Math.floor(low / unit) * unit; high = Math.ceil(high / unit) * unit;
      panel.y = (value) => panel.top + panel.height * (1 - (value - low) / (high - low));
      for (let tick = low; tick <= high + unit / 2; tick += unit) {
        const y = Math.round(panel.y(tick)) + 0.5;
        svg.append(element("path", { class: "grid", d: `M${left} ${y}H${width - right}` }));
        svg.append(element("text", { x: left - 7, y: y + 4, "text-anchor": "end" }, String(Math.round(tick * 100) / 100).replace("-", "−")));
      }
      svg.append(element("text", { class: "name", x: 2, y: panel.top - 10 }, panel.name));
      for (const side of [0, 1]) {
        let path = "", open = false;
        steps.forEach((step, at) => {
          const value = panel.of(step, side);
          if (value === null) return;
          const px = x(places[at]).toFixed(1), py = panel.y(value).toFixed(1);
          path += open ? `H${px}V${py}` : `M${px} ${py}`;
          open = true;
        });
        svg.append(element("path", { class: side ? "b" : "w", d: path }));
      }
      told.push(`${panel.name}: from ${Math.round(Math.min(...values) * 10) / 10} to ${Math.round(Math.max(...values) * 10) / 10}`);
    }
    const key = width - right - (narrow ? 128 : 246);
    ["White", "Black"].forEach((name, side) => {
      const from = key + side * (narrow ? 66 : 128);
      svg.append(element("path", { class: side ? "b" : "w", d: `M${from} 10h${narrow ? 16 : 26}` }));
      svg.append(element("text", { class: "name", x: from + (narrow ? 20 : 31), y: 14 }, narrow ? name : `${name}'s view`));
    });
    const unit = Math.max(1, niceUnit(plies / (narrow ? 5 : 10)));
    for (let ply = 0; ply <= plies; ply += unit) {
      svg.append(element("path", { class: "grid", d: `M${x(ply)} ${bottom}v5` }));
      svg.append(element("text", { x: x(ply), y: bottom + 18, "text-anchor": ply ? "middle" : "start" }, String(ply)));
    }
    svg.append(element("text", { x: width - right, y: bottom + 35, "text-anchor": "end" }, "moves played by both sides"));
    const cursor = element("path", { class: "cursor" });
    svg.append(cursor);
    const dots = panels.flatMap((panel) => [0, 1].map((side) => ({ panel, side, drawn: element("circle", { class: `dot ${side ? "b" : "w"}`, r: 4.5 }) })));
    svg.append(...dots.map((dot) => dot.drawn));
    svg.setAttribute("aria-label", `Lines over the ${plies} moves of the game. ${told.join("; ")}.`);
    const follow = (event) => {
      const box = svg.getBoundingClientRect();
      const ply = Math.min(1, Math.max(0, ((event.clientX - box.left) * width / box.width - left) / inner)) * plies;
      let best = 0;
      places.forEach((at, n) => { if (Math.abs(at - ply) < Math.abs(places[best] - ply)) best = n; });
      go(best);
    };
    svg.addEventListener("pointerdown", follow);
    svg.addEventListener("pointermove", (event) => { if (event.buttons & 1) follow(event); });
    $("chart").replaceChildren(svg);
    chart = { x, cursor, dots, top: panels[0].top - 4, bottom };
    moveCursor();
  };
  const niceUnit = (rough) => {
    const power = 10 ** Math.floor(Math.log10(rough || 1));
    return [1, 2, 5, 10].find((n) => n * power >= rough * 0.999) * power;
  };
  const moveCursor = () => {
    const at = chart.x(places[now]).toFixed(1);
    chart.cursor.setAttribute("d", `M${at} ${chart.top}V${chart.bottom}`);
    for (const { panel, side, drawn } of chart.dots) {
      const value = panel.of(steps[now], side);
      drawn.setAttribute("visibility", value === null ? "hidden" : "visible");
      drawn.setAttribute("cx", at);
      drawn.setAttribute("cy", value === null ? 0 : panel.y(value).toFixed(1));
    }
  };

  /* Stepping. */
  const label = (at) => {
    const turn = turnOf(at);
    return `${(turn >> 1) + 1}${turn % 2 ? "…" : "."} ${steps[at].name === "any" ? "“Are there any?”" : steps[at].name}`;
  };
  const sayNow = () => {
    const step = steps[now];
    const asked = $("asked");
    if (now === 0) asked.replaceChildren("The start");
    else {
      const answer = step.answer === "untold" ? "refused" : step.answer;
      asked.replaceChildren(`${SIDES[step.side]} asks ${label(now)} `, html("span", { class: `answer ${step.answer}` }, `– ${answer}`));
    }
    $("said").textContent = step.said.join(" ");
    const signed = (v) => (v === null ? "none yet" : (v < 0 ? "−" : "+") + Math.abs(v).toFixed(1));
    $("figures").textContent = `Evaluation: White ${signed(step.value[0])}, Black ${signed(step.value[1])}, each from its own view. `
      + `Squares for the enemy king: ${kingSquares[step.known[0]]} known to White, ${kingSquares[step.known[1]]} to Black.`;
    $("where").textContent = `try ${now} of ${last}, move ${step.ply}`;
    $("slider").value = now;
    $("slider").setAttribute("aria-valuetext", now ? `${SIDES[step.side]} ${label(now)}, ${step.answer}` : "start");
  };
  let waiting = 0;
  const address = () => {
    const step = steps[now];
    return now === 0 || step.answer === "played" ? `#ply=${step.ply}` : `#try=${now}`;
  };
  const keepAddress = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (location.hash !== address()) history.replaceState(null, "", address());
    }, 120); // browsers refuse many changes in a row
  };
  const fromAddress = () => {
    const asked = /^#(ply|try)=(\d+)$/.exec(location.hash);
    if (!asked) return null;
    const number = Number(asked[2]);
    if (asked[1] === "try") return Math.min(number, last);
    return moves.find((at) => steps[at].ply === number) ?? moves[moves.length - 1];
  };
  const show = () => {
    BOARDS.forEach((_, which) => drawBoard(which));
    $("stage").classList.toggle("large", options.large);
    sayNow();
    if ($("words").open) sayAll();
    moveCursor();
    const before = document.querySelector("#list [aria-current]");
    if (before) { before.removeAttribute("aria-current"); before.tabIndex = -1; }
    const item = items[now], box = $("list");
    item.setAttribute("aria-current", "step");
    item.tabIndex = 0;
    if (box.contains(document.activeElement) && document.activeElement !== box) item.focus({ preventScroll: true });
    const top = item.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 40 || top > box.clientHeight - 60) box.scrollTop += top - box.clientHeight / 2;
    for (const button of document.querySelectorAll("[data-go]")) {
      const back = button.dataset.go === "first" || button.dataset.go[0] === "-";
      button.setAttribute("aria-disabled", String(back ? now === 0 : now === last));
    }
  };
  const go = (at) => {
    const to = Math.min(last, Math.max(0, at));
    if (to === now) return;
    now = to;
    show();
    keepAddress();
  };
  const ways = {
    first: () => go(0),
    last: () => go(last),
    "-try": () => go(now - 1),
    "+try": () => go(now + 1),
    "-move": () => go(moves.filter((at) => at < now).pop() ?? 0),
    "+move": () => go(moves.find((at) => at > now) ?? last),
  };
  const sayAll = () => {
    const box = $("words").querySelector("div");
    box.replaceChildren(html("p", {}, boardInWords(0)),
      ...[1, 2].map((which) => html("p", {}, ...allInWords(which).flatMap((row, n) => (n ? [html("br"), row] : [row])))));
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target === $("slider")) return;
    const inList = $("list").contains(event.target);
    const way = { ArrowLeft: "-try", ArrowRight: "+try", Home: "first", End: "last" }[event.key]
      ?? (inList ? { ArrowUp: "-move", ArrowDown: "+move" }[event.key] : undefined);
    if (!way) return;
    event.preventDefault();
    ways[way]();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (button) return ways[button.dataset.go]();
    const item = event.target.closest("[data-step]");
    if (item) go(Number(item.dataset.step));
  });
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  for (const box of document.querySelectorAll("[data-option]")) {
    box.checked = false;
    box.addEventListener("change", () => { options[box.dataset.option] = box.checked; show(); });
  }
  document.querySelectorAll("svg.board").forEach((svg, which) => {
    const below = svg.parentElement.querySelector(".below");
    const tell = (event) => {
      const box = svg.getBoundingClientRect();
      const column = Math.floor((event.clientX - box.left) / box.width * 8), row = Math.floor((event.clientY - box.top) / box.height * 8);
      if (column < 0 || column > 7 || row < 0 || row > 7) return;
      const file = options.turned ? 7 - column : column, rank = options.turned ? row : 7 - row;
      below.textContent = describe(which, rank * 8 + file);
    };
    svg.addEventListener("pointermove", tell);
    svg.addEventListener("pointerdown", tell);
    svg.addEventListener("pointerleave", () => { below.textContent = which ? summary(which) : ""; });
  });
  let touch = null;
  $("stage").addEventListener("touchstart", (event) => {
    touch = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null;
  }, { passive: true });
  $("stage").addEventListener("touchend", (event) => {
    if (!touch) return;
    const dx = event.changedTouches[0].clientX - touch[0], dy = event.changedTouches[0].clientY - touch[1];
    if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy)) ways[dx < 0 ? "+try" : "-try"]();
  });
  $("words").addEventListener("toggle", () => { if ($("words").open) sayAll(); });
  window.addEventListener("hashchange", () => { const at = fromAddress(); if (at !== null) go(at); });
  let drawn = 0;
  new ResizeObserver(() => {
    const width = Math.round($("chart").clientWidth);
    if (width !== drawn) { drawn = width; drawChart(); }
  }).observe($("chart"));

  /* What does not change. */
  const buildFrame = () => {
    $("players").replaceChildren(`${data.white} – ${data.black}`);
    if (data.result) $("players").append(html("span", { class: "result" }, data.result.replace(/-/, "–").replace("1/2–1/2", "½–½")));
    for (const [name, value] of data.facts) $("facts").append(html("span", {}, name === "Event" ? value : `${name}: ${value}`));
    const half = (side) => data[side ? "black" : "white"];
    document.querySelectorAll("figure h2").forEach((title, which) => {
      if (which && half(which - 1) !== SIDES[which - 1]) title.title = half(which - 1);
    });
    $("slider").max = last;
    const field = (mask, age, wide) => {
      const svg = element("svg", { viewBox: wide ? "0 0 400 100" : "0 0 100 100", class: wide ? "wide" : "", "aria-hidden": "true" });
      if (wide) {
        [0, 0.33, 0.67, 1].forEach((part, n) => {
          svg.append(element("rect", { class: "l", x: n * 100, y: 0, width: 100, height: 100 }));
          svg.append(element("rect", { class: "fog", x: n * 100, y: 0, width: 100, height: 100, opacity: 0.52 * part }));
          svg.append(element("text", { class: "letters", x: n * 100 + 50, y: 60, "text-anchor": "middle" }, String(Math.round(part * data.ageCap))));
        });
        return svg;
      }
      svg.append(element("rect", { class: "l", width: 100, height: 100 }), ...signs(mask, 1, 0, 0));
      return svg;
    };
    const rows = [
      [16, "certain, and which man"], [30, "certainly a man"], [PIECES | EMPTY, "any piece, or empty"], [6 | EMPTY, "some pieces, or empty"],
      [PAWN | EMPTY, "possible pawn"], [KING | EMPTY, "possible king"], [EMPTY, "certainly empty"],
    ];
    for (const [mask, text] of rows) $("legend").append(html("li", {}, field(mask), text));
    $("legend").append(html("li", {}, field(0, 0, true), "moves since something was known of the square"));
    if (data.notes.length) {
      const [first, ...rest] = data.notes;
      $("notes").querySelector("summary").textContent = `Notes on the record (${data.notes.length})`;
      for (const note of [first, ...rest]) $("notes").querySelector("ul").append(html("li", {}, note));
      $("notes").open = data.notes.length < 4;
    } else $("notes").remove();
  };

  buildFrame();
  buildList();
  now = fromAddress() ?? 0;
  drawn = Math.round($("chart").clientWidth);
  drawChart();
  show();
})();
