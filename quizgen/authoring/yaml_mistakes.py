"""What authors get wrong in YAML, with the mend for each: words, and the reading of a loader's problem as a mistake."""

from __future__ import annotations

import re
from typing import NamedTuple


class Mistake(NamedTuple):
    """What is wrong at one offset of a text, and how to mend it."""

    at: int
    what: str
    mend: str


class Problem(NamedTuple):
    """A YAML loader's complaint: its words, where it stopped, and where what it was reading began (-1 if unknown)."""

    words: str
    at: int
    began: int


Words = tuple[str, str]

EMPTY: Words = ("the file is empty", "start from a template of the shipped bank")
SECOND_DOCUMENT: Words = ("a second document begins here", "one file is one document; take the line `---` away")
TOO_DEEP: Words = (
    "this is nested too deep (more than {limit} levels)",
    "nothing in a template needs that; check the brackets",
)
KEY_NOT_TEXT: Words = ("a key must be a plain word", "write `key: value`")
KEY_LENGTH: Words = ("a key must have 1 to {limit} characters", "write `key: value`")
DUPLICATE: Words = ("`{key}` stands twice in one mapping (first in line {line})", "keep one of them, or rename one")
MERGE: Words = ("merge keys (`<<:`) are not read", "write the entries out")
ALIAS: Words = (
    "YAML takes `*{name}` for an alias, and aliases are not read",
    "write the value out; a text that begins with `*` wants quotes",
)
ANCHOR: Words = (
    "YAML takes `&{name}` for an anchor, and anchors are not read",
    "take it away; a text that begins with `&` wants quotes",
)
TAG: Words = (
    "YAML takes a `!` at the start for a tag, and tags are not read",
    "take it away; a text that begins with `!` wants quotes",
)
BACKSLASH: Words = (
    "a backslash in double quotes would be changed by YAML",
    "use single quotes: in them `\\theta` stays as it is",
)
NO_VALUE: Words = ("`{name}` has no value", "give one, or take it away; the empty text is ''")
ONLY_COMMENT: Words = (
    "`{name}` has only a comment for a value: YAML cuts off everything after ` #`",
    "put a text that begins with `#` in single quotes",
)
COMMENT: Words = (
    "YAML cuts this line off at ` #`",
    "put a comment on a line of its own; if the # belongs to the text, quote all of it: {quoted}",
)
CUT: Words = (
    "inside {{…}} or […] a comma ends a text, and this one is cut in the middle",
    "put it in single quotes: {quoted}",
)
QUESTION: Words = (
    "inside {{…}} or […] not every reader of YAML takes a plain text with a question mark",
    "put it in single quotes: {quoted}",
)
LONE_ENTRY: Words = (
    "`{name}` has no value: inside {{…}} a comma begins a new entry",
    "put a text with a comma in single quotes, or write `{name}: value`",
)
NO_SPACE: Words = ("there is no space after the colon of `{name}:`", "write `{name}: {value}`")
COLON: Words = ("a colon followed by a space splits this text into key and value", "put it in single quotes: {quoted}")
BLOCK_SIGN: Words = (
    "at the start of a value, YAML takes `{sign}` for the sign of a text on the lines below",
    "put it in single quotes: {quoted}",
)
_KEPT_SIGN: Words = (
    "a value can't begin with `{sign}`: YAML keeps that sign for itself",
    "put it in single quotes: {quoted}",
)
_DASH: Words = (
    "YAML takes `- ` at the start of a value for a list item",
    "put it in single quotes: {quoted}; items of a list go on lines of their own",
)
_GOES_ON: Words = ("the value goes on after its closing {bracket}", "put all of it in single quotes: {quoted}")
_APOSTROPHE: Words = (
    "the text goes on after its closing apostrophe",
    "inside single quotes write an apostrophe twice: ''",
)
_BRACKET_INSIDE: Words = ("inside {{…}} or […] a plain text can't hold `{sign}`", "put it in single quotes: {quoted}")
_NOT_CLOSED: Words = ("this `{sign}` is never closed", "close it, or quote the text that it stands in")
_UNDER_VALUE: Words = (
    "this line is indented under a key that has a value already",
    "line it up with the keys above, or write the text above with `|`",
)
_INDENT: Words = (
    "this line fits nothing above it",
    "line it up with its neighbours; every line of a text with `|` is indented alike",
)
_NO_COLON: Words = (
    "this line is no `key: value`",
    "put a colon and a space after the key, or indent the line under the text that it belongs to",
)
_NOTHING_HERE: Words = ("a value is missing before `{sign}`", "give one, or quote a text that begins with `{sign}`")
_TAB: Words = ("a tab stands here", "indent with spaces; a tab may stand only in a text with `|`")
_BINARY: Words = ("this is a binary file", "give a text file in UTF-8")
_CONTROL: Words = ("an invisible character (U+{code:04X}) stands here", "take it away")
_OTHER: Words = (
    "YAML can't be read from here on: {words}",
    "look at quotes, brackets and indentation; write longer texts with `|`",
)

_INVISIBLE = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_LONGEST_QUOTED = 300
_BLOCK_HEAD = re.compile(r"(?P<lead> *(?:- +)*)(?P<key>[^\s#].*: +)?[|>][-+\d]{0,2} *(?:#.*)?$")
_PREFIX = re.compile(r" *(?:- +)*(?:[^:#{\[]+: +)?")
_GLUED = re.compile(r"( *(?:- +)*)([\w-]+):(\S+)")


def position(text: str, index: int) -> tuple[int, int]:
    """Line and column of an offset, counted from 1."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def quoted(text: str) -> str:
    """A text in single quotes, as YAML wants it."""
    return "'" + text.strip().replace("'", "''") + "'"


def is_cut(text: str) -> bool:
    """Whether a bracket or an insertion is open at the end of a text."""
    return text.count("(") > text.count(")") or len(re.findall(r"<<(?! )", text)) > text.count(">>")


def whole(text: str, start: int) -> str:
    """The text that an author meant at `start` inside `{…}` or `[…]`: up to a comma or bracket outside its own."""
    rest, depth = text[start : start + _LONGEST_QUOTED].partition("\n")[0], 0
    for index, character in enumerate(rest):
        if depth == 0 and character in ",]}" and not is_cut(rest[:index]):
            return rest[:index]
        depth += (character in "([{") - (character in ")]}")
    return rest


def before_reading(text: str) -> Mistake | None:
    """What must not reach a loader: invisible characters, and tabs outside block texts."""
    if found := _INVISIBLE.search(text):
        words = _BINARY if found[0] == "\0" else _CONTROL
        return _mistake(found.start(), words, code=ord(found[0]))
    return _tab(text) if "\t" in text else None


def _tab(text: str) -> Mistake | None:
    block, start = -1, 0
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        if block >= 0 and line.strip() and indent <= block:
            block = -1
        if block < 0 and "\t" in line:
            return _mistake(start + line.index("\t"), _TAB)
        if block < 0 and (head := _BLOCK_HEAD.match(line)):
            block = _parent(head)
        start += len(line) + 1
    return None


def _parent(head: re.Match[str]) -> int:
    """The column that the lines of a block text must stand right of: that of its key, or of its dash."""
    return len(head["lead"]) if head["key"] else max(head["lead"].rfind("-"), len(head["lead"]) - 2)


def explain(problem: Problem, text: str) -> Mistake:
    """A loader's problem as what the author did."""
    words, index = problem.words, problem.at
    for fits, explained in (
        ("block scalar indicators|chomping|comment or a line break", _block_sign),
        ("cannot start any token|mapping keys are not allowed", _kept_sign),
        ("sequence entries are not allowed", _dash),
        ("mapping values are not allowed", _second_colon),
        ("end of stream|<stream end>", _unclosed),
        ("escape", _escape),
        ("could not find expected ':'", _no_colon),
        ("expected ',' or", _in_brackets),
        ("expected <block end>", _in_block),
        ("expected the node content", _nothing_here),
    ):
        if re.search(fits, words):
            return explained(problem, text)
    return _mistake(index, _OTHER, words=words)


def _mistake(index: int, words: Words, /, **filled: object) -> Mistake:
    return Mistake(index, *(each.format(**filled) for each in words))


def _line(text: str, index: int) -> tuple[int, str]:
    """Where the line around an offset begins, and the line."""
    start = text.rfind("\n", 0, index) + 1
    return start, text[start:].partition("\n")[0]


def _value(text: str, index: int) -> tuple[int, str]:
    """Where the value of the line around an offset begins, and that value."""
    start, line = _line(text, index)
    prefix = _PREFIX.match(line)
    skip = prefix.end() if prefix else 0
    return start + skip, line[skip:]


def _block_sign(problem: Problem, text: str) -> Mistake:
    start = problem.began
    return _mistake(start, BLOCK_SIGN, sign=text[start], quoted=quoted(text[start:].partition("\n")[0]))


def _kept_sign(problem: Problem, text: str) -> Mistake:
    start = problem.at
    rest = text[start:].partition("\n")[0]
    if _value(text, start)[0] != start:
        rest = whole(text, start)
    return _mistake(start, _KEPT_SIGN, sign=text[start], quoted=quoted(rest))


def _dash(problem: Problem, text: str) -> Mistake:
    return _mistake(problem.at, _DASH, quoted=quoted(text[problem.at :].partition("\n")[0]))


def _second_colon(problem: Problem, text: str) -> Mistake:
    start, value = _value(text, problem.at)
    if problem.at < start:
        begins, line = _line(text, problem.at)
        return _mistake(begins + len(line) - len(line.lstrip(" ")), _UNDER_VALUE)
    return _mistake(start, COLON, quoted=quoted(value))


def _unclosed(problem: Problem, text: str) -> Mistake:
    start = problem.began if problem.began >= 0 else problem.at
    if not text[start : start + 1].strip():  # at the end of the file: what was opened last
        start = max(text.rfind(sign) for sign in "[{'\"")
    return _mistake(start, _NOT_CLOSED, sign=text[start : start + 1])


def _escape(problem: Problem, text: str) -> Mistake:
    return _mistake(text.rfind("\\", 0, problem.at), BACKSLASH)


def _no_colon(problem: Problem, text: str) -> Mistake:
    start, line = _line(text, problem.began)
    if glued := _GLUED.match(line):
        return _mistake(start + glued.end(2), NO_SPACE, name=glued[2], value=glued[3])
    return _mistake(problem.began, _NO_COLON)


def _in_brackets(problem: Problem, text: str) -> Mistake:
    index = problem.at
    if text.count("\n", problem.began, index) or text[index] in "]}":
        return _mistake(problem.began, _NOT_CLOSED, sign=text[problem.began])
    before = text[:index].rstrip()
    start = max(before.rfind(sign) + len(sign) for sign in (": ", ", ", "[", "{"))
    start += len(text[start:]) - len(text[start:].lstrip())
    if text[index] == ":" and text[problem.began] == "[":
        # a list has no `key: value`: its bracket was to be closed before them
        return _mistake(problem.began, _NOT_CLOSED, sign="[")
    if text[index] == ":":
        return _mistake(start, COLON, quoted=quoted(whole(text, start)))
    if text[index] == "?":
        return _mistake(start, QUESTION, quoted=quoted(whole(text, start)))
    if text[index] in "[{":
        return _mistake(start, _BRACKET_INSIDE, sign=text[index], quoted=quoted(whole(text, start)))
    return _goes_on(before, index, start, whole(text, start))


def _goes_on(before: str, index: int, start: int, value: str) -> Mistake:
    last = before[-1:]
    if last == "'" and index == len(before):
        return _mistake(start, _APOSTROPHE)
    bracket = {"'": "quote", '"': "quote"}.get(last, f"`{last}`")
    return _mistake(start, _GOES_ON, bracket=bracket, quoted=quoted(value))


def _in_block(problem: Problem, text: str) -> Mistake:
    start, value = _value(text, problem.at)
    before = text[: problem.at].rstrip(" ")
    if problem.at > start and before[-1:] in {"]", "}", "'", '"'}:
        return _goes_on(before, problem.at, start, value)
    return _mistake(problem.at, _INDENT)


def _nothing_here(problem: Problem, text: str) -> Mistake:
    return _mistake(problem.at, _NOTHING_HERE, sign=text[problem.at : problem.at + 1])
