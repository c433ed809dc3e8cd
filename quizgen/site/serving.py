"""A server for one folder on this machine only, with the types and the policy that a browser wants."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from quizgen.errors import OutputError
from quizgen.site.folder import POLICY

LOOPBACK = "127.0.0.1"
TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8", ".json": "application/json", ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml", ".woff2": "font/woff2",
    ".zip": "application/zip", ".png": "image/png",
}  # fmt: skip


class _Handler(SimpleHTTPRequestHandler):
    """Files of the folder; those that are named by their content may be kept for ever."""

    extensions_map = TYPES
    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", f"{POLICY}; frame-ancestors 'none'")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        lasting = self.path.count("/") > 1
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if lasting else "no-cache")
        super().end_headers()

    def list_directory(self, path: Any) -> None:  # noqa: ARG002 - only files are served
        """No folder is listed."""
        self.send_error(404)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Say nothing: the terminal shows where the page is, and no more."""


def server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """A server of the folder on the loopback; port 0 takes any that is free. Raises OutputError for one that isn't."""
    handler: Callable[..., SimpleHTTPRequestHandler] = partial(_Handler, directory=str(folder))
    try:
        return ThreadingHTTPServer((LOOPBACK, port), handler)
    except OSError as problem:
        mend = "name another port with --port, or none"
        raise OutputError(f"port {port} can't be used: {problem.strerror}\n  mend: {mend}") from problem


def address(running: ThreadingHTTPServer) -> str:
    """Where a browser finds it."""
    return f"http://{LOOPBACK}:{running.server_address[1]}/"
