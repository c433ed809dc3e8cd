"""What answer forms save: taken only if it is from this set, from this student's sheet, and as the form wrote it."""

from __future__ import annotations

from hmac import compare_digest

from quizgen.batch.json_tables import Object, word
from quizgen.batch.records import Handout, Records
from quizgen.batch.set_folder import SetFolder
from quizgen.batch.who import Claim, Directory, Stranger
from quizgen.problem_set import FORMAT, StudentRecord, token


def check_form(found: Object, folder: SetFolder, records: Records, directory: Directory) -> tuple[int, str] | Stranger:
    """The position and the id of the student whose form this is, or why it isn't one of this set's."""
    newest, set_id = word(found.get("format")), word(found.get("set"))
    if newest.isdecimal() and int(newest) > FORMAT:
        return Stranger(f"the form has format {newest}; this version reads {FORMAT}", "update quizgen")
    if not isinstance(found.get("answers"), dict) or newest != str(FORMAT):
        return Stranger("this isn't what an answer form saves", "save the form again")
    if set_id != folder.head.set:
        return Stranger("this form is from another set", "grade it with the set that it is from")
    at = directory.find(Claim(word(found.get("form"))))
    if isinstance(at, Stranger):
        return at
    record = records.one(at)
    return _trouble(found, record, folder) or (at, record.student)


def _trouble(found: Object, record: Handout, folder: SetFolder) -> Stranger | None:
    if word(found.get("student")) != record.student:
        return Stranger(f"form {record.form} is another student's", "let each student save their own form")
    variants = found.get("variants")
    given = variants if isinstance(variants, dict) else {}
    for each in record.problems:
        held = given.get(str(each.number))
        if held in each.earlier:
            return Stranger(f"problem {each.number} was drawn anew after this form was made", "give out the new form")
        if held != each.variant:
            what = f"the form's problem {each.number} isn't that of this student's sheet"
            return Stranger(what, "save the form again; it must not be edited")
    signed = StudentRecord(record.student, record.form, record.attempt, record.deadline, record.problems)  # type: ignore[arg-type]  # a token is of the variants alone
    right = token(folder.secret, folder.head.set, signed)
    if not compare_digest(right.encode(), word(found.get("token")).encode("utf-8", "surrogatepass")):
        return Stranger("the form's token is wrong", "save the form again; it must not be edited")
    return None


__all__ = ["check_form"]
