"""Sets for classes: complete, safe, the same again from the same inputs, and changed only where that is asked for."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import stat
import tracemalloc
import unicodedata
from html.parser import HTMLParser
from pathlib import Path

import pytest

from quizgen.batch import files, sheets
from quizgen.batch.cells import restored
from quizgen.batch.files import locked
from quizgen.batch.generate import Wish, add, generate, reroll, resit
from quizgen.batch.roster_files import numbered_roster
from quizgen.batch.set_folder import SetFolder
from quizgen.errors import NotFound, OutputError, SourceError, SpaceError
from quizgen.problem_set import StudentRecord, token
from quizgen.prose import Prose
from quizgen.sets import set_plan
from tests.batch.small_bank import SECRET, blueprint, make, records, roster_of, small_bank, tree
from tests.made_packs import write

PLAN = "title: Sums\nsections:\n  - ids: [few, many, first, second]\n"
NEVER = PLAN + "repeats: never\n"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def table(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8-sig"), newline="")))


def variants(found: list[StudentRecord]) -> list[str]:
    return [variant for record in found for variant in record.variants]


# ---------------------------------------------------------------------------------------------------- what is made
def test_each_student_gets_a_sheet_and_a_form_and_the_teacher_everything_else(tmp_path: Path):
    outcome = make(tmp_path / "set", PLAN, 3, formats=("html", "md"))
    codes = sorted(record.form for record in records(tmp_path / "set"))
    theirs = {f"students/{code}{end}" for code in codes for end in (".html", ".md", "-form.html")}
    ours = {"manifest.json", "students.jsonl", "secret", "ledger.csv", "ledger.html", "answers.csv", "README.txt"}
    made = {name for name in tree(tmp_path / "set") if "/snapshot/" not in name}
    assert made == theirs | {"students/all.html", "students/all.md"} | {f"teacher/{name}" for name in ours}
    assert (outcome.made, outcome.sheets, outcome.gone_on) == (3, 3, 0)


def test_what_the_teacher_gets_is_closed_to_others(tmp_path: Path):
    make(tmp_path / "set", PLAN)
    teacher = tmp_path / "set/teacher"
    folders = [path for path in [teacher, *teacher.rglob("*")] if path.is_dir()]
    assert [mode(folder) for folder in folders] == [0o700, 0o700]
    assert {mode(file) for file in teacher.rglob("*") if file.is_file()} == {0o600}


def test_the_same_inputs_and_secret_give_the_same_bytes(tmp_path: Path):
    for name in ("one", "other"):
        make(tmp_path / name, PLAN, 5, formats=("html", "md"))
    assert tree(tmp_path / "one") == tree(tmp_path / "other")


def test_without_a_secret_each_set_has_its_own(tmp_path: Path):
    for name in ("one", "other"):
        make(tmp_path / name, PLAN, 3, secret=None)
    one, other = (SetFolder(tmp_path / name) for name in ("one", "other"))
    assert len(one.secret) == 16
    assert one.secret != other.secret
    assert one.head.set != other.head.set
    assert set(variants(records(tmp_path / "one"))) != set(variants(records(tmp_path / "other")))


def test_the_ledger_tells_the_teacher_every_key(tmp_path: Path):
    make(tmp_path / "set", PLAN, 3)
    rows = table(tmp_path / "set/teacher/ledger.csv")
    keys = {(row["student"], f"{row['problem']}.{row['part']}"): restored(row["key"]) for row in rows}
    expected = {
        (record.student, f"{problem.number}.{part}"): key
        for record in records(tmp_path / "set") for problem in record.problems for part, key in problem.keys.items()
    }  # fmt: skip
    assert keys == expected
    page = (tmp_path / "set/teacher/ledger.html").read_text(encoding="utf-8")
    assert all(f"{part.partition('.')[2]}: {key}" in page for (_, part), key in keys.items())


def test_answers_can_be_filled_into_a_column_for_each_part(tmp_path: Path):
    make(tmp_path / "set", PLAN, 2)
    rows = table(tmp_path / "set/teacher/answers.csv")
    assert list(rows[0]) == ["student", "name", "form", "1.v", "2.s", "2.d", "3.s", "4.odd"]
    assert [row["form"] for row in rows] == [record.form for record in records(tmp_path / "set")]


def test_where_sheets_differ_answers_can_be_filled_into_a_line_for_each_part(tmp_path: Path):
    make(tmp_path / "set", PLAN + "order: shuffled\n", 4)
    rows = table(tmp_path / "set/teacher/answers.csv")
    expected = [
        (record.form, f"{problem.number}.{part}")
        for record in records(tmp_path / "set") for problem in record.problems for part in problem.keys
    ]  # fmt: skip
    assert [(row["form"], row["part"]) for row in rows] == expected
    assert list(rows[0]) == ["student", "name", "form", "part", "answer"]


def test_all_sheets_are_in_one_page_in_the_order_of_the_roster(tmp_path: Path):
    make(tmp_path / "set", PLAN, 4)
    page = (tmp_path / "set/students/all.html").read_text(encoding="utf-8")
    places = [page.index(f'id="{record.form}"') for record in records(tmp_path / "set")]
    assert places == sorted(places)
    names = Names.of(page)
    assert len(names) == len(set(names))


class Names(HTMLParser):
    """The ids of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]

    @classmethod
    def of(cls, page: str) -> list[str]:
        parser = cls()
        parser.feed(page)
        return parser.ids


def test_the_blueprint_s_points_and_instructions_stand_on_the_sheet(tmp_path: Path):
    plan = (
        "title: Sums & more\ninstructions: Use *no* calculator.\nhints: no\nsections: [{ids: [many, few], points: 6}]\n"
    )
    make(tmp_path / "set", plan, 1)
    [record] = records(tmp_path / "set")
    page = (tmp_path / f"set/students/{record.form}.html").read_text(encoding="utf-8")
    assert record.problems[0].points == {"s": 4, "d": 2}
    assert all(text in page for text in ("4 points", "2 points", "12 points", "<em>no</em>", "Sums &amp; more"))
    assert "Add it to itself" not in page


def test_hints_stand_on_the_sheet_unless_the_blueprint_forbids_them(tmp_path: Path):
    make(tmp_path / "set", PLAN, 1)
    assert "Add it to itself" in (tmp_path / "set/students/all.html").read_text(encoding="utf-8")


def test_deadlines_with_extra_time_stand_on_the_sheet(tmp_path: Path):
    plan = PLAN + "deadline: 2026-10-05 18:00 +02:00\n"
    roster = roster_of(tmp_path, "id,extra time\n1,\n2,30 min\n")
    make(tmp_path / "set", plan, roster)
    pages = [(tmp_path / f"set/students/{each.form}.html").read_text("utf-8") for each in records(tmp_path / "set")]
    assert ["2026-10-05 18:00 (UTC+02:00)" in page for page in pages] == [True, False]
    assert "2026-10-05 18:30 (UTC+02:00)" in pages[1]


def test_a_snapshot_holds_every_template_and_nothing_else(tmp_path: Path):
    make(tmp_path / "set", "sections: [{count: 1, levels: [1, 2], pick: each}, {ids: [few]}]\n", 3)
    folder = SetFolder(tmp_path / "set")
    assert set(folder.templates()) == {"small/few", "small/many", "small/first", "small/second"}
    assert len(list((folder.teacher / "snapshot").iterdir())) == 4
    assert folder.template("small/few").parts == small_bank().compiled(small_bank().find("few")).parts


def test_the_teacher_s_folder_names_the_set_too(tmp_path: Path):
    make(tmp_path / "set", PLAN)
    assert SetFolder(tmp_path / "set/teacher").head == SetFolder(tmp_path / "set").head


def test_no_key_trap_or_solution_can_be_told_from_what_students_get(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    plan = "sections: [{ids: [few, many, first]}]\n"
    make(tmp_path / "plain", plan, 3)
    bank = small_bank()
    compiled = bank.compiled

    def changed(entry: object) -> object:
        template = compiled(entry)
        derived = tuple(each._replace(formula=template.derived[0].formula, closed=None) for each in template.derived)
        parts = tuple(part._replace(otherwise=Prose(("told",))) for part in template.parts)
        told = tuple(step._replace(do=Prose(("told",)), why=Prose(("told",))) for step in template.told)
        return dataclasses.replace(template, derived=derived, traps=(), told=told, parts=parts)

    monkeypatch.setattr(bank, "compiled", changed)
    make(tmp_path / "changed", plan, 3)
    one, other = tree(tmp_path / "plain"), tree(tmp_path / "changed")
    theirs = [name for name in one if name.startswith("students/")]
    assert one["teacher/students.jsonl"] != other["teacher/students.jsonl"]
    assert len(theirs) == 7
    assert all(one[name] == other[name] for name in theirs)


def test_a_problem_tells_what_it_continues_only_where_the_sheet_doesn_t_ask_for_that(tmp_path: Path):
    for name, ids in (("both", "first, second"), ("alone", "second")):
        make(tmp_path / name, f"sections: [{{ids: [{ids}]}}]\n", 1)
    pages = [(tmp_path / f"{name}/students/all.html").read_text(encoding="utf-8") for name in ("both", "alone")]
    assert ["From the problem before" in page for page in pages] == [False, True]


def test_students_never_get_the_secret_or_another_student_s_name(tmp_path: Path):
    make(tmp_path / "set", PLAN, roster_of(tmp_path, "id,name\n1,Ada Byron\n2,Bo Diddley\n"))
    secret = SetFolder(tmp_path / "set").secret.hex()
    files_ = {name: text for name, text in tree(tmp_path / "set/students").items() if not name.startswith("all.")}
    assert not [name for name, text in files_.items() if secret.encode() in text]
    assert not [name for name, text in files_.items() if b"Ada Byron" in text and b"Bo Diddley" in text]


def test_a_form_s_token_is_the_student_s(tmp_path: Path):
    make(tmp_path / "set", PLAN, 2)
    folder = SetFolder(tmp_path / "set")
    for record in folder.records():
        page = (folder.students / f"{record.form}-form.html").read_text(encoding="utf-8")
        data = json.loads(page.partition('id="form-data">')[2].partition("</script>")[0])
        assert data["token"] == token(folder.secret, folder.head.set, record)
        assert data["variants"] == {str(problem.number): problem.variant for problem in record.problems}
        assert [field["key"] for field in data["fields"]] == ["1.v", "2.s", "2.d", "3.s", "4.odd"]


def test_memory_doesn_t_grow_with_the_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(set_plan, "SAME", 50)
    monkeypatch.setattr(sheets, "SAME", 50)

    def held(students: int) -> int:
        """Bytes at the last student that were asked for by what handles students (other code has caches)."""
        found: list[int] = []

        def tell(done: int, of: int) -> None:
            if done == of:
                traces = tracemalloc.take_snapshot().filter_traces(ours)
                found.append(sum(each.size for each in traces.statistics("filename")))

        wish = Wish(blueprint("sections: [{ids: [many]}]\n"), numbered_roster(students), forms=False, secret=SECRET)
        tracemalloc.start()
        generate(tmp_path / str(students), wish, small_bank(), tell)
        tracemalloc.stop()
        return found[-1]

    ours = [
        tracemalloc.Filter(True, f"*/quizgen/{name}") for name in ("batch/*", "assembler.py", "used.py", "roster.py")
    ]
    make(tmp_path / "warm", "sections: [{ids: [many]}]\n", 60, forms=False)
    few, many = held(60), held(360)
    # Of a record that is held, 450 bytes and more would be counted here.
    assert many - few < 200 * 300, (few, many)


# ---------------------------------------------------------------------------------------------------- the proof
def test_a_section_that_can_t_be_filled_is_named_with_how_many_are_missing_and_nothing_is_written(tmp_path: Path):
    with pytest.raises(
        SpaceError, match=r"section 1 \(Warm-up\): 30 variants of few are wanted, 4 are there: 26 short"
    ):
        make(tmp_path / "set", "repeats: never\nsections: [{title: Warm-up, ids: [few]}, {ids: [many]}]\n", 30)
    assert list(tmp_path.iterdir()) == []


def test_even_where_variants_may_repeat_one_sheet_must_be_possible(tmp_path: Path):
    with pytest.raises(SpaceError, match="one sheet"):
        make(tmp_path / "set", "sections: [{ids: [few], count: 5}]\n", 1)


def test_where_variants_may_repeat_it_says_which_do(tmp_path: Path):
    notes = make(tmp_path / "set", "sections: [{ids: [few]}]\n", 6).notes
    assert [note for note in notes if "6 variants of few are wanted, 4 are there" in note]
    assert [note for note in notes if note.startswith("few: 2 times")]


@pytest.mark.parametrize(
    ("section", "place", "what"),
    [
        ("{ids: [fwe]}", (1, 19), "fwe"), ("{count: 1, levels: [5]}", (1, 12), "no template has level 5"),
        ("{count: 1, skills: [juggling]}", (1, 12), "skill juggling"), ("{count: 1, cells: [Z]}", (1, 12), "cell Z"),
        ("{ids: [few, first], levels: [1]}", (1, 12), "`first` is named, but"),
    ],
)  # fmt: skip
def test_a_section_that_fits_nothing_is_refused_at_its_place(
    tmp_path: Path, section: str, place: tuple[int, int], what: str
):
    with pytest.raises(SourceError, match=what) as refused:
        make(tmp_path / "set", f"sections: [{section}]\n")
    assert (refused.value.line, refused.value.column) == place
    assert not (tmp_path / "set").exists()


def test_sections_pick_by_level_skill_cell_and_id(tmp_path: Path):
    plan = """\
sections:
  - {count: 1, levels: [3]}
  - {count: 1, skills: [Doubling]}
  - {count: 1, cells: [b]}
  - {ids: [small/first]}
"""
    make(tmp_path / "set", plan, 1)
    assert [each.template for each in records(tmp_path / "set")[0].problems] == [
        "small/ways", "small/few", "small/many", "small/first",
    ]  # fmt: skip


# ---------------------------------------------------------------------------------------------------- hostile rosters
HOSTILE = """\
id,name,email,section
0042,=cmd()|' /C calc'!A0,@SUM(1),-2+3
CON,../../x,a@x.org,A
../x,<script>alert(1)</script>,"<img src=x onerror=alert(1)>",</script>
007,José,b@x.org,B

7,"Ada
Byron",+1,C
"""


def test_names_never_reach_file_names(tmp_path: Path):
    make(tmp_path / "set", PLAN, roster_of(tmp_path, HOSTILE), formats=("html", "md"))
    found = records(tmp_path / "set")
    assert [each.student for each in found] == ["0042", "CON", "../x", "007", "7"]
    assert {path.name for path in tmp_path.iterdir()} == {"set", "roster.csv"}
    stems = {name.partition(".")[0].removesuffix("-form") for name in tree(tmp_path / "set/students")}
    assert stems == {each.form for each in found} | {"all"}


def test_nothing_that_a_student_is_called_becomes_markup(tmp_path: Path):
    make(tmp_path / "set", PLAN, roster_of(tmp_path, HOSTILE), formats=("html", "md"))
    for name, text in tree(tmp_path / "set").items():
        if name.endswith((".html", ".md")):
            assert b"<script>alert" not in text, name
            assert b"<img" not in text, name
    for record in records(tmp_path / "set"):
        page = (tmp_path / f"set/students/{record.form}-form.html").read_text(encoding="utf-8")
        assert page.count("</script>") == 2
        data = json.loads(page.partition('id="form-data">')[2].partition("</script>")[0])
        assert data["student"] == record.student


def test_no_spreadsheet_runs_a_name_and_it_reads_back_unchanged(tmp_path: Path):
    make(tmp_path / "set", PLAN, roster_of(tmp_path, HOSTILE))
    for name in ("ledger.csv", "answers.csv"):
        rows = table(tmp_path / "set/teacher" / name)
        cells = [cell for row in rows for cell in row.values()]
        assert not [cell for cell in cells if cell[:1] in set("=@")]
        assert not [cell for cell in cells if cell[:1] in set("+-") and not cell[1:].isdigit()]
        assert restored(rows[0]["name"]) == "=cmd()|' /C calc'!A0"
        assert rows[0]["student"] == "0042"


def test_names_in_either_normal_form_are_kept_in_one(tmp_path: Path):
    roster = roster_of(tmp_path, f"id,name\n1,José\n2,{unicodedata.normalize('NFD', 'José')}\n")
    make(tmp_path / "set", PLAN, roster)
    assert [each.name for each in records(tmp_path / "set")] == ["José", "José"]


# ---------------------------------------------------------------------------------------------------- again
def test_the_same_command_again_changes_nothing(tmp_path: Path):
    make(tmp_path / "set", PLAN, 3, secret=None)
    before = tree(tmp_path / "set")
    outcome = make(tmp_path / "set", PLAN, 3, secret=None)
    assert (outcome.made, outcome.sheets, tree(tmp_path / "set")) == (0, 3, before)


def test_the_same_command_again_makes_missing_sheets_again(tmp_path: Path):
    make(tmp_path / "set", PLAN, 3)
    before = tree(tmp_path / "set")
    code = records(tmp_path / "set")[1].form
    (tmp_path / f"set/students/{code}.html").unlink()
    (tmp_path / f"set/students/{code}-form.html").unlink()
    assert make(tmp_path / "set", PLAN, 3).notes == ("1 sheets were missing and were made again",)
    assert tree(tmp_path / "set") == before


@pytest.mark.parametrize(
    ("plan", "students", "more", "what"),
    [
        (PLAN + "hints: no\n", 3, {}, "blueprint"), (PLAN, 4, {}, "roster"), (PLAN, 3, {"formats": ("md",)}, "formats"),
        (PLAN, 3, {"secret": bytes(16)}, "secret"),
    ],
)  # fmt: skip
def test_other_inputs_into_the_same_folder_are_refused(tmp_path: Path, plan: str, students: int, more: dict, what: str):
    make(tmp_path / "set", PLAN, 3)
    before = tree(tmp_path / "set")
    with pytest.raises(OutputError, match=f"another {what}"):
        make(tmp_path / "set", plan, students, **more)
    assert tree(tmp_path / "set") == before


def test_two_runs_into_one_folder_the_second_refuses(tmp_path: Path):
    make(tmp_path / "set", PLAN)
    with locked(tmp_path / "set/teacher"):
        for run in (lambda: make(tmp_path / "set", PLAN), lambda: reroll(SetFolder(tmp_path / "set"), "s1", 1)):
            with pytest.raises(OutputError, match="another run is writing"):
                run()


def test_a_folder_with_files_of_its_own_is_left_alone(tmp_path: Path):
    write(tmp_path, "set/students/homework.txt", "mine")
    with pytest.raises(OutputError, match=r"homework\.txt"):
        make(tmp_path / "set", PLAN)
    assert tree(tmp_path) == {"set/students/homework.txt": b"mine"}


def test_what_lies_beside_the_set_in_its_folder_doesn_t_matter(tmp_path: Path):
    write(tmp_path, "set/week1.yaml", PLAN)
    assert make(tmp_path / "set", PLAN).made == 3


def test_a_place_that_can_t_be_written_is_told_and_nothing_is_left(tmp_path: Path):
    write(tmp_path, "file", "")
    with pytest.raises(OutputError, match="can't be written"):
        make(tmp_path / "file/set", PLAN)
    assert tree(tmp_path) == {"file": b""}


def test_a_set_can_t_be_written_over_a_file(tmp_path: Path):
    write(tmp_path, "set", "mine")
    with pytest.raises(OutputError):
        make(tmp_path / "set", PLAN)


@pytest.mark.parametrize("step", ["fsync", "open"])
@pytest.mark.parametrize("calls", [0, 3, 9, 14])
def test_a_run_that_the_system_stopped_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, calls: int
):
    make(tmp_path / "whole", PLAN, 4)
    left = [calls]
    real = getattr(files.os, step)

    def failing(*args: object, **more: object) -> object:
        if args and str(args[0]).startswith(str(tmp_path)) | (step == "fsync"):
            left[0] -= 1
            if left[0] < 0:
                raise OSError(28, "No space left on device")
        return real(*args, **more)

    monkeypatch.setattr(files.os, step, failing)
    with pytest.raises(OutputError, match="No space left"):
        make(tmp_path / "set", PLAN, 4)
    monkeypatch.undo()
    halves = [name for name in tree(tmp_path / "set") if name.endswith(".tmp")] if (tmp_path / "set").exists() else []
    assert not halves
    make(tmp_path / "set", PLAN, 4)
    assert tree(tmp_path / "set") == tree(tmp_path / "whole")


# ---------------------------------------------------------------------------------------------------- changes
def test_those_who_come_late_move_nobody_and_those_who_are_there_are_passed_over(tmp_path: Path):
    make(tmp_path / "set", NEVER, roster_of(tmp_path, "id\n1\n2\n"))
    before = tree(tmp_path / "set/students")
    outcome = add(SetFolder(tmp_path / "set"), roster_of(tmp_path, "id,name\n2,Again\n3,Cy\n4,Di\n", "late.csv"))
    found = records(tmp_path / "set")
    assert [each.student for each in found] == ["1", "2", "3", "4"]
    assert (outcome.made, outcome.sheets) == (2, 4)
    assert outcome.notes == ("1 of the roster are in the set already",)
    after = tree(tmp_path / "set/students")
    assert all(after[name] == text for name, text in before.items() if name != "all.html")
    assert len(set(variants(found))) == 16
    assert found[3].form in after["all.html"].decode()


def test_a_late_roster_again_adds_nobody(tmp_path: Path):
    make(tmp_path / "set", PLAN, 2)
    late = roster_of(tmp_path, "id\n3\n", "late.csv")
    add(SetFolder(tmp_path / "set"), late)
    before = tree(tmp_path / "set")
    assert add(SetFolder(tmp_path / "set"), late).made == 0
    assert tree(tmp_path / "set") == before


def test_answers_that_were_filled_in_stay_when_students_are_added(tmp_path: Path):
    make(tmp_path / "set", PLAN, 2)
    filled = tmp_path / "set/teacher/answers.csv"
    filled.write_text("filled in", encoding="utf-8")
    add(SetFolder(tmp_path / "set"), roster_of(tmp_path, "id\n3\n", "late.csv"))
    assert filled.read_text(encoding="utf-8") == "filled in"
    assert [row["student"] for row in table(tmp_path / "set/teacher/answers-2.csv")] == ["3"]


def test_late_students_get_the_templates_of_the_set_and_not_of_today_s_bank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    make(tmp_path / "set", PLAN, 2)
    monkeypatch.setattr(small_bank(), "compiled", None)
    add(SetFolder(tmp_path / "set"), roster_of(tmp_path, "id\n3\n", "late.csv"))
    assert records(tmp_path / "set")[2].problems[0].template == "small/few"


def test_too_many_late_students_are_refused_and_nothing_changes(tmp_path: Path):
    make(tmp_path / "set", NEVER, 3)
    before = tree(tmp_path / "set")
    with pytest.raises(SpaceError, match="2 variants of few are wanted, 1 are there: 1 short"):
        add(SetFolder(tmp_path / "set"), roster_of(tmp_path, "id\n8\n9\n", "late.csv"))
    assert tree(tmp_path / "set") == before


def test_a_reroll_changes_one_problem_of_one_student(tmp_path: Path):
    make(tmp_path / "set", NEVER, 3)
    before, old = tree(tmp_path / "set"), records(tmp_path / "set")
    reroll(SetFolder(tmp_path / "set"), "s2", 1)
    new, after = records(tmp_path / "set"), tree(tmp_path / "set")
    assert [one == other for one, other in zip(old, new, strict=True)] == [True, False, True]
    assert [one == other for one, other in zip(old[1].problems, new[1].problems, strict=True)] == [
        False,
        True,
        True,
        True,
    ]
    assert new[1].problems[0].earlier == (old[1].problems[0].variant,)
    assert new[1].problems[0].variant not in variants(old)
    changed = {name for name, text in after.items() if before.get(name) != text}
    code = new[1].form
    assert changed == {
        "students/all.html", f"students/{code}.html", f"students/{code}-form.html", "teacher/ledger.csv",
        "teacher/ledger.html", "teacher/students.jsonl",
    }  # fmt: skip


def test_a_reroll_takes_along_what_continues_the_problem(tmp_path: Path):
    make(tmp_path / "set", PLAN, 1)
    reroll(SetFolder(tmp_path / "set"), "s1", 4)
    [record] = records(tmp_path / "set")
    first, second = record.problems[2:]
    assert (len(first.earlier), len(second.earlier)) == (1, 1)
    assert first.params["a"] == second.params["a"]


def test_a_reroll_of_nothing_is_refused(tmp_path: Path):
    make(tmp_path / "set", PLAN, 1)
    for student, number in (("s9", 1), ("s1", 9)):
        with pytest.raises(NotFound):
            reroll(SetFolder(tmp_path / "set"), student, number)


def test_a_resit_has_nothing_that_the_student_had_and_keeps_their_record(tmp_path: Path):
    make(tmp_path / "set", PLAN + "deadline: 2026-10-05 18:00 +02:00\n", 2)
    reroll(SetFolder(tmp_path / "set"), "s1", 1)
    resit(SetFolder(tmp_path / "set"), {"s1": "2026-11-01T18:00:00+01:00"})
    old, _, new = records(tmp_path / "set")
    assert (new.student, new.attempt, new.deadline) == ("s1", 2, "2026-11-01T18:00:00+01:00")
    had = {*old.variants, *(variant for each in old.problems for variant in each.earlier)}
    assert not had & set(new.variants)
    assert new.form != old.form
    assert "attempt 2" in (tmp_path / f"set/students/{new.form}.html").read_text(encoding="utf-8")


def test_a_resit_of_a_resit_has_nothing_of_either(tmp_path: Path):
    make(tmp_path / "set", "sections: [{ids: [few]}]\n", 1)
    for _ in range(3):
        resit(SetFolder(tmp_path / "set"), {"s1": ""})
    found = records(tmp_path / "set")
    assert [each.attempt for each in found] == [1, 2, 3, 4]
    assert len(set(variants(found))) == 4


def test_what_is_shared_stays_shared_by_those_who_come_late_and_is_new_for_resits(tmp_path: Path):
    make(tmp_path / "set", "sections: [{ids: [first], variants: shared}, {ids: [many]}]\n", 2)
    add(SetFolder(tmp_path / "set"), roster_of(tmp_path, "id\n7\n", "late.csv"))
    resit(SetFolder(tmp_path / "set"), {"s1": ""})
    resit(SetFolder(tmp_path / "set"), {"s2": ""})
    shared = [record.variants[0] for record in records(tmp_path / "set")]
    assert shared[0] == shared[1] == shared[2] != shared[3] == shared[4]


def test_a_change_that_a_kill_kept_from_its_last_part_is_finished_and_not_made_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from quizgen.batch.run import Run

    for name in ("set", "whole"):
        make(tmp_path / name, PLAN, 3)
    reroll(SetFolder(tmp_path / "whole"), "s2", 1)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "finish", killed)
    with pytest.raises(KeyboardInterrupt):
        reroll(SetFolder(tmp_path / "set"), "s2", 1)
    monkeypatch.undo()
    assert tree(tmp_path / "set") != tree(tmp_path / "whole")
    assert reroll(SetFolder(tmp_path / "set"), "s2", 1).made == 0
    assert tree(tmp_path / "set") == tree(tmp_path / "whole")


def test_an_addition_that_was_announced_and_not_made_is_made_even_after_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    make(tmp_path / "set", PLAN, 2)
    late = roster_of(tmp_path, "id\n7\n", "late.csv")

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files.Growing, "publish", killed)
    with pytest.raises(KeyboardInterrupt):
        add(SetFolder(tmp_path / "set"), late)
    monkeypatch.undo()
    with pytest.raises(NotFound):
        reroll(SetFolder(tmp_path / "set"), "s1", 99)
    reroll(SetFolder(tmp_path / "set"), "s1", 1)
    assert add(SetFolder(tmp_path / "set"), late).made == 1
    assert [each.student for each in records(tmp_path / "set")] == ["s1", "s2", "7"]


# ---------------------------------------------------------------------------------------------------- damage
@pytest.mark.parametrize("name", ["manifest.json", "students.jsonl", "secret", "snapshot"])
def test_a_flipped_byte_is_noticed(tmp_path: Path, name: str):
    make(tmp_path / "set", PLAN, 3)
    file = tmp_path / "set/teacher" / name
    file = next(file.iterdir()) if file.is_dir() else file
    content = file.read_bytes()
    for at in range(0, len(content.rstrip()), max(1, len(content) // 40)):
        file.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        folder = SetFolder(tmp_path / "set")
        try:
            seen = (folder.head, folder.secret, list(folder.records()), folder.templates())
        except SourceError as refused:
            assert name in refused.file  # noqa: PT017 - white space may change without harm
        else:
            assert seen[0].set


def test_a_manifest_from_another_set_is_noticed(tmp_path: Path):
    make(tmp_path / "one", PLAN, 2, secret=None)
    make(tmp_path / "other", PLAN, 2, secret=None)
    content = (tmp_path / "other/teacher/manifest.json").read_bytes()
    (tmp_path / "one/teacher/manifest.json").write_bytes(content)
    folder = SetFolder(tmp_path / "one")
    with pytest.raises(SourceError, match="another set's secret"):
        folder.secret  # noqa: B018 - asking is the act
    with pytest.raises(SourceError, match="another set"):
        list(folder.records())


def test_what_holds_no_set_is_refused(tmp_path: Path):
    with pytest.raises(NotFound, match="holds no problem set"):
        SetFolder(tmp_path)


def test_an_unfinished_set_says_so(tmp_path: Path):
    make(tmp_path / "set", PLAN, 2)
    (tmp_path / "set/teacher/students.jsonl").unlink()
    with pytest.raises(SourceError, match="isn't finished"):
        list(SetFolder(tmp_path / "set").records())
    with pytest.raises(SourceError, match="isn't finished"):
        reroll(SetFolder(tmp_path / "set"), "s1", 1)


def test_a_set_for_many_students_is_one_for_few_with_more(tmp_path: Path):
    plan = "sections: [{ids: [many]}]\n"
    wish = Wish(blueprint(plan), numbered_roster(9), secret=SECRET)
    generate(tmp_path / "few", wish, small_bank())
    generate(tmp_path / "many", wish._replace(roster=roster_of(tmp_path, "id\n" + "\n".join(
        f"s{number}" for number in range(1, 30)) + "\n")), small_bank())  # fmt: skip
    few, many = records(tmp_path / "few"), records(tmp_path / "many")
    assert [each.variants for each in few] == [each.variants for each in many[:9]]
