"""Attacks every kind of page that darkforge writes, by names and by foreign files; prints pages and looks at all of
their height. A part of scripts/browser_test.

Names: markup, quotes, scripts, addresses of scripts, control characters, marks that turn the direction of writing, and
very long ones, wherever a kind of page takes names. Foreign files: drawings, tables and descriptions planted into
folders whose pages are made again.
"""

import pathlib
import re
import shutil
import signal
import time
import unicodedata
import zlib

from browser_checks import ROOT, check, darkforge, same, start

NAMES = [
    "</script><script>alert(1)</script>",
    "<img src=http://far.invalid/1 onerror=alert(2)>",
    "\" onmouseover=\"alert(3)\" autofocus onfocus=\"alert(4)",
    "' autofocus onfocus='alert(5)",
    "<svg/onload=alert(6)>",
    "javascript:alert(7)",
    "<!--<a href=javascript:alert(8)>x</a>",
    "{{script}}{{policy}}</style></title>",
    "&lt;script&gt;alert(9)&lt;/script&gt;&#60;",
    "\u202eeman\u2066 \u200f\u061c",
    "]]><style>@import url(http://far.invalid/2)</style>",
    "=HYPERLINK(\"http://far.invalid/3\")",
    "x" * 3000,
]
CONTROLS = "a\x1b[31m\x07\x00\x9b\x7fb"  # a PGN may have them; a config refuses them

DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" viewBox="0 0 9 9" onload="alert(10)">
<script>alert(11)</script><image href="http://far.invalid/4"/><a href="javascript:alert(12)"><text>x</text></a>
<foreignObject><iframe src="http://far.invalid/5"/></foreignObject></svg>
"""

# Calls of scripts and violations of the content security policy, in every page from its beginning.
WATCH = """
window.ran = []; window.violations = [];
window.alert = (words) => ran.push(String(words));
addEventListener("securitypolicyviolation", (e) => violations.push(`${e.violatedDirective} ${e.blockedURI} ${e.sample}`));
"""

# Everything in the page that could run, load or lead away, but for the page's own script.
FOREIGN = """
const found = [];
const own = [...document.scripts].filter((script) => script.type !== "application/json");
if (own.length > 1 || own.some((script) => script.src)) found.push(`${own.length} scripts`);
const least = location.href.replace(/[^/]*$/, "");
for (const element of document.querySelectorAll("*")) {
  if (/^(iframe|object|embed|img|image|base|form|foreignobject|animate|set|use|video|audio|frame|feimage)$/i.test(element.localName))
    found.push(element.outerHTML.slice(0, 200));
  for (const { name, value } of element.attributes) {
    if (/^on/i.test(name)) found.push(`${element.localName} ${name}`);
    if (!/^(href|src|xlink:href|action|formaction|data|poster|srcset|ping)$/i.test(name)) continue;
    const to = new URL(value, document.baseURI).href;
    if (element.localName === "link" ? value !== "data:," : !to.startsWith(least)) found.push(`${element.localName} to ${value}`);
  }
}
return found;
"""

# Unfolds everything.
OPEN = "for (const fold of document.querySelectorAll('details')) fold.open = true"

# The page's height once it is laid out, which may be after it is loaded: the same for half a second.
HEIGHT = """
const [done] = arguments;
let height = 0, since = 0;
const look = (now) => {
  const is = document.documentElement.scrollHeight;
  if (is !== height) [height, since] = [is, now];
  now - since < 500 ? requestAnimationFrame(look) : done(height);
};
requestAnimationFrame(look);
"""

# Boxes of what has words or a drawing, in pixels from the top left corner of the page.
BOXES = """
const seen = (one) => {
  let { left, top, right, bottom } = one.getBoundingClientRect();
  for (let at = one.parentElement; at; at = at.parentElement) {
    if (getComputedStyle(at).overflow === "visible") continue;
    const box = at.getBoundingClientRect();
    [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
  }
  return [one.localName + " " + one.textContent.slice(0, 60), left + scrollX, top + scrollY, right - left, bottom - top];
};
const shown = "h1, h2, h3, p, tr, li, figcaption, svg.plot, svg.board, #chart svg, pre";
return [...document.querySelectorAll(shown)]
  .filter((one) => (one.textContent.trim() || one.localName === "svg") && !one.closest(".hidden, noscript") && one.checkVisibility())
  .map(seen).filter(([, , , width, height]) => width > 8 && height > 8);
"""

# Boxes of one colour alone, and the highest band of rows of one colour.
PAINTED = """
const [picture, scale, boxes, done] = arguments;
const image = new Image();
image.onload = () => {
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  const plain = (left, top, right, bottom) => {
    const first = pixels[top * image.width + left];
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++)
        if (pixels[y * image.width + x] !== first) return false;
    return true;
  };
  const blank = boxes.filter(([, x, y, width, height]) => plain(
    Math.max(0, Math.floor(x * scale)), Math.floor(y * scale),
    Math.min(image.width, Math.ceil((x + width) * scale)), Math.min(image.height, Math.ceil((y + height) * scale))));
  let band = 0, most = 0;
  for (let y = 0; y < image.height; y++) {
    band = plain(0, y, image.width, y + 1) ? band + 1 : 0;
    most = Math.max(most, band);
  }
  done([image.height, blank.map(([words]) => words), Math.round(most / scale)]);
};
image.src = "data:image/png;base64," + picture;
"""

# Texts of what is to be printed, without the words for screen readers.
WORDS = """
return [...document.querySelectorAll("h1, h2, h3, tbody td:nth-child(-n + 5), figure svg:not(.slim) text, #list li, pre")]
  .filter((one) => !one.closest("noscript, .hidden") && getComputedStyle(one).display !== "none")
  .map((one) => {
    const copy = one.cloneNode(true);
    for (const word of copy.querySelectorAll(".hidden")) word.remove();
    return copy.textContent;
  });
"""


def unsafe(browser, page):
    """Everything of a page that ran, was asked for, was blocked, or could be followed to elsewhere."""
    browser.open("about:blank")
    browser.requests(), browser.errors()
    browser.open(page.as_uri())
    browser.run(OPEN)
    for one in ("focus", "mouseover", "click"):  # what waits for a reader
        browser.run(f"for (const e of document.querySelectorAll('body *')) if (e.localName !== 'a') e.dispatchEvent(new Event('{one}'))")
    asked = [address for address in browser.requests() if not address.startswith("data:") and address != page.as_uri()]
    return {
        "scripts that ran": browser.run("return ran"),
        "requests": asked,
        "violations of the policy": browser.run("return violations"),
        "foreign elements": browser.run(FOREIGN),
        "console": browser.errors(),
    }


def safe(browser, page, what):
    for kind, found in unsafe(browser, page).items():
        same(found, [], f"{what}: {kind}")


def detected(browser, folder):
    """The detectors find what they are for, on a page without a policy."""
    page = folder / "detected.html"
    page.write_text("<script>alert(1)</script><img src='http://far.invalid/0' onerror='alert(2)'><a href='javascript:alert(3)'>x</a>")
    found = unsafe(browser, page)
    check("1" in found["scripts that ran"] and "2" in found["scripts that ran"], f"scripts are seen: {found}")
    check("http://far.invalid/0" in found["requests"], f"requests are seen: {found}")
    check(len(found["foreign elements"]) >= 3, f"elements are seen: {found}")
    page.write_text("<meta http-equiv='Content-Security-Policy' content=\"script-src 'none'\"><script>alert(1)</script>")
    found = unsafe(browser, page)
    check(found["violations of the policy"] and not found["scripts that ran"], f"violations are seen: {found}")


def toml(text):
    """A string of TOML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found[0]):04x}", escaped) + '"'


def tag(text):
    """A value of a PGN tag."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def drawings(browser, folder, what):
    """Every drawing beside a page opens by itself, without scripts."""
    for drawing in [*folder.glob("plots/*.svg"), *folder.glob("replay.svg")]:
        browser.open("about:blank")
        browser.requests(), browser.errors()
        browser.open(drawing.as_uri())
        same(browser.run("return document.documentElement.localName + document.querySelectorAll('parsererror, script').length"), "svg0",
             f"{what}: {drawing.name}")
        same(browser.run("return ran"), [], f"{what}: scripts of {drawing.name}")
        same([to for to in browser.requests() if not to.startswith("data:") and to != drawing.as_uri()], [], f"{what}: requests of {drawing.name}")


def named(browser, folder):
    """A page of each kind, with hostile names wherever it takes names; folders by kind."""
    weights = folder / "<img src=x onerror=alert(20)>\"'.toml"
    program = folder / "<b>\u202e<script>alert(21).py"
    shutil.copy(ROOT / "configs/weights/evolved.toml", weights)
    shutil.copy(ROOT / "scripts/random_player.py", program)
    program.chmod(0o755)
    engine = f"darkboard:depth=1,particles=0,positions=20,weights={weights.name}"
    darkforge("match", engine, f"process:python3 {program.name}", "--games", 4,
              "--ply-limit", 60, "--out", "match", "--pgn", "played.pgn", "--quiet", folder=folder)

    players = "".join(f"[[players]]\nname = {toml(name)}\nspec = \"{'random' if at % 2 else 'semi-random'}\"\n" for at, name in enumerate(NAMES))
    cup = "name = \"cup\"\nseed = 3\nformat = \"round-robin\"\nply_limit = 60\npgn = true\n"
    (folder / "cup.toml").write_text(f"{cup}pairs = 1\n{players}")
    (folder / "long.toml").write_text(f"{cup}pairs = 1000\n{players[: players.index(NAMES[-1])].rpartition('[[players]]')[0]}")
    darkforge("tournament", "cup.toml", "--out", "tournament", "--quiet", folder=folder)
    for share in (1, 2):
        darkforge("tournament", "cup.toml", "--shard", f"{share}/2", "--out", f"share{share}", "--quiet", folder=folder)
    darkforge("merge", "share1", "share2", "--out", "merged", "--quiet", folder=folder)

    (folder / "night.toml").write_text(
        f"name = \"night\"\nseed = 7\nply_limit = 40\nplayer = \"{engine.split(',weights')[0]}\"\nstart = {toml(weights.name)}\n"
        "[population]\nsize = 4\ngenerations = 2\n[bout]\npairs = 1\n"
        f"[reference]\nplayer = {toml(engine)}\npairs = 2\nevery = 1\n"
        "[proof]\npairs = 2\ncandidates = 2\nscreening_pairs = 2\n"
    )
    darkforge("evolve", "night.toml", "--out", "evolution", "--quiet", folder=folder)

    with open(folder / "names.pgn", "w") as out:
        for game in (folder / "tournament/games.pgn", folder / "played.pgn"):
            out.write(game.read_text())
        for name in [*NAMES, CONTROLS]:
            value = tag(name)
            tags = "".join(f'[{one} "{value}"]\n' for one in ("Event", "Site", "Round", "White", "Black", "TimeControl", "Termination", "Annotator"))
            out.write(f"\n{tags}[Result \"1-0\"]\n\n1. e4 {{{name.replace('}', '')}}} e5 1-0\n")
    evil = folder / "<img src=x onerror=alert(22)>\u202e.pgn"
    shutil.copy(folder / "names.pgn", evil)
    darkforge("stats", evil.name, "--out", "stats", "--quiet", folder=folder)
    darkforge("rate", evil.name, "--anchor", f"{NAMES[0]}=0", "--out", "rate", "--quiet", folder=folder)
    darkforge("imitate", evil.name, "--player", NAMES[1], "--iterations", 1, "--decisions", 50, "--out", "imitate", "--quiet", folder=folder)
    runs = [name.replace("/", "|") for name in NAMES[:-1]]  # names of folders, which are short and have no slash
    for run in runs:
        shutil.copytree(folder / "evolution", folder / run)
    darkforge("compare", *runs, "--play", 2, "--out", "compare", "--quiet", folder=folder)
    darkforge("endgame", "krk", "--method", "rules", "--starts", 6, "--limit", 100, "--out", "endgame", "--quiet", folder=folder)
    darkforge("endgame", "krk", "--replay", "Kb1 Ra1 kh8", "--out", "replay", "--quiet", folder=folder)
    darkforge("endgame", "infinite", "--size", 16, "--starts", 4, "--out", "infinite", "--quiet", folder=folder)
    kinds = ["match", "tournament", "merged", "evolution", "stats", "rate", "compare", "imitate", "endgame", "replay", "infinite"]
    for kind in kinds:
        safe(browser, folder / kind / "report.html", f"names in {kind}")
        drawings(browser, folder / kind, f"names in {kind}")

    games = len(re.findall(r"^\[Result ", (folder / "names.pgn").read_text(), re.M))
    for game in [1, *range(games - len(NAMES), games + 1)]:
        darkforge("view", evil.name, "--game", game, "--out", f"view{game}.html", folder=folder)
        safe(browser, folder / f"view{game}.html", f"names of game {game} in the viewer")

    running = start("tournament", "long.toml", "--out", "long", "--watch", "--threads", 1, "--quiet", folder=folder)
    try:
        page, until = folder / "long/report.html", time.monotonic() + 60
        while not page.exists() and time.monotonic() < until:
            time.sleep(0.2)
        safe(browser, page, "names in a page under way")
        running.send_signal(signal.SIGINT)
        running.wait(60)
    finally:
        running.kill()
        running.wait()
    return kinds


def plant(folder, run, with_journal):
    """Foreign files in a folder of the program."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(run, folder)
    (folder / "report.html").unlink()
    evil = "\n".join(f'"{name[:200].replace(chr(34), chr(34) * 2)}","{name[:200].replace(chr(34), chr(34) * 2)}"' for name in NAMES)
    for name in ("javascript:alert(30).csv", "<img src=x onerror=alert(31)>.csv", "\u202e\"'.csv", "a\nb\x1b.csv"):
        (folder / name).write_text(evil + "\n")
    (folder / "replay.svg").write_text(DRAWING)
    (folder / "link.csv").symlink_to("/etc/passwd")
    plots = folder / "plots"
    plots.mkdir(exist_ok=True)
    for plot in [*plots.glob("*.svg"), *plots.glob("narrow/*.svg"), plots / "evil.svg", plots / "<img src=x onerror=alert(32)>\u202e.svg"]:
        plot.write_text(DRAWING)
    if with_journal:
        return
    for journal in folder.glob("journal.jsonl"):
        journal.unlink()
    for table in folder.glob("[a-z]*.csv"):  # texts of every table
        lines = table.read_text(errors="replace").splitlines() if not table.is_symlink() else []
        if lines and "javascript" not in table.name:
            cell = "\"" + NAMES[1] + "\""
            table.write_text("\n".join([*lines, ",".join([cell] * (lines[0].count(",") + 1))]) + "\n")
    about = folder / "about.toml"
    if about.exists():
        for key in ("title", "headline", "command", "version"):
            text = re.sub(rf"(?m)^{key} = .*\n", "", about.read_text())
            about.write_text(f"{key} = {toml(NAMES[2] + NAMES[0])}\n" + text)


def planted(browser, folder, kinds):
    """Pages that are made again in folders with foreign files; a linked folder of plots is refused."""
    evil, elsewhere = folder / "planted", folder / "elsewhere"
    for kind in kinds:
        for with_journal in (True, False):
            plant(evil, folder / kind, with_journal)
            said = darkforge("report", "planted", "--quiet", folder=folder, code=2)
            check("replay.svg is not a drawing of this program" in said, f"a foreign replay in {kind}: {said}")
            safe(browser, evil / "report.html", f"foreign files in {kind}, {'with' if with_journal else 'without'} its journal")
        shutil.rmtree(elsewhere, ignore_errors=True)
        (evil / "plots").rename(elsewhere)
        (evil / "plots").symlink_to("../elsewhere")
        before = {str(path): path.read_bytes() for path in elsewhere.rglob("*") if path.is_file()}
        said = darkforge("report", "planted", "--quiet", folder=folder, code=2)
        check("plots is a link" in said, f"{kind} with linked plots: {said}")
        same({str(path): path.read_bytes() for path in elsewhere.rglob("*") if path.is_file()}, before, f"{kind} with linked plots")


def words_of(pdf):
    """Text of a PDF of Chromium, in the order of its content."""
    objects = {int(number): body for number, body in re.findall(rb"(?s)(\d+) 0 obj\s(.*?)\sendobj", pdf)}

    def stream(body):
        # By its length: compressed data may end with a byte that looks like a line's end.
        length, start = re.search(rb"/Length (\d+)", body), re.search(rb"stream\r?\n", body)
        data = body[start.end() : start.end() + int(length[1])] if length and start else b""
        return zlib.decompress(data) if b"FlateDecode" in body else data

    def letters(cmap):
        text = lambda code: bytes.fromhex(code).decode("utf-16-be", "replace")
        table = {}
        for block in re.findall(r"(?s)beginbfchar(.*?)endbfchar", cmap):
            for code, to in re.findall(r"<(\w+)> <(\w+)>", block):
                table[int(code, 16)] = text(to)
        for block in re.findall(r"(?s)beginbfrange(.*?)endbfrange", cmap):
            for first, last, to in re.findall(r"<(\w+)> <(\w+)> <(\w+)>", block):
                for code in range(int(first, 16), int(last, 16) + 1):
                    table[code] = chr(int(to, 16) + code - int(first, 16))
        return table

    fonts = {}
    for body in objects.values():
        for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", body):
            to = re.search(rb"/ToUnicode (\d+) 0 R", objects.get(int(number), b""))
            if to:
                fonts[name.decode()] = letters(stream(objects[int(to[1])]).decode("latin-1"))
    words, table = [], {}
    for body in objects.values():
        if b"/Length" not in body or b"/FunctionType" in body or b"/FontFile" in body:
            continue
        content = stream(body).decode("latin-1")
        for font, codes in re.findall(r"/(F\d+) [\d.]+ Tf|<((?:[0-9A-Fa-f]{4})+)>", content):
            if font:
                table = fonts.get(font, {})
            else:
                words += [table.get(int(codes[at : at + 4], 16), "") for at in range(0, len(codes), 4)]
    return "".join(words)


def printed(browser, page, what):
    """Every heading, label, try and row is in a page's PDF, also what is folded; columns as far as paper is wide."""
    browser.open("about:blank")
    browser.open(page.as_uri())
    # A PDF has ligatures, and not the names of all signs.
    bare = lambda text: re.sub(r"\W+", "", unicodedata.normalize("NFKC", text))
    pdf = bare(words_of(browser.printed()))
    wanted = {bare(text) for text in browser.run(WORDS)} - {""}
    missing = sorted(text for text in wanted if text not in pdf)
    check(wanted and not missing, f"{what}: {len(missing)} of {len(wanted)} texts are not printed: {str(missing)[:300]}")


def painted(browser, page, what):
    """All of a page's height is painted, folded and open, narrow and wide."""
    for width in (390, 1400):
        for opened in (False, True):
            browser.size(width, 844, mobile=False)
            browser.open("about:blank")
            browser.open(page.as_uri())
            if opened:
                browser.run(OPEN)
            height = browser.wait(HEIGHT)
            boxes = browser.run(BOXES)
            picture, scale = browser.whole(width, height)
            browser.open("about:blank")
            high, blank, band = browser.wait(PAINTED, picture, scale, boxes)
            place = f"{what}, {width} pixels wide, {'open' if opened else 'folded'}"
            check(abs(high - height * scale) <= 1, f"{place}: the picture is {high} pixels high, the page {height}")
            same(blank, [], f"{place}: blank boxes")
            # A narrow window shows a part of wide tables, whose rows may be as high as a name that is out of sight.
            check(width < 600 or band < 200, f"{place}: {band} pixels without any mark")


def attack(browser, folder):
    browser.command("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    browser.size(1400, 900)
    detected(browser, folder)
    kinds = named(browser, folder)
    for kind in kinds:
        printed(browser, folder / kind / "report.html", f"{kind} with hostile names")
    planted(browser, folder, kinds)
    return kinds
