/* Drawing. */
const place = (at) => {
  const file = at & 7,
    rank = at >> 3;
  return options.turned ? [(7 - file) * 100, rank * 100] : [file * 100, (7 - rank) * 100];
};
const kindsOf = (mask) => KINDS.map((_, kind) => kind).filter((kind) => mask & (1 << kind));

/* The signs of a square of which only the other side knows what stands there. */
const signs = (mask, enemy, x, y) => {
  const drawn = [],
    kinds = kindsOf(mask),
    certain = !(mask & EMPTY);
  if (!kinds.length) return drawn;
  if (certain && kinds.length === 1) {
    drawn.push(man(kinds[0], enemy, x, y, 100, "certain"));
    drawn.push(element("circle", { class: "badge thin", cx: x + 50, cy: y + 50, r: 46 }));
    return drawn;
  }
  if (options.letters) {
    if (certain) drawn.push(element("circle", { class: "badge", cx: x + 50, cy: y + 50, r: 45 }));
    const text = kinds.map((kind) => LETTERS[kind]).join("");
    const rows = text.length > 3 ? [text.slice(0, 3), text.slice(3)] : [text];
    rows.forEach((row, n) =>
      drawn.push(
        element(
          "text",
          {
            class: "letters",
            x: x + 50,
            y: y + 60 + (n - (rows.length - 1) / 2) * 28,
            "text-anchor": "middle",
          },
          row,
        ),
      ),
    );
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

/* The signs of a believed square: the likeliest man, the fainter the less likely, and its chance. */
const believed = (square, enemy, x, y) => {
  const { mask, chances } = square;
  if (!(mask & 63)) return [];
  if (!(mask & EMPTY) && kindsOf(mask).length === 1) return signs(mask, enemy, x, y);
  const kind = chances.indexOf(Math.max(...chances));
  const drawn = man(kind, enemy, x, y, 100, "likely");
  drawn.setAttribute("opacity", (0.15 + 0.75 * chances[kind]).toFixed(2));
  const parts = [drawn];
  if (mask & KING && kind !== 5) parts.push(sign(5, x + 49, y - 1, 53));
  if (options.chances)
    parts.push(element("text", { class: "age", x: x + 96, y: y + 95, "text-anchor": "end" }, percent(chances[kind])));
  return parts;
};
const percent = (chance) => `${chance < 0.01 ? "<1" : Math.min(99, Math.round(100 * chance))}`;

const sayKinds = (mask) =>
  kindsOf(mask)
    .map((kind) => KINDS[kind])
    .join(", ");
const describe = (which, at) => {
  const step = steps[now],
    there = boards[step.board][at];
  const own = there && (which === 0 || there.side === which - 1);
  if (own) return `${squareName(at)}: ${SIDES[there.side]}'s ${KINDS[there.kind]}`;
  if (which === 0) return `${squareName(at)}: empty`;
  const { mask, age, chances } = known[step.known[which - 1]][at];
  const kinds = sayKinds(mask);
  if (data.recon) {
    if (!kinds) return `${squareName(at)}: certainly empty`;
    if (!(mask & EMPTY) && kindsOf(mask).length === 1) return `${squareName(at)}: certainly ${kinds}`;
    const each = kindsOf(mask).map((kind) => `${KINDS[kind]} ${percent(chances[kind])} %`);
    return `${squareName(at)}: ${each.join(", ")}${mask & EMPTY ? ", or empty" : ""}`;
  }
  const old = age === 0 ? "known now" : `${age} move${age > 1 ? "s" : ""} old`;
  if (!kinds) return `${squareName(at)}: certainly empty, ${old}`;
  return `${squareName(at)}: ${mask & EMPTY ? "empty or " : "certainly "}${kinds}, ${old}`;
};

const arrow = (step, move = step.move, no = step.answer !== "played") => {
  const at = (name) => place(name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49)).map((c) => c + 50);
  const [x1, y1] = at(move.slice(0, 2)),
    [x2, y2] = at(move.slice(2, 4));
  const length = Math.hypot(x2 - x1, y2 - y1) || 1,
    ux = (x2 - x1) / length,
    uy = (y2 - y1) / length;
  const drawn = [
    element("path", {
      class: `way ${no ? "no" : ""}`,
      d: `M${x1 + ux * 30} ${y1 + uy * 30}L${x2 - ux * (no ? 18 : 52)} ${y2 - uy * (no ? 18 : 52)}`,
    }),
  ];
  if (no) drawn.push(element("path", { class: "cross", d: `M${x2 - 16} ${y2 - 16}l32 32m0-32l-32 32` }));
  else {
    const tip = [x2 - ux * 26, y2 - uy * 26],
      back = [x2 - ux * 56, y2 - uy * 56];
    drawn.push(
      element("path", {
        class: "head",
        d: `M${tip}L${back[0] - uy * 19} ${back[1] + ux * 19}L${back[0] + uy * 19} ${back[1] - ux * 19}z`,
      }),
    );
  }
  return drawn;
};

const drawBoard = (which) => {
  const svg = document.querySelector(`[data-board=${BOARDS[which]}] svg`);
  const step = steps[now],
    men = boards[step.board];
  const knows = which ? known[step.known[which - 1]] : null;
  const parts = [],
    above = [];
  for (let at = 0; at < 64; at++) {
    const [x, y] = place(at),
      pale = ((at & 7) + (at >> 3)) % 2;
    parts.push(element("rect", { class: pale ? "l" : "d", x, y, width: 100, height: 100 }));
    const there = men[at];
    const own = there && (!which || there.side === which - 1);
    if (knows && !own && knows[at].age) {
      const dim = ((0.52 * knows[at].age) / data.ageCap).toFixed(3);
      parts.push(element("rect", { class: "fog", x, y, width: 100, height: 100, opacity: dim }));
    }
    if (own) {
      const drawn = man(there.kind, there.side, x, y, 100);
      drawn.dataset.square = squareName(at);
      drawn.dataset.man = there.side ? LETTERS[there.kind].toLowerCase() : LETTERS[there.kind];
      above.push(drawn);
    } else if (knows) {
      if (options.truth && there) above.push(man(there.kind, there.side, x, y, 100, "ghost"));
      above.push(...(data.recon ? believed(knows[at], 2 - which, x, y) : signs(knows[at].mask, 2 - which, x, y)));
      if (options.ages)
        above.push(
          element(
            "text",
            { class: "age", x: x + 96, y: y + 95, "text-anchor": "end" },
            String(knows[at].age),
          ),
        );
    }
  }
  for (let n = 0; n < 8; n++) {
    const file = options.turned ? 7 - n : n,
      rank = options.turned ? n + 1 : 8 - n;
    parts.push(element("text", { class: "coord", x: n * 100 + 6, y: 794 }, "abcdefgh"[file]));
    parts.push(element("text", { class: "coord", x: 6, y: n * 100 + 24 }, String(rank)));
  }
  const isSeen = which === 0 || which - 1 === step.side;
  for (const at of (isSeen && step.window) || []) {
    const [x, y] = place(at);
    parts.push(element("rect", { class: "window", x, y, width: 100, height: 100 }));
  }
  if (step.asked && step.asked !== "pass" && isSeen) {
    const [way, tip] = arrow(step, step.asked, true);
    parts.push(way);
    above.push(tip);
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
