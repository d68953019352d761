"""What the parts of scripts/browser_test share: checks, and runs of the program."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
count = 0


def check(fine, what):
    global count
    count += 1
    if not fine:
        sys.exit(f"browser test failed: {what}")


def same(shown, wanted, what):
    check(shown == wanted, f"{what}: the page shows {str(shown)[:1000]!r}, it should be {str(wanted)[:1000]!r}")


def program():
    named = os.environ.get("DARKFORGE")
    target = pathlib.Path(ROOT, os.environ.get("CARGO_TARGET_DIR", "target"))
    place = pathlib.Path(named).resolve() if named else target / "release" / "darkforge"
    if not place.is_file():
        sys.exit(f"browser test failed: there is no {place}; build it: cargo build --release")
    return str(place)


def start(*arguments, folder):
    return subprocess.Popen([program(), *map(str, arguments)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def darkforge(*arguments, folder, code=0):
    """Run the program, which ends with `code`; what it says."""
    done = subprocess.run([program(), *map(str, arguments)], cwd=folder, text=True, capture_output=True)
    if done.returncode != code:
        sys.exit(f"browser test failed: darkforge {' '.join(map(str, arguments))}: exit {done.returncode}: {done.stderr}")
    return (done.stderr if code else done.stdout).strip()


def open_page(browser, page, place=""):
    browser.open("about:blank")
    browser.open(page.as_uri() + place)
    same(browser.errors(), [], f"console of {page.name}")
