"""The page on which a person plays (`darkforge play --web`): a whole game by keyboard alone against `semi-random`, a
drag, marks, narrow and dark windows. A part of scripts/browser_test."""

import json
import random
import re
import subprocess
import time
import urllib.error
import urllib.request

from browser_checks import check, program, same

STATE = """
const cells = [...document.querySelectorAll("#board [data-square]")];
return {
  state: document.body.dataset.state,
  labels: cells.map((cell) => cell.getAttribute("aria-label")),
  lines: [...document.querySelectorAll("#lines li")].map((line) => line.textContent),
  said: document.getElementById("said").textContent,
  problem: document.getElementById("problem").textContent,
  focused: document.activeElement.dataset.square || document.activeElement.id,
  tabbable: cells.filter((cell) => cell.tabIndex === 0).length,
};
"""
STEPS = {
    "pawn": [], "knight": [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)],
    "bishop": [(1, 1), (1, -1), (-1, 1), (-1, -1)], "rook": [(1, 0), (-1, 0), (0, 1), (0, -1)],
}
STEPS["queen"] = STEPS["king"] = STEPS["bishop"] + STEPS["rook"]
# Plies after which the game would be drawn.
PLIES = 600


def started(folder, *words):
    running = subprocess.Popen(
        [program(), "play", "semi-random", "--web", "--seed", "3", *words], cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )
    address = running.stdout.readline().strip()
    check(re.fullmatch(r"http://127\.0\.0\.1:\d+/[0-9a-f]{32}/", address), f"address of the game: {address!r}")
    return running, address


def settled(browser, lines=0):
    """The page once it is the person's turn or the game is over, with more than `lines` lines."""
    until = time.monotonic() + 20
    while True:
        state = browser.run(STATE)
        if state["state"] in ("turn", "over") and (len(state["lines"]) > lines or state["problem"]):
            return state
        check(time.monotonic() < until, f"the page goes on: {state}")
        time.sleep(0.02)


def men(state):
    """Kinds of the own men by their squares, as the page says them to a reader of screens."""
    found = {}
    for label in state["labels"]:
        own = re.match(r"([a-h][1-8]), your (\w+)", label)
        if own:
            found[own[1]] = own[2]
    return found


def tries(own):
    """Tries of White that its own board allows."""
    all_tries = []
    at = {square: ("abcdefgh".index(square[0]), int(square[1]) - 1) for square in own}
    taken = set(at.values())
    name = lambda file, rank: "abcdefgh"[file] + str(rank + 1)
    for square, kind in own.items():
        file, rank = at[square]
        if kind == "pawn":
            ahead = [(file, rank + 1)] + ([(file, rank + 2)] if rank == 1 else [])
            goals = [(file - 1, rank + 1), (file + 1, rank + 1)]
            for place, goal in enumerate(ahead):
                if goal in taken:
                    break
                goals.append(goal)
        else:
            goals = []
            for step in STEPS[kind]:
                here = (file + step[0], rank + step[1])
                while 0 <= here[0] < 8 and 0 <= here[1] < 8 and here not in taken:
                    goals.append(here)
                    if kind in ("knight", "king"):
                        break
                    here = (here[0] + step[0], here[1] + step[1])
        for goal in goals:
            if 0 <= goal[0] < 8 and goal[1] < 8 and goal not in taken:
                all_tries.append(square + name(*goal) + ("q" if kind == "pawn" and goal[1] == 7 else ""))
    return all_tries


def walk(browser, square):
    """Moves the focus on the board to `square` with the arrow keys."""
    here = browser.run("return document.activeElement.dataset.square")
    files, ranks = ord(square[0]) - ord(here[0]), int(square[1]) - int(here[1])
    keys = ["Right" if files > 0 else "Left"] * abs(files) + ["Up" if ranks > 0 else "Down"] * abs(ranks)
    if keys:
        browser.press(*keys)
    same(browser.run("return document.activeElement.dataset.square"), square, "focus after arrow keys")


def tab_to(browser, wanted):
    """Tab until the focus is on `wanted`: an id, or `board`."""
    for _ in range(40):
        at = browser.run("const e = document.activeElement; return e.dataset.square ? 'board' : e.id")
        if at == wanted:
            return
        browser.press("Tab")
    check(False, f"Tab does not lead to {wanted}")


def marks(browser):
    """Pencil marks by keys, and their undoing."""
    tab_to(browser, "board")
    walk(browser, "e5")
    said = lambda: browser.run("return document.querySelector('[data-square=e5]').getAttribute('aria-label')")
    browser.press("n")
    same(said(), "e5, guess: knight", "a mark")
    browser.press("q")
    same(said(), "e5, guess: queen", "another mark")
    browser.run("document.getElementById('undo').click()")
    same(said(), "e5, guess: knight", "the last mark taken back")
    walk(browser, "e5") if browser.run("return document.activeElement.dataset.square") else tab_to(browser, "board")
    browser.press("Delete")
    same(said(), "e5, no man of yours", "a mark rubbed out")


def by_keys(browser, asked):
    """A try with the arrow keys and Enter."""
    tab_to(browser, "board")
    walk(browser, asked[:2])
    browser.press("Enter")
    same(browser.run("return document.querySelector('.chosen').dataset.square"), asked[:2], "a chosen man")
    walk(browser, asked[2:4])
    browser.press("Space")


def typed(browser, asked):
    """A try in the field."""
    tab_to(browser, "try")
    browser.run("document.getElementById('try').value = ''")
    browser.press(*asked, "Enter")


def forged(address):
    """Questions that another page could send, and pages that must not be shown yet."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def status(path, headers=None, body=None):
        request = urllib.request.Request(path, body, headers or {})
        try:
            with opener.open(request, timeout=10) as reply:
                return reply.status
        except urllib.error.HTTPError as error:
            return error.code

    root = address[: address.index("/", 8)]
    ask = json.dumps({"question": "e2e4"}).encode()
    same(status(root + "/"), 404, "a page without the word")
    same(status(root + "/ask", {"Content-Type": "application/json"}, ask), 404, "a question without the word")
    evil = {"Content-Type": "application/json", "Origin": "http://evil.example"}
    same(status(address + "ask", evil, ask), 403, "a question of another page")
    same(status(address + "ask", {"Content-Type": "text/plain"}, ask), 403, "a question of a form")
    same(status(address + "state", {"Host": "evil.example"}), 421, "another name of this machine")
    same(status(address + "game.html"), 403, "the whole game before its end")
    same(status(address + "game.pgn"), 403, "the record before its end")


def played(browser, folder, contrast):
    running, address = started(folder, "--ply-limit", str(PLIES), "--pgn", "person.pgn")
    try:
        browser.requests()
        browser.size(1400, 900)
        browser.open(address)
        state = settled(browser, -1)
        same(len(state["labels"]), 64, "squares")
        same(len(men(state)), 16, "own men")
        same(state["tabbable"], 1, "squares that Tab reaches")
        same(browser.run("return document.querySelector('#now').getAttribute('aria-live')"), "polite", "live region")
        forged(address)
        marks(browser)
        draw = random.Random(1)
        turns = 0
        while state["state"] != "over":
            left = tries(men(state))
            draw.shuffle(left)
            left.sort(key=lambda asked: asked in ("e1g1", "e1c1"))
            for number, asked in enumerate(left):
                before = len(state["lines"])
                (by_keys if turns < 4 and len(asked) == 4 else typed)(browser, asked)
                state = settled(browser, before)
                same(state["problem"], "", f"the try {asked}")
                newest = state["lines"][before]
                if " played: " in newest or state["state"] == "over":
                    break
            turns += 1
            check(turns <= PLIES, "the game ends")
        check("checkmate" in state["said"] or "drawn" in state["said"], f"the end: {state['said']}")
        shown = [label for label in state["labels"] if re.search(r"(White|Black)'s", label)]
        check(len(shown) > len(men(state)) and any("Black's" in label for label in shown), "the true board at the end")
        pgn = (folder / "person.pgn").read_text()
        plies = int(re.search(r'\[PlyCount "(\d+)"\]', pgn)[1])
        check('[White "person"]' in pgn and (plies + 1) // 2 == turns, f"{turns} moves; the record:\n{pgn[:600]}")
        print(f"a game of {plies} plies by keyboard: {state['said']}")
        for width, dark in ((390, False), (390, True), (1400, False), (1400, True)):
            browser.size(width, 844, mobile=width < 600)
            browser.dark(dark)
            same(browser.run(contrast), [], f"contrast at {width}, dark {dark}")
            wide = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
            check(wide[0] <= wide[1], f"the page is {wide[0]} pixels wide in a window of {wide[1]}")
        browser.dark(False)
        browser.size(1400, 900)
        asked = {url for url in browser.requests() if not url.startswith(("data:", "about:", "chrome"))}
        check(all(url.startswith(address) for url in asked), f"other addresses: {asked}")
        same(browser.errors(), [], "console of the game")
        browser.run("document.getElementById('done').click()")
        same(running.wait(timeout=20), 0, "the program's end")
    finally:
        running.kill()
        running.wait()
    dragged(browser, folder)


def dragged(browser, folder):
    """A move by the pointer, as Black with the board turned."""
    running, address = started(folder, "--colour", "black")
    try:
        browser.open(address)
        state = settled(browser, 0)
        check("a8" in men(state), "Black's own men")
        places = browser.run(
            "return ['b8', 'c6'].map((name) => { const box = document.querySelector(`[data-square=${name}]`)"
            ".getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; })"
        )
        events = [("mousePressed", places[0]), ("mouseMoved", places[1]), ("mouseReleased", places[1])]
        for kind, (x, y) in events:
            browser.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)
        state = settled(browser, len(state["lines"]))
        check(any(line.startswith("1. Nc6 played") for line in state["lines"]), f"a dragged move: {state['lines']}")
        same(browser.errors(), [], "console of the second game")
    finally:
        running.kill()
        running.wait()
