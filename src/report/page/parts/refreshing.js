{
  const note = document.getElementById("underway");
  const label = note.querySelector("label");
  const box = label.querySelector("input");
  const key = "darkforge-refresh";
  label.hidden = false;
  box.checked = sessionStorage.getItem(key) !== "off";
  box.addEventListener("change", () => sessionStorage.setItem(key, box.checked ? "on" : "off"));
  setInterval(() => {
    if (box.checked) location.reload();
  }, 1000 * note.dataset.seconds);
}
