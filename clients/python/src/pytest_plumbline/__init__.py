"""Fixtures with a mock server of the Kubernetes API.

``plumbline`` is a server with its initial objects, for each test anew; one process serves all tests.
The program is that of the npm package ``@plumbline/plumbline`` in ``node_modules`` of this folder or
one above it. The variable ``PLUMBLINE`` names another, with its arguments. Nothing is fetched.
"""

import json
import os
import shlex
import shutil
import signal
import ssl
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any, List, Mapping, Optional

import pytest

START_LIMIT = 60  # seconds

PROGRAM = Path("node_modules", "@plumbline", "plumbline", "lib", "plumbline.js")

NOT_INSTALLED = (
    "Plumbline is not installed: run `npm install --save-dev plumbline.tgz`, "
    "or set PLUMBLINE to a program that serves"
)


class NotInstalled(Exception):
    """The program of the server is not installed."""


def program() -> List[str]:
    """Returns the command of the program."""
    if os.environ.get("PLUMBLINE"):
        return shlex.split(os.environ["PLUMBLINE"])
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / PROGRAM).is_file():
            if shutil.which("node") is None:
                raise NotInstalled("Node is not installed: Plumbline needs the program node")
            return ["node", str(folder / PROGRAM)]
    raise NotInstalled(NOT_INSTALLED)


@dataclass(frozen=True)
class Server:
    """A running server."""

    url: str
    token: str
    #: The path of a kubeconfig with the token and the certificate authority.
    kubeconfig: str
    #: The certificate authority to trust, in PEM; empty without TLS.
    ca_certificate: str = ""

    def control(self, method: str, path: str, body: Optional[Mapping[str, Any]] = None) -> Any:
        """Sends a request of the control API, as ``control("POST", "/clock", {"advance": 1000})``."""
        request = urllib.request.Request(
            f"{self.url}/plumbline/v1{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}"},
        )
        context = None
        if self.ca_certificate:
            context = ssl.create_default_context(cadata=self.ca_certificate)
        try:
            with urllib.request.urlopen(request, timeout=10, context=context) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise ValueError(json.load(error)["message"]) from None

    def fault(self, effect: Mapping[str, Any], when: Optional[Mapping[str, str]] = None, **rule: Any) -> str:
        """Adds a rule of injected faults and returns its id, as
        ``fault({"kind": "conflict"}, {"verb": "update"}, times=1)``."""
        return self.control("POST", "/rules", {"effect": effect, "when": when or {}, **rule})["id"]

    def assert_faults_used(self) -> None:
        """Fails if a rule affected no request."""
        message = self.control("GET", "/rules/unused")["message"]
        assert not message, message

    def reset(self) -> None:
        """Restores the initial objects, and removes injected faults and seeded bugs."""
        for method, path in (("POST", "/reset"), ("DELETE", "/rules"), ("DELETE", "/mutants")):
            self.control(method, path)


class Process:
    """A server process; use it as a context manager."""

    def __init__(self, *arguments: str) -> None:
        serve = ["serve", "--json", "--port", "0", "--control", "--dialect", "kubernetes"]
        self._command = [*program(), *serve, *arguments]

    def __enter__(self) -> Server:
        self._errors = tempfile.TemporaryFile("w+")
        self._process = subprocess.Popen(
            self._command,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            # PLUMBLINE may be a program that starts another: the signal must reach it.
            start_new_session=True,
        )
        timer = threading.Timer(START_LIMIT, self._signal, [signal.SIGKILL])
        timer.start()
        line = self._process.stdout.readline()
        timer.cancel()
        if not line.startswith("{"):
            self.__exit__()
            raise RuntimeError(f"Cannot start {shlex.join(self._command)}: {self._complaints}")
        facts = json.loads(line)
        certificate = facts.get("caCertificate", "")
        return Server(facts["url"], facts["token"], facts["kubeconfig"], certificate)

    def _signal(self, number: int) -> None:
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            pass  # It has ended.

    def __exit__(self, *_: object) -> None:
        self._signal(signal.SIGTERM)
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._signal(signal.SIGKILL)
        self._process.stdout.close()
        self._errors.seek(0)
        self._complaints = self._errors.read().strip()
        self._errors.close()


@pytest.fixture(scope="session")
def plumbline_process():
    """A server for the whole session, over TLS, as clients require for tokens."""
    try:
        process = Process("--tls")
    except NotInstalled as error:
        pytest.fail(str(error), pytrace=False)
    with process as server:
        yield server


@pytest.fixture
def plumbline(plumbline_process):
    """A server with its initial objects."""
    plumbline_process.reset()
    return plumbline_process
