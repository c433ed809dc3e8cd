"""The offline answer form, in a browser."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quizgen.answers import PublicAnswer
from quizgen.batch.forms import form_html
from quizgen.batch.set_folder import SetFolder
from quizgen.problem_set import StudentRecord
from quizgen.prose import Prose
from quizgen.renderer import sheet_html
from quizgen.variant import PublicPart, PublicVariant
from tests.batch.graded_sets import graded, parts
from tests.batch.small_bank import make, records, roster_of
from tests.browser import Page, browser

pytestmark = [pytest.mark.slow, pytest.mark.browser]

PLAN = "title: Sums & more\nsections: [{ids: [ways, many]}]\n"
WORDS = "Because one is added to it.\nThat is all."
TYPE = """(() => {{
  const field = document.querySelector({where});
  field.value = {what};
  field.dispatchEvent(new Event({event}, {{bubbles: true}}));
}})()"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set for two students with hostile names; every way to answer is asked for."""
    place = tmp_path_factory.mktemp("set")
    make(place / "set", PLAN, roster_of(place, 'id,name\n1,</script><script>alert(1)</script>\n"a""b",Bo\n'))
    return place / "set"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    downloads = tmp_path_factory.mktemp("downloads")
    with browser(tmp_path_factory.mktemp("browser")) as made:
        made.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads), eventsEnabled=True)
        made.downloads = downloads
        yield made


def opened(page: Page, folder: Path, number: int = 0, *, empty: bool = True) -> StudentRecord:
    record = records(folder)[number]
    file = folder / f"students/{record.form}-form.html"
    page.open(file)
    if empty:
        page.run("localStorage.clear()")
        page.open(file)
    return record


def state(page: Page) -> str:
    return page.run("document.getElementById('state').textContent")


def told(page: Page) -> str:
    return page.run("document.getElementById('told').textContent")


def type_in(page: Page, where: str, what: str, event: str = "input") -> None:
    page.run(TYPE.format(where=json.dumps(where), what=json.dumps(what), event=json.dumps(event)))


def click(page: Page, where: str) -> None:
    page.run(f"document.querySelector({json.dumps(where)}).click()")


def saved(page: Page, record: StudentRecord) -> dict[str, Any]:
    page.events.clear()
    click(page, "#save")
    page.wait("Browser.downloadProgress", state="completed")
    file = page.downloads / f"answers-{record.form}.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    file.unlink()
    return data


def answer_all(page: Page, record: StudentRecord) -> None:
    """Answer everything rightly."""
    keys = right(record)
    part = "#problem-1-{} "
    type_in(page, part.format("type") + "input", keys["1.type"])
    click(page, part.format("pick") + f"input[value={keys['1.pick']}]")
    for letter in keys["1.tick"].split():
        click(page, part.format("tick") + f"input[value={letter}]")
    for place, letter in enumerate(keys["1.order"].split(), 1):
        number = "abc".index(letter) + 1
        type_in(page, part.format("order") + f".options > li:nth-child({number}) select", str(place), "change")
    for number, pair in enumerate(keys["1.match"].split(), 1):
        type_in(page, part.format("match") + f".items > li:nth-child({number}) select", pair[-1], "change")
    for number, pair in enumerate(keys["1.plan"].split(), 1):
        type_in(page, part.format("plan") + f".boxes > li:nth-child({number}) input", pair.partition("=")[2])
    type_in(page, part.format("words") + "textarea", WORDS)
    for name in ("s", "d"):
        type_in(page, f"#problem-2-{name} input", keys[f"2.{name}"])


def right(record: StudentRecord) -> dict[str, str]:
    return {f"{each.number}.{part}": key for each in record.problems for part, key in each.keys.items()}


def test_it_works_from_disk_and_asks_the_network_for_nothing(page: Page, folder: Path):
    record = opened(page, folder)
    assert page.complaints() == []
    assert {url.partition(":")[0] for url in page.requests()} <= {"file", "blob"}
    assert page.run("document.title") == f"Sums & more: answers of form {record.form}"
    assert page.run("document.querySelector('.who').textContent") == "</script><script>alert(1)</script> · 1"


def test_it_says_which_fields_are_empty(page: Page, folder: Path):
    opened(page, folder)
    assert state(page) == "0 of 9 answered. Still empty: 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 2.1, 2.2."
    type_in(page, "#problem-2-s input", "7")
    type_in(page, "#problem-1-type input", "   ")
    assert state(page).startswith("1 of 9 answered. Still empty: 1.1, 1.2")
    assert "2.1" not in state(page)


def test_what_is_saved_is_graded_as_it_was_typed(page: Page, folder: Path, tmp_path: Path):
    record = opened(page, folder)
    answer_all(page, record)
    assert state(page) == "9 of 9 answered. Nothing is empty."
    data = saved(page, record)
    assert told(page) == f"Saved as answers-{record.form}.json: hand that file in."
    assert (data["format"], data["form"], data["student"], len(data["token"])) == (1, record.form, "1", 32)
    assert data["variants"] == {str(each.number): each.variant for each in record.problems}
    (tmp_path / "a.json").write_text(json.dumps(data), encoding="utf-8")
    graded(SetFolder(folder), tmp_path / "graded", tmp_path / "a.json")
    lines = parts(tmp_path / "graded", "1")
    assert {part: line["raw"] for part, line in lines.items()} == data["answers"]
    assert {part: line["outcome"] for part, line in lines.items()} == {
        part: "pending" if part == "1.words" else "correct" for part in lines
    }


def test_what_was_typed_is_still_there_when_the_page_is_opened_again(page: Page, folder: Path):
    record = opened(page, folder)
    answer_all(page, record)
    before = saved(page, record)["answers"]
    opened(page, folder, empty=False)
    assert state(page) == "9 of 9 answered. Nothing is empty."
    assert saved(page, record)["answers"] == before


def test_forms_of_two_students_don_t_mix(page: Page, folder: Path):
    record = opened(page, folder)
    answer_all(page, record)
    other = records(folder)[1]
    page.open(folder / f"students/{other.form}-form.html")
    assert state(page).startswith("0 of 9 answered")
    assert saved(page, other)["student"] == 'a"b'


def test_a_choice_can_be_taken_back(page: Page, folder: Path):
    opened(page, folder)
    back = "#problem-1-pick .back"
    assert page.run(f"document.querySelector('{back}').hidden")
    for _ in range(2):  # as people do who click everything twice
        click(page, "#problem-1-pick input[value=a]")
        assert "1 of 9" in state(page)
    click(page, back)
    assert "0 of 9" in state(page)
    assert page.run("document.activeElement.value") == "a"


def test_none_of_them_and_one_of_them_exclude_each_other(page: Page, folder: Path):
    record = opened(page, folder)
    click(page, "#problem-1-tick input[value=a]")
    click(page, "#problem-1-tick input[value=none]")
    assert page.run("document.querySelector('#problem-1-tick input[value=a]').checked") is False
    assert saved(page, record)["answers"]["1.tick"] == "none"
    for letter in "ca":
        click(page, f"#problem-1-tick input[value={letter}]")
    assert saved(page, record)["answers"]["1.tick"] == "a c"


def test_a_place_that_is_given_away_is_exchanged(page: Page, folder: Path):
    record = opened(page, folder)

    def put(number: int, place: str) -> str:
        type_in(page, f"#problem-1-order li:nth-child({number}) select", place, "change")
        return page.run("document.querySelector('#problem-1-order output').textContent")

    assert put(1, "1") == "a – –"
    assert put(3, "2") == "a c –"
    assert put(3, "1") == "c a –"
    assert put(2, "1") == "b a –"
    assert "Not finished: 1.4." in state(page)
    assert saved(page, record)["answers"]["1.order"] == "b a"
    assert put(3, "3") == "b a c"
    assert put(2, "") == "– a c"
    assert saved(page, record)["answers"]["1.order"] == "_ a c"
    opened(page, folder, empty=False)
    assert page.run("document.querySelector('#problem-1-order output').textContent") == "– a c"


def test_what_is_begun_but_not_finished_is_told_apart(page: Page, folder: Path):
    record = opened(page, folder)
    type_in(page, "#problem-1-plan li:nth-child(2) input", " 5 ")
    type_in(page, "#problem-1-match li:nth-child(2) select", "b", "change")
    empty = "1.1, 1.2, 1.3, 1.4, 1.7, 2.1, 2.2"
    assert state(page) == f"0 of 9 answered. Still empty: {empty}. Not finished: 1.5, 1.6."
    answers = saved(page, record)["answers"]
    assert (answers["1.plan"], answers["1.match"]) == ("q=5", "2b")
    assert told(page).endswith(f"Still {empty} empty; 1.5, 1.6 not finished.")


def test_a_link_leads_to_the_empty_field(page: Page, folder: Path):
    opened(page, folder)
    type_in(page, "#problem-1-plan li:nth-child(1) input", "3")
    links = page.run("[...document.querySelectorAll('#state a')].map((each) => each.textContent)")
    page.run(f"document.querySelectorAll('#state a')[{links.index('1.6')}].click()")
    assert page.run("document.activeElement === document.querySelector('#problem-1-plan li:nth-child(2) input')")


def test_the_keyboard_is_enough(page: Page, folder: Path):
    record = opened(page, folder)
    keys = right(record)
    page.press("Tab")
    page.type(keys["1.type"])
    page.press("Tab")
    page.press("Space")  # a
    if keys["1.pick"] == "b":
        page.press("ArrowDown")
    page.press("Tab")  # take it back
    for letter in "abc":
        page.press("Tab")
        if letter in keys["1.tick"]:
            page.press("Space")
    page.press("Tab")  # none of them
    for letter in "abc":
        page.press("Tab")
        page.press(f"Digit{keys['1.order'].split().index(letter) + 1}")
    for pair in keys["1.match"].split():
        page.press("Tab")
        page.press(f"Key{pair[-1].upper()}")
    for pair in keys["1.plan"].split():
        page.press("Tab")
        page.type(pair.partition("=")[2])
    for text in ("Because.", keys["2.s"], keys["2.d"]):
        page.press("Tab")
        page.type(text)
    assert state(page) == "9 of 9 answered. Nothing is empty."
    page.press("Tab")  # go on from a file
    page.press("Tab")
    page.events.clear()
    page.press("Enter")
    page.wait("Browser.downloadProgress", state="completed")
    file = page.downloads / f"answers-{record.form}.json"
    assert json.loads(file.read_text(encoding="utf-8"))["answers"] == {
        **keys,
        "1.plan": keys["1.plan"].replace(" ", "; "),
        "1.words": "Because.",
    }
    file.unlink()


def test_leaving_with_answers_that_are_not_in_a_file_asks_first(page: Page, folder: Path):
    record = opened(page, folder)
    unsaved = "document.getElementById('unsaved').textContent"
    assert page.run(unsaved) == ""
    page.press("Tab")
    page.type("7")
    assert page.run(unsaved) == "Not saved yet."
    page.run("setTimeout(() => location.reload()), 0")
    assert page.wait("Page.javascriptDialogOpening")["type"] == "beforeunload"
    page.send("Page.handleJavaScriptDialog", accept=False)
    saved(page, record)
    assert page.run(unsaved) == ""
    page.events.clear()
    page.run("setTimeout(() => location.reload()), 0")
    page.wait("Page.loadEventFired")
    assert not [event for event in page.events if event.get("method") == "Page.javascriptDialogOpening"]
    assert page.run(unsaved) == ""
    type_in(page, "#problem-2-s input", "7")
    opened(page, folder, empty=False)
    assert page.run(unsaved) == "Not saved yet."


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (768, "dark"), (1280, "light")])
def test_axe_finds_nothing_and_nothing_stands_out(page: Page, folder: Path, width: int, scheme: str):
    page.look(width, scheme)
    answer_all(page, opened(page, folder))
    assert page.violations(impacts=("minor", "moderate", "serious", "critical")) == []
    assert page.run("document.documentElement.scrollWidth <= innerWidth")


def test_what_has_the_focus_is_not_hidden_behind_the_desk(page: Page, folder: Path):
    page.look(360, height=640)
    opened(page, folder)
    seen = """(() => {
      const [focus, desk] = [document.activeElement, document.getElementById("desk")];
      const top = focus.getBoundingClientRect().top;
      return desk.contains(focus) || (top >= 0 && top + 20 <= desk.getBoundingClientRect().top);
    })()"""
    for _ in range(20):
        page.press("Tab")
        assert page.run(seen), page.run("document.activeElement.outerHTML")


def test_every_field_has_the_name_of_its_question(page: Page, folder: Path):
    opened(page, folder)
    tree = page.send("Accessibility.getFullAXTree")["nodes"]
    roles = {"textbox", "radio", "checkbox", "combobox", "group"}
    found = [
        (node["role"]["value"], node.get("name", {}).get("value", ""), node.get("description", {}).get("value", ""))
        for node in tree
        if not node.get("ignored") and node["role"]["value"] in roles
    ]
    assert {
        ("textbox", "Answer: 1.1 What is the next number?", "(exact)"),
        ("group", "1.2 Is it even?", ""), ("radio", "a yes, it is", ""),
        ("group", "1.4 Put them in order.", "(all letters, in order)"), ("combobox", "a the most", ""),
        ("group", "1.5 Match them.", "(a letter for each number)"), ("combobox", "1 one", ""),
        ("textbox", "p", ""), ("textbox", "1.7 Why is that so?", "(in your own words)"),
    } <= set(found)  # fmt: skip
    assert all(name for _, name, _ in found)


def test_on_paper_it_is_the_sheet_with_what_was_typed(page: Page, folder: Path):
    page.look(1280)
    answer_all(page, opened(page, folder))
    page.send("Emulation.setEmulatedMedia", media="print", features=[])
    shown = "[...document.querySelectorAll('.desk, .hand-in, .back')].every((each) => !each.checkVisibility())"
    assert page.run(shown)
    assert page.run(
        "document.querySelector('textarea').scrollHeight <= document.querySelector('textarea').clientHeight"
    )
    printed = base64.b64decode(page.send("Page.printToPDF")["data"])
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 3


def test_a_part_with_lines_is_typed_into_a_field_of_many_lines(page: Page, folder: Path, tmp_path: Path):
    """As a matrix is: a row on each line."""
    record = records(folder)[0]
    asked = PublicPart("M", Prose(("Which matrix?",)), "matrix", "1", PublicAnswer("a row on each line", lines=3), ())
    shown = PublicVariant("v", "t", "T", "Turning", 1, Prose(("Turn.",)), Prose(), {}, (asked,), {}, {})
    sheet = sheet_html(shown, 1)
    file = tmp_path / "form.html"
    file.write_text(form_html(record, [shown], sheet, SetFolder(folder).head, "0" * 32), encoding="utf-8")
    page.open(file)
    type_in(page, "#problem-1-M textarea", "0 -1\n1 0")
    assert saved(page, record)["answers"]["1.M"] == "0 -1\n1 0"
    assert page.violations() == []


def test_where_the_browser_keeps_nothing_the_page_says_so_and_still_saves(page: Page, folder: Path):
    script = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('forbidden'); }});"
    identifier = page.send("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]
    try:
        record = records(folder)[0]
        page.open(folder / f"students/{record.form}-form.html")
        type_in(page, "#problem-2-s input", "7")
        assert "keeps nothing" in page.run("document.getElementById('keep').textContent")
        assert saved(page, record)["answers"]["2.s"] == "7"
    finally:
        page.send("Page.removeScriptToEvaluateOnNewDocument", identifier=identifier)


def test_it_goes_on_from_a_file_that_it_saved_and_from_no_other(page: Page, folder: Path, tmp_path: Path):
    record = opened(page, folder)
    answer_all(page, record)
    data = saved(page, record)
    for name, changed in (("mine", data), ("theirs", data | {"token": "0" * 32})):
        (tmp_path / f"{name}.json").write_text(json.dumps(changed), encoding="utf-8")
    opened(page, folder)
    said = []
    for name in ("theirs", "mine"):
        node = page.send("DOM.getDocument")["root"]["nodeId"]
        field = page.send("DOM.querySelector", nodeId=node, selector="#open")["nodeId"]
        page.send("DOM.setFileInputFiles", nodeId=field, files=[str(tmp_path / f"{name}.json")])
        page.run("new Promise((done) => setTimeout(done, 200))")
        said.append((told(page), state(page)[:6]))
    assert said == [("That file isn't of this form.", "0 of 9"), ("Taken from mine.json.", "9 of 9")]
    assert saved(page, record)["answers"] == data["answers"]


def test_no_foreign_script_runs_in_it(page: Page, folder: Path):
    opened(page, folder)
    ran = page.run("""(() => {
      const script = document.createElement("script");
      script.textContent = "window.foreign = true";
      document.body.append(script);
      return window.foreign === true;
    })()""")
    assert ran is False
