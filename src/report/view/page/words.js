/* Boards in words, for screen readers and all others. */
const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;
const summary = (which) => {
  const squares = kingSquares[steps[now].known[which - 1]];
  if (data.recon) return `${steps[now].positions[which - 1]}, enemy king on ${count(squares, "square")}`;
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
  if (!which) return `${data.recon ? "Referee" : "Umpire"}'s board. White: ${of(0)}. Black: ${of(1)}.`;
  const squares = known[step.known[which - 1]],
    certain = [],
    king = [];
  squares.forEach(({ mask }, at) => {
    if (mask & 63 && !(mask & EMPTY)) certain.push(`${squareName(at)} ${sayKinds(mask)}`);
    if (mask & KING) king.push(squareName(at));
  });
  return (
    `What ${SIDES[which - 1]} could know. Own men: ${of(which - 1)}. ` +
    `The enemy king stands on ${king.length === 1 ? king[0] : `one of ${king.length} squares`}. ` +
    (certain.length ? `Certain enemy men: ${certain.join("; ")}.` : "No enemy man is certain.")
  );
};
const allInWords = (which) => {
  const squares = known[steps[now].known[which - 1]];
  const rows = [boardInWords(which)];
  KINDS.forEach((name, kind) => {
    const on = squares.map(({ mask }, at) => (mask & (1 << kind) ? squareName(at) : "")).filter(Boolean);
    rows.push(
      on.length
        ? `Possible ${name}, ${count(on.length, "square")}: ${on.join(" ")}.`
        : `No ${name} is possible.`,
    );
  });
  if (data.recon) return [...rows, `${steps[now].positions[which - 1]}.`];
  const old = [...squares.keys()].filter((at) => squares[at].age >= data.ageCap).map(squareName);
  rows.push(
    old.length
      ? `Nothing learnt for ${data.ageCap} moves or more: ${old.join(" ")}.`
      : `Every square is younger than ${data.ageCap} moves.`,
  );
  return rows;
};
