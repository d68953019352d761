{
  const note = document.getElementById("underway");
  const label = note.querySelector("label");
  const box = label.querySelector("input");
  const key = "darkforge-refresh";
  const now = () => Date.now() / 1000;
  label.hidden = false;
  box.checked = sessionStorage.getItem(key) !== "off";
  box.addEventListener("change", () => sessionStorage.setItem(key, box.checked ? "on" : "off"));

  // Where nothing answers any more, reloading would put an error in the place of this page.
  const reload = () => {
    if (!location.protocol.startsWith("http")) return location.reload();
    const answered = (answer) => answer.ok && location.reload();
    fetch(location.href, { method: "HEAD", cache: "no-store" }).then(answered, () => {});
  };
  setInterval(() => box.checked && reload(), 1000 * note.dataset.seconds);

  const pulse = document.getElementById("pulse");
  if (pulse) {
    const written = Number(pulse.dataset.written);
    const every = Number(pulse.dataset.every);
    const place = `darkforge-pulse ${location.pathname}`;
    const last = JSON.parse(sessionStorage.getItem(place) ?? "null");
    // The clock of the run's machine may differ from this one: a page that was just written shows by
    // how much.
    const late = now() - written;
    const isNew = last && last.written !== written && now() - last.read < 3 * every;
    const ahead = last?.ahead ?? 0;
    const difference = isNew || late < ahead ? late : ahead;
    sessionStorage.setItem(place, JSON.stringify({ written, read: now(), ahead: difference }));

    const age = document.getElementById("age");
    const stopped = document.getElementById("stopped");
    const time = (seconds) => (seconds < 120 ? `${seconds} seconds` : `${Math.floor(seconds / 60)} minutes`);
    const since = () => Math.round(now() - written - difference);
    const wasDead = since() > 3 * every;
    const look = () => {
      const seconds = since();
      // A page that is not read again does not show whether there is a newer one.
      const dead = wasDead || (box.checked && seconds > 3 * every);
      age.textContent = dead ? "" : `(${time(seconds)} ago)`;
      stopped.className = dead ? "note" : "";
      const said = `The run seems to have stopped: this page was written ${time(seconds)} ago, and not every ${every} seconds as before.`;
      // A screen reader says again what changes.
      if (!dead) stopped.textContent = "";
      else if (!stopped.textContent) stopped.textContent = said;
    };
    look();
    setInterval(look, 1000);
  }
}
