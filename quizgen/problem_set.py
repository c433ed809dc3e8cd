"""A problem set as its teacher keeps it: the head of the manifest, and a record for each student and attempt.

Everything here has a JSON form with a check, so that a flipped byte or a line of another set is noticed. What a set's
secret decides (seeds, form codes, tokens) is derived here and nowhere else.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from fractions import Fraction
from hashlib import blake2b
from typing import Any, NamedTuple
from zlib import crc32

from quizgen.errors import SourceError
from quizgen.sets.deadlines import Late

FORMAT = 1
"""Of the manifest and its records. A newer one is refused, since its meaning isn't known."""
CODE_LETTERS = "BCDFGHJKLMNPRSTVXZ"
"""Of form codes: no vowels, so that no words arise, and none that is easily taken for another."""
_CHECK = ',"check":"'
_CHECK_BYTES = _CHECK.encode()
_CHECK_DIGITS = 12
"""Of the check of a manifest."""


class SectionPlan(NamedTuple):
    """A section with the ids of the templates that fit it, in the order in which a sheet shows them.

    `picked` are those that all students get, () where each has their own. `points` is what each problem is worth, None
    for what its template says.
    """

    title: str
    problems: int
    templates: tuple[str, ...]
    picked: tuple[str, ...] = ()
    variants: str = "fresh"
    order: str = "fixed"
    points: Fraction | int | None = None


class SetPolicy(NamedTuple):
    """How what is handed in is taken: the deadline in ISO form, "" for none, and what lateness costs.

    `attempts` is how often one sheet may be handed in, `counts` which of these counts (first, last or best),
    `afterwards` what students get back, `carry` whether what follows rightly from a wrong answer counts.
    """

    deadline: str = ""
    late: Late = Late()
    attempts: int = 1
    counts: str = "last"
    afterwards: tuple[str, ...] = ("score", "verdicts", "feedback", "keys", "solutions")
    carry: bool = True


class Snapshot(NamedTuple):
    """A template as the set keeps it: the digests of its draw, keys and texts, and the file with all of it."""

    digests: tuple[str, ...]
    file: str
    content: str
    """Digest of the file, as hex digits."""


class Head(NamedTuple):
    """What a manifest says of the whole set. `inputs` are digests of what it was made from, `seal` is the secret's."""

    set: str
    title: str
    engine: str
    instructions: str
    order: str
    repeats: str
    hints: bool
    policy: SetPolicy
    sections: tuple[SectionPlan, ...]
    templates: Mapping[str, Snapshot]
    formats: tuple[str, ...]
    forms: bool
    inputs: Mapping[str, str]
    seal: str
    blueprint: Any = None
    """The blueprint as authored, in JSON values; nothing here reads it."""


class Problem(NamedTuple):
    """One problem of one sheet.

    `slot` names its place in the blueprint, `params` are JSON values, `points` go by part, `keys` are responses that
    would be right. `draw` counts the draws before this one was taken; `earlier` are variants that were replaced by it.
    """

    number: int
    slot: str
    template: str
    variant: str
    params: Mapping[str, Any]
    points: Mapping[str, Fraction | int]
    keys: Mapping[str, str]
    draw: int = 0
    earlier: tuple[str, ...] = ()


class StudentRecord(NamedTuple):
    """One student's sheet: who, on which form, until when (ISO form, "" for ever), and its problems in order."""

    student: str
    form: str
    attempt: int
    deadline: str
    problems: tuple[Problem, ...]
    name: str = ""
    email: str = ""
    section: str = ""
    extra: Mapping[str, str] = {}

    @property
    def variants(self) -> tuple[str, ...]:
        """The variant of each problem, in the order of their numbers."""
        return tuple(problem.variant for problem in self.problems)


# ---------------------------------------------------------------------------------------------------- the secret's
def keyed(secret: bytes, *names: str) -> str:
    """HMAC-SHA256 of these names, as 64 hex digits."""
    return hmac.digest(secret, "\0".join(names).encode("utf-8", "surrogatepass"), "sha256").hex()


def student_seed(secret: bytes, set_id: str, student: str, attempt: int = 1) -> str:
    """What a student's draws come from: of (set, student, attempt), so that nobody else matters to it."""
    return keyed(secret, set_id, student, str(attempt))


def problem_seed(of: str, slot: str, draw: int = 0) -> str:
    """The seed of one slot for a student's seed; draw 0 is the first, the others replace it."""
    return keyed(bytes.fromhex(of), slot, *([str(draw)] if draw else []))


def form_code(secret: bytes, set_id: str, student: str, attempt: int = 1, turn: int = 0) -> str:
    """Eight letters that name a sheet and its files; a later `turn` gives another code."""
    number = int(keyed(secret, "form", set_id, student, str(attempt), str(turn))[:24], 16)
    letters = []
    for _ in range(8):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[letter])
    return "".join(letters)


def token(secret: bytes, set_id: str, record: StudentRecord) -> str:
    """What proves that a form is this student's with just these variants: 32 hex digits."""
    return keyed(secret, "token", set_id, record.student, record.form, *record.variants)[:32]


def seal(secret: bytes, set_id: str) -> str:
    """What tells whether a secret is this set's, without telling the secret."""
    return keyed(secret, "seal", set_id, "")[:16]


# ---------------------------------------------------------------------------------------------------- JSON
def record_to_json(record: StudentRecord) -> dict[str, Any]:
    """JSON values; fractions are texts."""
    return {
        **{name: value for name, value in record._asdict().items() if value or name not in _OPTIONAL},
        "problems": [_problem_to_json(problem) for problem in record.problems],
    }


def record_to_line(record: StudentRecord, set_id: str) -> str:
    """The record as one line of JSON, without its end; the last key is its check."""
    body = json.dumps(record_to_json(record), ensure_ascii=False, separators=(",", ":"))[:-1]
    return f'{body}{_CHECK}{LineCheck(set_id).of(body.encode("utf-8", "surrogatepass")).decode()}"}}'


def record_from_line(line: str, set_id: str, file: str = "", number: int = 0) -> StudentRecord:
    """The record that a line holds. Raises SourceError where it isn't whole, was changed, or is of another set."""
    return record_from_json(json.loads(checked_body(line, set_id, file, number)))


def checked_body(line: str, set_id: str, file: str = "", number: int = 0) -> str:
    """The JSON of a record's line without its check. Raises SourceError as `record_from_line`."""
    body = LineCheck(set_id).body(line.encode("utf-8", "surrogatepass"))
    if body is None:
        raise damaged_record(file, number)
    return body.decode("utf-8", "surrogatepass")


class LineCheck:
    """Checks lines of records of one set, as they stand in the file.

    The check is a CRC, since every run reads all of them: it notices damage, and whoever may write here could write
    the check of what they wrote, of whatever sort it were.
    """

    def __init__(self, set_id: str) -> None:
        self._of_set = crc32(f"{set_id}\n".encode("utf-8", "surrogatepass"))

    def of(self, body: bytes) -> bytes:
        """The check of a record's JSON without its last brace: eight hex digits."""
        return b"%08x" % crc32(body, self._of_set)

    def body(self, line: bytes) -> bytes | None:
        """The JSON of a line without its check; None where it isn't whole, or was changed."""
        at = line.rfind(_CHECK_BYTES)
        body = line[:at]
        whole = at >= 0 and line[at + len(_CHECK_BYTES) :].rstrip(b"\r\n") == self.of(body) + b'"}'
        return body + b"}" if whole else None


def damaged_record(file: str, number: int) -> SourceError:
    """What is said of a line that isn't whole, was changed, or is of another set."""
    return SourceError(
        "this record is damaged, or belongs to another set", file=file, line=number,
        mend="take the file from your backup, or make the set anew with the same secret, roster and blueprint",
    )  # fmt: skip


def record_from_json(data: Mapping[str, Any]) -> StudentRecord:
    """What `record_to_json` gave. Raises KeyError, TypeError or ValueError for anything else."""
    fields = {name: data[name] for name in StudentRecord._fields if name in data}
    return StudentRecord(**{**fields, "problems": tuple(_problem_from_json(each) for each in data["problems"])})


def head_to_json(head: Head) -> dict[str, Any]:
    """JSON values with the format and a check."""
    policy = head.policy._asdict() | {"late": head.policy.late.to_json(), "afterwards": list(head.policy.afterwards)}
    data = {
        "format": FORMAT,
        **head._asdict(),
        "policy": policy,
        "sections": [_section_to_json(section) for section in head.sections],
        "templates": {name: kept._asdict() | {"digests": list(kept.digests)} for name, kept in head.templates.items()},
        "formats": list(head.formats),
        "inputs": dict(head.inputs),
    }
    return {**data, "check": _check_of(_canonical(data), head.set)}


def head_from_json(data: Any, file: str = "") -> Head:
    """What `head_to_json` gave. Raises SourceError for a newer format and for whatever was changed by hand."""
    if not isinstance(data, dict) or not isinstance(data.get("format"), int):
        raise SourceError("this is no manifest of a problem set", file=file, mend="name the folder that `quiz` made")
    if data["format"] > FORMAT:
        mend = "update quizgen"
        raise SourceError(f"the set has format {data['format']}; this version reads {FORMAT}", file=file, mend=mend)
    given = {name: value for name, value in data.items() if name != "check"}
    try:
        if data["check"] != _check_of(_canonical(given), data["set"]):
            raise SourceError("the manifest was changed", file=file, mend="take it from your backup")
        return _head(given)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SourceError(f"the manifest is damaged: {error!r}", file=file, mend="take it from your backup") from error


def _head(data: dict[str, Any]) -> Head:
    policy = data["policy"]
    made = {
        "policy": SetPolicy(
            **{**policy, "late": Late.from_json(policy["late"]), "afterwards": tuple(policy["afterwards"])}
        ),
        "sections": tuple(_section_from_json(each) for each in data["sections"]),
        "templates": {
            name: Snapshot(tuple(kept["digests"]), kept["file"], kept["content"])
            for name, kept in data["templates"].items()
        },
        "formats": tuple(data["formats"]),
    }
    return Head(**{**{name: data[name] for name in Head._fields}, **made})


_OPTIONAL = frozenset({"name", "email", "section", "extra"})


def _problem_to_json(problem: Problem) -> dict[str, Any]:
    data = problem._asdict() | {"points": {part: str(points) for part, points in problem.points.items()}}
    return {name: value for name, value in data.items() if value or name not in ("draw", "earlier")}


def _problem_from_json(data: Mapping[str, Any]) -> Problem:
    points = {part: exact(text) for part, text in data["points"].items()}
    return Problem(**{**data, "points": points, "earlier": tuple(data.get("earlier", ()))})


def _section_to_json(section: SectionPlan) -> dict[str, Any]:
    points = None if section.points is None else str(section.points)
    return section._asdict() | {
        "templates": list(section.templates), "picked": list(section.picked), "points": points,
    }  # fmt: skip


def _section_from_json(data: Mapping[str, Any]) -> SectionPlan:
    points = None if data["points"] is None else exact(data["points"])
    given = {**data, "templates": tuple(data["templates"]), "picked": tuple(data["picked"]), "points": points}
    return SectionPlan(**given)


def exact(text: str) -> Fraction | int:
    """A count of points from its text, "3" or "1/2". Raises ValueError."""
    if text.isdecimal():
        return int(text)
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value


def _canonical(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _check_of(body: str, set_id: str) -> str:
    content = f"{set_id}\n{body}".encode("utf-8", "surrogatepass")
    return blake2b(content, digest_size=_CHECK_DIGITS // 2).hexdigest()
