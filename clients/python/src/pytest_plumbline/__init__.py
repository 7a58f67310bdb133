"""Fixtures with a mock server of the Kubernetes API.

``plumbline`` is a server with its initial objects, for each test anew; one process serves all tests.
The variable ``PLUMBLINE`` names the program, by default ``npx plumbline``.
"""

import os
import shlex
import shutil
import signal
import ssl
import subprocess
import tempfile
import threading
import urllib.request
from dataclasses import dataclass

import pytest

START_LIMIT = 60  # seconds; npx may have to fetch the package


@dataclass(frozen=True)
class Server:
    """A running server."""

    url: str
    token: str
    #: The path of a kubeconfig with the token and the certificate authority.
    kubeconfig: str

    def reset(self) -> None:
        """Restores the initial objects and removes injected faults."""
        for method, path in (("POST", "reset"), ("DELETE", "rules"), ("DELETE", "mutants")):
            request = urllib.request.Request(
                f"{self.url}/plumbline/v1/{path}",
                method=method,
                headers={"Authorization": f"Bearer {self.token}"},
            )
            # The server is this machine's own, with an authority of its own.
            context = ssl._create_unverified_context() if self.url.startswith("https") else None
            urllib.request.urlopen(request, timeout=10, context=context).close()


class Process:
    """A server process; use it as a context manager."""

    def __init__(self, *arguments: str) -> None:
        words = shlex.split(os.environ.get("PLUMBLINE", "npx plumbline"))
        self._command = [*words, "serve", "--port", "0", "--control", "--dialect", "kubernetes"]
        self._command += arguments

    def __enter__(self) -> Server:
        self._errors = tempfile.TemporaryFile("w+")
        self._process = subprocess.Popen(
            self._command,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            # npx starts another process: the signal must reach it.
            start_new_session=True,
        )
        timer = threading.Timer(START_LIMIT, self._signal, [signal.SIGKILL])
        timer.start()
        lines = {}
        for line in self._process.stdout:
            name, _, value = line.strip().rpartition(" ")
            lines[name] = value
            if name.startswith("Token of"):
                timer.cancel()
                return Server(lines["Serving"], value, lines["Kubeconfig"])
        timer.cancel()
        self._errors.seek(0)
        output = self._errors.read()
        raise RuntimeError(f"Cannot start {shlex.join(self._command)}: {output}")

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
        self._errors.close()


@pytest.fixture(scope="session")
def plumbline_process():
    """A server for the whole session, over TLS, as clients require for tokens."""
    if "PLUMBLINE" not in os.environ and shutil.which("npx") is None:
        pytest.skip("Node is not installed: set PLUMBLINE to the program that serves")
    with Process("--tls") as server:
        yield server


@pytest.fixture
def plumbline(plumbline_process):
    """A server with its initial objects."""
    plumbline_process.reset()
    return plumbline_process
