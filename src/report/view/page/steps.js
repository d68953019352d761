/* Stepping. */
const label = (at) => {
  const turn = turnOf(at);
  if (data.recon) return `${(turn >> 1) + 1}${turn % 2 ? "…" : "."} ${steps[at].asked ?? steps[at].name}`;
  return `${(turn >> 1) + 1}${turn % 2 ? "…" : "."} ${steps[at].name === "any" ? "“Are there any?”" : steps[at].name}`;
};
const sayNow = () => {
  const step = steps[now];
  const asked = $("asked");
  if (now === 0) asked.replaceChildren("The start");
  else if (data.recon) {
    const played = step.answer === "played";
    asked.replaceChildren(
      `${SIDES[step.side]}: ${label(now)}`,
      html("span", { class: "answer" }, played && step.asked ? ` – ${step.name}` : ""),
    );
  } else {
    const answer = step.answer === "untold" ? "refused" : step.answer;
    asked.replaceChildren(
      `${SIDES[step.side]} asks ${label(now)} `,
      html("span", { class: `answer ${step.answer}` }, `– ${answer}`),
    );
  }
  $("said").textContent = step.said.join(" ");
  $("why").textContent = (step.why || []).join(" ");
  const signed = (v) => (v === null ? "none yet" : (v < 0 ? "−" : "+") + Math.abs(v).toFixed(1));
  const { positions } = step;
  $("figures").textContent = data.recon
    ? `White believes ${positions[0]}, Black ${positions[1]}. ` +
      `Squares left for the enemy king: ${kingSquares[step.known[0]]} for White, ${kingSquares[step.known[1]]} for Black.`
    : `Evaluation: White ${signed(step.value[0])}, Black ${signed(step.value[1])}, each from its own view. ` +
    `Squares left for the enemy king: ${kingSquares[step.known[0]]} for White, ${kingSquares[step.known[1]]} for Black.`;
  $("where").textContent = `${data.recon ? "step" : "try"} ${now} of ${last}, move ${step.ply}`;
  $("slider").value = now;
  $("slider").setAttribute(
    "aria-valuetext",
    now ? `${SIDES[step.side]} ${label(now)}, ${step.answer}` : "start",
  );
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
  if (before) {
    before.removeAttribute("aria-current");
    before.tabIndex = -1;
  }
  const item = items[now],
    box = $("list");
  item.setAttribute("aria-current", "step");
  item.tabIndex = 0;
  if (box.contains(document.activeElement)) item.focus({ preventScroll: true });
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
  box.replaceChildren(
    html("p", {}, boardInWords(0)),
    ...[1, 2].map((which) =>
      html("p", {}, ...allInWords(which).flatMap((row, n) => (n ? [html("br"), row] : [row]))),
    ),
  );
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target === $("slider")) return;
  const inList = $("list").contains(event.target);
  const way =
    { ArrowLeft: "-try", ArrowRight: "+try", Home: "first", End: "last" }[event.key] ??
    (inList ? { ArrowUp: "-move", ArrowDown: "+move" }[event.key] : undefined);
  if (!way) return;
  event.preventDefault();
  ways[way]();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-go]");
  if (button) return ways[button.dataset.go]();
  const item = event.target.closest("[data-step]");
  if (item) {
    item.focus({ preventScroll: true }); // not every browser focuses what is clicked
    go(Number(item.dataset.step));
  }
});
$("slider").addEventListener("input", () => go(Number($("slider").value)));
for (const box of document.querySelectorAll("[data-option]")) {
  box.checked = options[box.dataset.option];
  box.addEventListener("change", () => {
    options[box.dataset.option] = box.checked;
    show();
  });
}
document.querySelectorAll("svg.board").forEach((svg, which) => {
  const below = svg.parentElement.querySelector(".below");
  const tell = (event) => {
    const box = svg.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * 8),
      row = Math.floor(((event.clientY - box.top) / box.height) * 8);
    if (column < 0 || column > 7 || row < 0 || row > 7) return;
    const file = options.turned ? 7 - column : column,
      rank = options.turned ? row : 7 - row;
    below.textContent = describe(which, rank * 8 + file);
  };
  svg.addEventListener("pointermove", tell);
  svg.addEventListener("pointerdown", tell);
  svg.addEventListener("pointerleave", () => {
    below.textContent = which ? summary(which) : "";
  });
});
let touch = null;
$("stage").addEventListener(
  "touchstart",
  (event) => {
    touch = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null;
  },
  { passive: true },
);
$("stage").addEventListener("touchend", (event) => {
  if (!touch) return;
  const dx = event.changedTouches[0].clientX - touch[0],
    dy = event.changedTouches[0].clientY - touch[1];
  if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy)) ways[dx < 0 ? "+try" : "-try"]();
});
$("words").addEventListener("toggle", () => {
  if ($("words").open) sayAll();
});
window.addEventListener("hashchange", () => {
  const at = fromAddress();
  if (at !== null) go(at);
});
let drawn = 0;
new ResizeObserver(() => {
  const width = Math.round($("chart").clientWidth);
  if (width !== drawn) {
    drawn = width;
    drawChart();
  }
}).observe($("chart"));
