/* What does not change. */
const buildFrame = () => {
  $("players").replaceChildren(`${data.white} – ${data.black}`);
  if (data.result)
    $("players").append(
      html("span", { class: "result" }, data.result.replace(/-/, "–").replace("1/2–1/2", "½–½")),
    );
  for (const [name, value] of data.facts)
    $("facts").append(html("span", {}, name === "Event" ? value : `${name}: ${value}`));
  const half = (side) => data[side ? "black" : "white"];
  document.querySelectorAll("figure h2").forEach((title, which) => {
    if (which && half(which - 1) !== SIDES[which - 1]) title.title = half(which - 1);
  });
  $("slider").max = last;
  if (data.recon) {
    $("course-title").textContent = "Possible positions and king squares";
    $("tries-title").textContent = "Senses and moves";
    document.querySelector("figure.umpire h2").textContent = "Referee";
    document.querySelectorAll("figcaption span").forEach((words, which) => {
      if (which) words.textContent = "believes";
    });
    const keys = $("keys").firstChild;
    keys.textContent = keys.textContent.replaceAll("a try", "a sense or a move");
  }
  for (const box of document.querySelectorAll("[data-of]"))
    box.hidden = box.dataset.of !== (data.recon ? "recon" : "kriegspiel");
  const field = (mask, age, wide) => {
    const svg = element("svg", {
      viewBox: wide ? "0 0 400 100" : "0 0 100 100",
      class: wide ? "wide" : "",
      "aria-hidden": "true",
    });
    if (wide) {
      [0, 0.33, 0.67, 1].forEach((part, n) => {
        svg.append(element("rect", { class: "l", x: n * 100, y: 0, width: 100, height: 100 }));
        svg.append(
          element("rect", {
            class: "fog",
            x: n * 100,
            y: 0,
            width: 100,
            height: 100,
            opacity: 0.52 * part,
          }),
        );
        svg.append(
          element(
            "text",
            { class: "letters", x: n * 100 + 50, y: 60, "text-anchor": "middle" },
            String(Math.round(part * data.ageCap)),
          ),
        );
      });
      return svg;
    }
    svg.append(element("rect", { class: "l", width: 100, height: 100 }), ...signs(mask, 1, 0, 0));
    return svg;
  };
  const rows = [
    [16, "certain, and which man"],
    [30, "certainly a man"],
    [PIECES | EMPTY, "any piece, or empty"],
    [6 | EMPTY, "some pieces, or empty"],
    [PAWN | EMPTY, "possible pawn"],
    [KING | EMPTY, "possible king"],
    [EMPTY, "certainly empty"],
  ];
  if (data.recon) buildBelievedLegend(field);
  else {
    for (const [mask, text] of rows) $("legend").append(html("li", {}, field(mask), text));
    $("legend").append(html("li", {}, field(0, 0, true), "moves since something was known of the square"));
  }
  if (data.notes.length) {
    const [first, ...rest] = data.notes;
    $("notes").querySelector("summary").textContent = `Notes on the record (${data.notes.length})`;
    for (const note of [first, ...rest])
      $("notes")
        .querySelector("ul")
        .append(html("li", {}, note));
    $("notes").open = data.notes.length < 4;
  } else $("notes").remove();
};

const buildBelievedLegend = (field) => {
  const drawn = (...parts) => {
    const svg = element("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
    svg.append(element("rect", { class: "l", width: 100, height: 100 }), ...parts);
    return svg;
  };
  const chances = [0, 0, 0, 0.3, 0, 0];
  const rook = believed({ mask: 8 | EMPTY, chances }, 1, 0, 0);
  const fog = element("rect", { class: "fog", width: 100, height: 100, opacity: 0.4 });
  const seen = element("rect", { class: "window", width: 100, height: 100 });
  for (const [svg, text] of [
    [field(16), "certain, and which man"],
    [drawn(...rook), "the likeliest man, in 30 % of the positions"],
    [field(KING | EMPTY), "possible king"],
    [drawn(fog), "the darker, the less is known of the square"],
    [drawn(seen), "sensed window"],
  ])
    $("legend").append(html("li", {}, svg, text));
};

buildFrame();
buildList();
now = fromAddress() ?? 0;
drawn = Math.round($("chart").clientWidth);
drawChart();
show();
