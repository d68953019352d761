/* The record. */
const digit = new Map(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].map((c, i) => [c, i]),
);
const known = data.known.map((text) =>
  Array.from({ length: 64 }, (_, at) => {
    const bits = digit.get(text[2 * at]) * 64 + digit.get(text[2 * at + 1]);
    return { mask: bits & 127, age: bits >> 7 };
  }),
);
/* In reconnaissance blind chess a board has a chance for each possible kind on each square as well. */
data.known.forEach((text, board) => {
  let next = 128;
  for (const square of data.recon ? known[board] : []) {
    square.chances = KINDS.map((_, kind) => (square.mask & (1 << kind) ? digit.get(text[next++]) / 63 : 0));
  }
});
const boards = data.boards.map((fen) => {
  const men = new Array(64).fill(null);
  fen
    .split(" ")[0]
    .split("/")
    .forEach((row, down) => {
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
steps.forEach((step, at) => {
  if (at === 0 || step.answer === "played") moves.push(at);
});
moves.forEach((at, n) => {
  places[at] = steps[at].ply;
  const next = n + 1 < moves.length ? moves[n + 1] : steps.length;
  for (let between = at + 1; between < next; between++)
    places[between] = steps[at].ply + (between - at) / (next - at);
});

let now = 0;
const options = { letters: false, ages: false, chances: true, truth: false, turned: false, large: false };
