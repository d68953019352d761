/* Men on a field of 100 by 100. The lines of `inner` show inside, in the colour of the edge. */
const FOOT = "M25 87h50v-5q0-5-6-6H31q-6 1-6 6z";
const SHAPES = {
  pawn: {
    body: [
      "M50 22a13 13 0 0 1 8 23q-2 2 1 3h3v6h-6q1 14 11 22H33q10-8 11-22h-6v-6h3q3-1 1-3a13 13 0 0 1 8-23z",
      FOOT,
    ],
    inner: "",
  },
  knight: {
    body: ["M33 76q1-14 13-24-8 3-13 8-4 4-8 0l-4-6q-1-3 2-6 8-9 12-18l1-13 9 8q21 1 26 22 3 15 0 29z", FOOT],
    inner: "M41 34l3 1M60 34q7 12 4 30",
  },
  bishop: {
    body: [
      "M50 21c12 9 19 19 17 29-1 6-5 9-8 11h4v6h-4l3 9H38l3-9h-4v-6h4c-3-2-7-5-8-11-2-10 5-20 17-29z",
      "M50 10a5.500 5.500 0 1 1 0 11 5.500 5.500 0 1 1 0-11z",
      FOOT,
    ],
    inner: "M50 33v14M43 40h14",
  },
  rook: { body: ["M28 20h10v7h7v-7h10v7h7v-7h10v17l-8 6 2 33H34l2-33-8-6z", FOOT], inner: "M37 43h26" },
  queen: {
    body: [
      "M32 76l-9-38 13 14 5-26 9 24 9-24 5 26 13-14-9 38z",
      "M22 30a5 5 0 1 1 0 10 5 5 0 1 1 0-10zM41 18a5 5 0 1 1 0 10 5 5 0 1 1 0-10zM59 18a5 5 0 1 1 0 10 5 5 0 1 1 0-10zM78 30a5 5 0 1 1 0 10 5 5 0 1 1 0-10z",
      FOOT,
    ],
    inner: "M33 68h34",
  },
  king: {
    body: [
      "M47 13h6v6h6v6h-6v13h-6v-13h-6v-6h6z",
      "M32 76l-8-24c-3-14 12-24 26-13 14-11 29-1 26 13l-8 24z",
      FOOT,
    ],
    inner: "M34 67h32M50 40v16",
  },
};

const man = (kind, side, x, y, size, extra) => {
  const shape = SHAPES[KINDS[kind]];
  const drawn = element("g", {
    class: `man ${side ? "b" : "w"} ${extra || ""}`,
    transform: `translate(${x} ${y}) scale(${size / 100})`,
  });
  for (const path of shape.body) drawn.append(element("path", { d: path }));
  if (shape.inner) drawn.append(element("path", { d: shape.inner, fill: "none", stroke: "currentColor" }));
  return drawn;
};
const sign = (kind, x, y, size) => {
  const drawn = element("g", { class: "sign", transform: `translate(${x} ${y}) scale(${size / 100})` });
  for (const path of SHAPES[KINDS[kind]].body) drawn.append(element("path", { d: path }));
  return drawn;
};
