"""The calls of the practice page: what comes in may be anything, what goes out is JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.bank import Bank
from quizgen.packs.pack_folders import find_banks
from quizgen.page_calls import CALLS, Desk
from quizgen.site.bundle import bundles
from tests.made_packs import make_pack, template, write

MORE = """\
traps:
  - name: squared
    instead: {v: k^2}
    say: That is <<k>> <b>squared</b>, not doubled.
"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    folder = make_pack(tmp_path_factory.mktemp("bank") / "subject", "asked")
    template(folder, "hostile", more=MORE)
    file = folder / "level1/hostile.yaml"
    text = file.read_text(encoding="utf-8").replace("title: A question", "title: <script>alert(1)</script>")
    text = text.replace("stem: Think", 'stem: <img src=x onerror="alert(1)"> Think')
    write(folder, "level1/hostile.yaml", text)
    (bundle,) = bundles(Bank(find_banks([folder]), cache=None))
    made = Desk()
    assert json.loads(made.load(bundle.data.decode()))["ok"]
    return made


def ask(desk: Desk, do: str, **about: Any) -> Any:
    answer = json.loads(desk.call(json.dumps({"do": do, **about})))
    assert answer["ok"], answer
    return answer["value"]


def refused(desk: Desk, request: Any) -> dict[str, str]:
    answer = json.loads(desk.call(request if isinstance(request, str) else json.dumps(request)))
    assert not answer["ok"], answer
    return answer["error"]


def test_a_question_says_nothing_of_its_key_and_is_brought_back_by_its_link(desk):
    posed = ask(desk, "pose", template="subject/asked", seed="7f3a")
    assert posed["parts"][0]["ask"] == "What is twice that?"
    assert not {"keys", "solution", "told"} & set(posed)
    assert posed["link"].startswith("#subject/asked/7f3a.")
    assert ask(desk, "pose", link=posed["link"]) == posed
    assert ask(desk, "pose", template="subject/asked", params=posed["params"], seed="7f3a") == posed


def test_a_link_to_another_variant_is_refused_with_what_to_do(desk):
    posed = ask(desk, "pose", template="subject/asked", seed="7f3a")
    wrong = posed["link"][:-8] + ("0" * 8 if not posed["link"].endswith("0" * 8) else "1" * 8)
    assert refused(desk, {"do": "pose", "link": wrong})["mend"] == "take a fresh variant of it"


def test_an_answer_is_read_judged_and_explained(desk):
    question = {"template": "subject/asked", "params": {"k": 4}}
    assert ask(desk, "read", **question, part="v", response="2 *")["malformed"]["start"] == 2
    assert ask(desk, "read", **question, part="v", response=" ") == {
        "part": "v", "blank": True, "reading": None, "malformed": None,
    }  # fmt: skip
    assert ask(desk, "judge", **question, part="v", responses={"v": "8"})["outcome"] == "correct"
    assert ask(desk, "judge", **question, part="v", responses={"v": "9"})["outcome"] == "incorrect"
    assert ask(desk, "solution", **question)["keys"] == {"v": "8"}
    assert ask(desk, "solution", **question, part="v")["solution"][0]["name"] == "v"
    assert ask(desk, "hint", **question, part="v", number=1)["of"] == 0
    assert "8" in ask(desk, "ledger", variants=[question])["entries"][0]["lines"][0]["says"]


def test_what_a_preview_says_is_the_same_for_a_right_and_a_wrong_answer(desk):
    question = {"template": "subject/asked", "params": {"k": 4}, "part": "v"}
    right, wrong = (ask(desk, "read", **question, response=text) for text in ("8", "9"))
    assert {**right, "reading": None} == {**wrong, "reading": None}


def test_markup_in_a_template_stays_text(desk):
    posed = ask(desk, "pose", template="subject/hostile", seed="1")
    assert posed["title"] == "<script>alert(1)</script>"  # a text, which the page sets as one
    assert "<img" not in posed["stem"]
    judged = ask(desk, "judge", template="subject/hostile", params={"k": 4}, part="v", responses={"v": "16"})
    assert judged["traps"] == ["squared"]
    assert "<b>" not in judged["says"][0]


@pytest.mark.parametrize(
    "request_",
    [
        "", "[", "3", "null", '{"do": 3}', '{"do": "import"}', "[" * 100_000, '{"do": "pose"}',
        {"do": "pose", "template": "subject/asked", "params": {"k": 10**80}},
        {"do": "pose", "template": "subject/asked", "params": {"k": {"m": "2"}}},
        {"do": "pose", "template": "subject/asked", "params": {"k": "1/0"}},
        {"do": "pose", "template": "subject/asked", "params": {"k": [[[[[[1]]]]]]}},
        {"do": "pose", "template": "subject/asked", "params": {}},
        {"do": "pose", "template": "../../etc/passwd", "seed": "1"},
        {"do": "pose", "link": "#subject/asked/<svg onload=alert(1)>"},
        {"do": "pose", "template": "subject/asked", "seed": "1" * 1_000},
        {"do": "judge", "template": "subject/asked", "seed": "1", "part": "nope", "responses": {}},
        {"do": "judge", "template": "subject/asked", "seed": "1", "part": "v", "responses": {"v": 3}},
        {"do": "judge", "template": "subject/asked", "seed": "1", "part": "v", "marks": ["x"]},
        {"do": "read", "template": "subject/asked", "seed": "1", "part": "v", "response": "9" * 30_000},
        {"do": "due", "events": [], "now": "yesterday"},
        {"do": "due", "events": [], "now": "2026-12-01T00:00:00Z", "memory": {"x": 3}},
    ],
)  # fmt: skip
def test_a_wrong_request_is_refused_and_says_why(desk, request_):
    error = refused(desk, request_)
    assert error["what"]
    assert error["code"] in ("request", "missing", "maths")


@given(st.sampled_from([*CALLS, "x"]), st.dictionaries(
    st.sampled_from(["template", "seed", "params", "part", "responses", "response", "events", "now", "text", "memory"]),
    st.recursive(st.none() | st.booleans() | st.integers() | st.text() | st.just("subject/asked"),
                 lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)),
))  # fmt: skip
def test_no_request_raises_or_is_our_fault(desk, do, about):
    answer = json.loads(desk.call(json.dumps({"do": do, **about})))
    assert answer["ok"] or answer["error"]["code"] != "fault", answer


@given(st.text(max_size=60))
def test_no_answer_raises_or_is_our_fault(desk, response):
    question = {"template": "subject/asked", "seed": "1", "part": "v"}
    for about in ({"do": "read", "response": response}, {"do": "judge", "responses": {"v": response}}):
        answer = json.loads(desk.call(json.dumps({**question, **about})))
        assert answer["ok"] or answer["error"]["code"] == "request", answer


def test_a_bundle_of_another_version_is_refused(tmp_path: Path):
    (bundle,) = bundles(Bank(find_banks([make_pack(tmp_path / "subject", "asked")]), cache=None))
    for change in ({"engine": "0.0.0"}, {"format": 99}):
        answer = json.loads(Desk().load(json.dumps({**json.loads(bundle.data), **change})))
        assert answer["error"]["mend"].startswith("build the site anew")
