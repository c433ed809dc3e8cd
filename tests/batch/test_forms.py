"""The offline answer form, in a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quizgen.batch.set_folder import SetFolder
from quizgen.grader import grade
from quizgen.problem_set import StudentRecord
from tests.batch.small_bank import make, records, roster_of
from tests.browser import Page, browser

PLAN = "title: Sums & more\nsections: [{ids: [ways, many]}]\n"
TYPE = """(() => {{
  const field = document.querySelector({where});
  field.value = {what};
  field.dispatchEvent(new Event({event}, {{bubbles: true}}));
}})()"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set for two students with hostile names."""
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
    keys = {f"{each.number}.{part}": key for each in record.problems for part, key in each.keys.items()}
    part = "#problem-1-{} "
    for name in ("type", "order"):
        type_in(page, part.format(name) + "input", keys[f"1.{name}"])
    click(page, part.format("pick") + f"input[value={keys['1.pick']}]")
    for letter in keys["1.tick"].split():
        click(page, part.format("tick") + f"input[value={letter}]")
    for number, pair in enumerate(keys["1.match"].split(), 1):
        type_in(page, part.format("match") + f".items > li:nth-child({number}) select", pair[-1], "change")
    for number, pair in enumerate(keys["1.plan"].split(), 1):
        type_in(page, part.format("plan") + f".boxes > li:nth-child({number}) input", pair.partition("=")[2])
    type_in(page, part.format("words") + "textarea", "Because one is added to it.\nThat is all.")
    for name in ("s", "d"):
        type_in(page, f"#problem-2-{name} input", keys[f"2.{name}"])


@pytest.mark.slow
def test_it_works_from_disk_and_asks_the_network_for_nothing(page: Page, folder: Path):
    record = opened(page, folder)
    assert page.complaints() == []
    assert {url.partition(":")[0] for url in page.requests()} <= {"file", "blob"}
    assert page.run("document.title") == f"Sums & more: answers of form {record.form}"
    assert page.run("document.querySelector('.who').textContent") == "</script><script>alert(1)</script> · 1"


@pytest.mark.slow
def test_it_says_which_fields_are_empty(page: Page, folder: Path):
    opened(page, folder)
    assert state(page) == "0 of 9 answered. Still empty: 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 2.1, 2.2."
    type_in(page, "#problem-2-s input", "7")
    type_in(page, "#problem-1-type input", "   ")
    assert state(page).startswith("1 of 9 answered. Still empty: 1.1, 1.2")
    assert "2.1" not in state(page)


@pytest.mark.slow
def test_what_is_saved_is_a_form_of_this_student_that_grades_right(page: Page, folder: Path):
    record = opened(page, folder)
    answer_all(page, record)
    assert state(page) == "9 of 9 answered. Nothing is empty."
    data = saved(page, record)
    assert state(page).startswith(f"Saved as answers-{record.form}.json")
    assert (data["format"], data["form"], data["student"], len(data["token"])) == (1, record.form, "1", 32)
    assert data["variants"] == {str(each.number): each.variant for each in record.problems}
    of = SetFolder(folder)
    for problem in record.problems:
        own = {part: data["answers"][f"{problem.number}.{part}"] for part in problem.keys}
        result = grade(of.template(problem.template), problem.params, own)
        assert {each.verdict.outcome for each in result.parts} <= {"correct", "pending"}, own


@pytest.mark.slow
def test_what_was_typed_is_still_there_when_the_page_is_opened_again(page: Page, folder: Path):
    record = opened(page, folder)
    answer_all(page, record)
    before = saved(page, record)["answers"]
    opened(page, folder, empty=False)
    assert state(page) == "9 of 9 answered. Nothing is empty."
    assert saved(page, record)["answers"] == before


@pytest.mark.slow
def test_forms_of_two_students_don_t_mix(page: Page, folder: Path):
    record = opened(page, folder)
    answer_all(page, record)
    other = records(folder)[1]
    page.open(folder / f"students/{other.form}-form.html")
    assert state(page).startswith("0 of 9 answered")
    assert saved(page, other)["student"] == 'a"b'


@pytest.mark.slow
def test_a_choice_can_be_taken_back(page: Page, folder: Path):
    opened(page, folder)
    click(page, "#problem-1-pick input[value=a]")
    assert "1 of 9" in state(page)
    click(page, "#problem-1-pick input[value=a]")
    assert "0 of 9" in state(page)
    click(page, "#problem-1-tick input[value=a]")
    click(page, "#problem-1-tick input[value=none]")
    assert page.run("document.querySelector('#problem-1-tick input[value=a]').checked") is False
    assert "1 of 9" in state(page)


@pytest.mark.slow
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


@pytest.mark.slow
def test_it_goes_on_from_a_file_that_it_saved_and_from_no_other(page: Page, folder: Path, tmp_path: Path):
    record = opened(page, folder)
    answer_all(page, record)
    data = saved(page, record)
    for name, changed in (("mine", data), ("theirs", data | {"token": "0" * 32})):
        (tmp_path / f"{name}.json").write_text(json.dumps(changed), encoding="utf-8")
    opened(page, folder)
    told = []
    for name in ("theirs", "mine"):
        node = page.send("DOM.getDocument")["root"]["nodeId"]
        field = page.send("DOM.querySelector", nodeId=node, selector="#open")["nodeId"]
        page.send("DOM.setFileInputFiles", nodeId=field, files=[str(tmp_path / f"{name}.json")])
        page.run("new Promise((done) => setTimeout(done, 200))")
        told.append(state(page))
    assert told[0].startswith("That file isn't of this form. 0 of 9")
    assert told[1].startswith("Taken from the file. 9 of 9")
    assert saved(page, record)["answers"] == data["answers"]


@pytest.mark.slow
def test_no_foreign_script_runs_in_it(page: Page, folder: Path):
    opened(page, folder)
    ran = page.run("""(() => {
      const script = document.createElement("script");
      script.textContent = "window.foreign = true";
      document.body.append(script);
      return window.foreign === true;
    })()""")
    assert ran is False
