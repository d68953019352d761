"""A browser driven by chromedriver over plain HTTP: no package is needed."""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars",
]
KEYS = {
    "Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015", "Home": "\ue011",
    "End": "\ue010", "Tab": "\ue004", "Enter": "\ue007", "Space": " ",
    "Escape": "\ue00c", "Delete": "\ue017",
}


def programs():
    """Chromium and chromedriver, or what is missing."""
    browser = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
    driver = shutil.which("chromedriver")
    missing = [name for name, found in [("chromium", browser), ("chromedriver", driver)] if not found]
    return browser, driver, missing


class Browser:
    """One window; to be used in a `with` statement."""

    def __init__(self):
        browser, driver, missing = programs()
        if missing:
            raise RuntimeError("missing: " + ", ".join(missing))
        self.profile = tempfile.mkdtemp(prefix="darkforge-browser-")
        # Port 0 lets the system choose one; chromedriver says which.
        self.server = subprocess.Popen(
            [driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "HOME": self.profile},
        )
        self.base = None
        try:
            for line in self.server.stdout:
                found = re.search(r"on port (\d+)", line)
                if found and "successfully" in line:
                    self.base = f"http://127.0.0.1:{found.group(1)}"
                    break
            if not self.base:
                raise RuntimeError("chromedriver did not start")
            options = {"binary": browser, "args": FLAGS + [f"--user-data-dir={self.profile}/profile"]}
            wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
            answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}}, session=False)
            self.session = answer["sessionId"]
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if getattr(self, "session", None):
            try:
                self.call("DELETE", "")
            except (OSError, RuntimeError):
                pass
        self.server.terminate()
        self.server.wait()
        self.server.stdout.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, path, body=None, session=True):
        address = self.base + (f"/session/{self.session}" if session else "") + path
        data = None if method in ("GET", "DELETE") else json.dumps(body or {}).encode()
        request = urllib.request.Request(address, data, {"Content-Type": "application/json"}, method=method)
        # The driver is on this machine, whatever proxies are set.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=60) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.read().decode()[:400]}") from None

    def open(self, address):
        self.call("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        """Runs a function body in the page; its result."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, *arguments):
        """Runs a function body whose last argument is to be called with the result."""
        return self.call("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def command(self, name, **parameters):
        """A command of the browser's own protocol."""
        return self.call("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def size(self, width, height, mobile=False):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)
        time.sleep(0.15)

    def dark(self, on):
        scheme = {"name": "prefers-color-scheme", "value": "dark" if on else "light"}
        self.command("Emulation.setEmulatedMedia", features=[scheme])

    def press(self, *names):
        """Presses keys by their names, or letters."""
        actions = []
        for name in names:
            key = KEYS.get(name, name)
            actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def errors(self):
        """Return the page's errors since the last call."""
        entries = self.call("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self):
        """Addresses that pages asked for since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self.call("POST", "/se/log", {"type": "performance"})]
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]

    def printed(self):
        """The page as PDF."""
        answer = self.command("Page.printToPDF", printBackground=True)
        return base64.b64decode(answer["data"])

    def whole(self, width, height):
        """A picture of the page from its top, at most 12,000 pixels high, as base64, and its scale."""
        scale = min(1, 12_000 / height)
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
        answer = self.command("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        return answer["data"], scale

    def picture(self, path, whole=False):
        """The window as PNG, or the whole page."""
        answer = self.command("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as out:
            out.write(base64.b64decode(answer["data"]))
