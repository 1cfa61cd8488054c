# SPDX-License-Identifier: GPL-2.0
"""A page in headless Chromium, driven through ChromeDriver (W3C WebDriver)."""
import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request

FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--hide-scrollbars", "--force-device-scale-factor=1"]
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def available():
    return shutil.which("chromedriver") and shutil.which("chromium")


class Browser:
    """One window. Use it in a with statement: it ends what it started."""

    def __init__(self, width=1280, height=900):
        self.profile = tempfile.mkdtemp()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.port}"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.session = None
        self.width, self.height = width, height

    def __enter__(self):
        for _ in range(100):
            try:
                if self.call("GET", "/status")["ready"]:
                    break
            except OSError:
                time.sleep(0.1)
        options = {"args": FLAGS + [f"--user-data-dir={self.profile}",
                                    f"--window-size={self.width},{self.height}"]}
        made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.session = made["sessionId"]
        return self

    def __exit__(self, *_):
        if self.session:
            self.call("DELETE", f"/session/{self.session}")
        self.driver.terminate()
        self.driver.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def do(self, method, path, body=None):
        return self.call(method, f"/session/{self.session}{path}", body)

    def open(self, path):
        self.do("POST", "/url", {"url": "file://" + os.path.abspath(path).replace("#", "#")})

    def js(self, script, *arguments):
        return self.do("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, *arguments, seconds=15):
        end = time.time() + seconds
        while time.time() < end:
            value = self.js(script, *arguments)
            if value:
                return value
            time.sleep(0.05)
        raise TimeoutError(f"this did not become true: {script}")

    def pointer(self, moves):
        """Moves of the mouse: ("to", x, y), "down" or "up", in viewport coordinates."""
        actions = []
        for move in moves:
            if move == "down":
                actions.append({"type": "pointerDown", "button": 0})
            elif move == "up":
                actions.append({"type": "pointerUp", "button": 0})
            else:
                actions.append({"type": "pointerMove", "duration": 20,
                                "x": round(move[1]), "y": round(move[2])})
        self.do("POST", "/actions", {"actions": [{
            "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
            "actions": actions}]})

    def errors(self):
        """What the page wrote to the console as a warning or an error."""
        return [entry["message"] for entry in self.do("POST", "/se/log", {"type": "browser"})
                if entry["level"] in ("WARNING", "SEVERE")]

    def shot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.do("GET", "/screenshot")))
