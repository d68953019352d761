/* What all other files use. They are joined in the order in which page.rs names them. */
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const KINDS = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const LETTERS = ["P", "N", "B", "R", "Q", "K"];
const SIDES = ["White", "Black"];
const BOARDS = ["umpire", "white", "black"];
const EMPTY = 64,
  PIECES = 2 + 4 + 8 + 16,
  PAWN = 1,
  KING = 32;

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
