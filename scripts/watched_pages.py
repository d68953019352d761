"""A page of a run that is watched, from disk and from the run's server: it reads itself again, and says so when the run
is killed. A part of scripts/browser_test."""

import re
import signal
import subprocess
import time

from browser_checks import check, program, same

PULSE = """
const text = (name) => document.getElementById(name)?.textContent ?? null;
const pulse = document.getElementById("pulse");
return { written: Number(pulse?.dataset.written), said: pulse?.textContent, stopped: text("stopped"), age: text("age") };
"""
# Seconds after a kill in which a page must say so.
LIMIT = 60


def started(folder):
    """A long run that is served; the process and its address."""
    words = ["match", "darkboard:depth=1,particles=0", "semi-random", "--games", "1000000", "--threads", "1"]
    words += ["--out", "watched", "--watch", "--serve", "0"]
    running = subprocess.Popen(
        [program(), *words], cwd=folder, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    for line in running.stderr:
        found = re.search(r"http://\S+", line)
        if found:
            return running, found[0]
    raise SystemExit("browser test failed: the run names no address")


def killed(browser, folder):
    """Both pages are alive and read themselves; after a kill both say that the run seems to have stopped."""
    running, address = started(folder)
    try:
        page = folder / "watched/report.html"
        until = time.monotonic() + LIMIT
        while not page.exists() and time.monotonic() < until:
            time.sleep(0.2)
        windows = {}
        for place in (page.as_uri(), address):
            windows[place] = browser.call("POST", "/window/new", {"type": "tab"})["handle"]
            browser.call("POST", "/window", {"handle": windows[place]})
            browser.open(place)
        first = {}
        for place, window in windows.items():
            browser.call("POST", "/window", {"handle": window})
            first[place] = browser.run(PULSE)
            for part in ("Written 20", " games/s", " of about 1,000,000 games", "ETA "):
                check(part in first[place]["said"], f"{part!r} in the first line of {place}: {first[place]}")
            same(first[place]["stopped"], "", f"{place} of a run that is alive")
            check("seconds ago" in first[place]["age"], f"{place} says how long ago it was written: {first[place]}")
        again = set()
        until = time.monotonic() + LIMIT
        while len(again) < len(windows) and time.monotonic() < until:
            for place, window in windows.items():
                browser.call("POST", "/window", {"handle": window})
                if browser.run(PULSE)["written"] > first[place]["written"]:
                    again.add(place)
            time.sleep(0.5)
        same(again, set(windows), "pages that read themselves again")
        same(browser.errors(), [], "console of watched pages")
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait()
    began = time.monotonic()
    said = {}
    while len(said) < len(windows) and time.monotonic() < began + LIMIT:
        for place, window in windows.items():
            browser.call("POST", "/window", {"handle": window})
            shown = browser.run(PULSE)["stopped"]
            if shown and place not in said:
                said[place] = time.monotonic() - began
                check(shown.startswith("The run seems to have stopped"), shown)
        time.sleep(0.5)
    same(set(said), set(windows), f"pages that say within {LIMIT} s that the run was killed")
    for place, seconds in said.items():
        print(f"{place.split(':')[0]}: {seconds:.0f} s after the kill the page says that the run seems to have stopped")
    browser.errors()  # nobody answers the served page any more
    handles = browser.call("GET", "/window/handles")
    for handle in handles:
        if handle in windows.values():
            browser.call("POST", "/window", {"handle": handle})
            browser.call("DELETE", "/window")
    browser.call("POST", "/window", {"handle": next(one for one in handles if one not in windows.values())})
