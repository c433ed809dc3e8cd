"""The server on this machine."""

from __future__ import annotations

import threading
from http.client import HTTPConnection

import pytest

from quizgen.errors import OutputError
from quizgen.site.serving import server


@pytest.fixture
def running(tmp_path):
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "page").mkdir()
    for name in ("app.mjs", "code.wasm"):
        (tmp_path / "page" / name).write_text("x")
    with server(tmp_path) as made:
        thread = threading.Thread(target=made.serve_forever, daemon=True)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def get(running, path):
    connection = HTTPConnection(*running.server_address)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def test_files_have_their_types_and_the_policy(running):
    for path, kind in (("/", "text/html; charset=utf-8"), ("/page/app.mjs", "text/javascript; charset=utf-8"),
                       ("/page/code.wasm", "application/wasm")):  # fmt: skip
        answer = get(running, path)
        assert (answer.status, answer.getheader("Content-Type")) == (200, kind)
        assert "default-src 'self'" in answer.getheader("Content-Security-Policy")


def test_what_is_named_by_its_content_is_kept_and_the_rest_asked_for_again(running):
    assert "immutable" in get(running, "/page/app.mjs").getheader("Cache-Control")
    assert get(running, "/").getheader("Cache-Control") == "no-cache"


def test_no_folder_is_listed_and_nothing_outside_is_served(running):
    assert get(running, "/page/").status == 404
    assert get(running, "/../../etc/passwd").status == 404


def test_it_is_on_this_machine_only_and_says_when_a_port_is_taken(running, tmp_path):
    assert running.server_address[0] == "127.0.0.1"
    with pytest.raises(OutputError, match="name another port"):
        server(tmp_path, running.server_address[1])
