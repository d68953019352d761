/* The chart: two panels over the plies. */
let chart = null;
const drawChart = () => {
  const width = Math.max(280, Math.round($("chart").clientWidth)),
    narrow = width < 520;
  const left = 44,
    right = 12,
    inner = width - left - right;
  const x = (ply) => left + (plies ? ply / plies : 0) * inner;
  const panels = [
    { name: data.recon ? "possible positions, powers of ten" : "evaluation since the first move, pawns", zero: data.recon, top: 24, height: narrow ? 96 : 110, of: (step, side) => step.value[side] },
    {
      name: "squares for the enemy king",
      top: (narrow ? 96 : 110) + 58,
      height: narrow ? 84 : 92,
      zero: true,
      of: (step, side) => kingSquares[step.known[side]],
    },
  ];
  const bottom = panels[1].top + panels[1].height,
    height = bottom + 40;
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img" });
  const told = [];
  for (const panel of panels) {
    const values = steps.flatMap((step) => [panel.of(step, 0), panel.of(step, 1)]).filter((v) => v !== null);
    let low = panel.zero ? 0 : Math.min(...values),
      high = Math.max(low + 1, ...values);
    const unit = niceUnit((high - low) / 3);
    low = Math.floor(low / unit) * unit;
    high = Math.ceil(high / unit) * unit;
    panel.y = (value) => panel.top + panel.height * (1 - (value - low) / (high - low));
    for (let tick = low; tick <= high + unit / 2; tick += unit) {
      const y = Math.round(panel.y(tick)) + 0.5;
      svg.append(element("path", { class: "grid", d: `M${left} ${y}H${width - right}` }));
      svg.append(
        element(
          "text",
          { x: left - 7, y: y + 4, "text-anchor": "end" },
          String(Math.round(tick * 100) / 100).replace("-", "−"),
        ),
      );
    }
    svg.append(element("text", { class: "name", x: 2, y: panel.top - 10 }, panel.name));
    for (const side of [0, 1]) {
      let path = "",
        open = false;
      steps.forEach((step, at) => {
        const value = panel.of(step, side);
        if (value === null) return;
        const px = x(places[at]).toFixed(1),
          py = panel.y(value).toFixed(1);
        path += open ? `H${px}V${py}` : `M${px} ${py}`;
        open = true;
      });
      svg.append(element("path", { class: side ? "b" : "w", d: path }));
    }
    told.push(
      `${panel.name}: from ${Math.round(Math.min(...values) * 10) / 10} to ${Math.round(Math.max(...values) * 10) / 10}`,
    );
  }
  const key = width - right - (narrow ? 128 : 246);
  ["White", "Black"].forEach((name, side) => {
    const from = key + side * (narrow ? 66 : 128);
    svg.append(element("path", { class: side ? "b" : "w", d: `M${from} 10h${narrow ? 16 : 26}` }));
    svg.append(
      element(
        "text",
        { class: "name", x: from + (narrow ? 20 : 31), y: 14 },
        narrow ? name : `${name}'s view`,
      ),
    );
  });
  const unit = Math.max(1, niceUnit(plies / (narrow ? 5 : 10)));
  for (let ply = 0; ply <= plies; ply += unit) {
    svg.append(element("path", { class: "grid", d: `M${x(ply)} ${bottom}v5` }));
    svg.append(
      element("text", { x: x(ply), y: bottom + 18, "text-anchor": ply ? "middle" : "start" }, String(ply)),
    );
  }
  svg.append(
    element("text", { x: width - right, y: bottom + 35, "text-anchor": "end" }, "moves played by both sides"),
  );
  const cursor = element("path", { class: "cursor" });
  svg.append(cursor);
  const dots = panels.flatMap((panel) =>
    [0, 1].map((side) => ({
      panel,
      side,
      drawn: element("circle", { class: `dot ${side ? "b" : "w"}`, r: 4.5 }),
    })),
  );
  svg.append(...dots.map((dot) => dot.drawn));
  svg.setAttribute("aria-label", `Lines over the ${plies} moves of the game. ${told.join("; ")}.`);
  const follow = (event) => {
    const box = svg.getBoundingClientRect();
    const ply =
      Math.min(1, Math.max(0, (((event.clientX - box.left) * width) / box.width - left) / inner)) * plies;
    let best = 0;
    places.forEach((at, n) => {
      if (Math.abs(at - ply) < Math.abs(places[best] - ply)) best = n;
    });
    go(best);
  };
  svg.addEventListener("pointerdown", follow);
  svg.addEventListener("pointermove", (event) => {
    if (event.buttons & 1) follow(event);
  });
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
