"""YAML is read as text with places, and what is broken or ambiguous is refused with a mend."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import SourceError
from quizgen.yaml_files import MAX_BYTES, load, loads

# One case a line: what stands in the file, line, column, a piece of what is said, a piece of the mend.
REFUSALS = [
    # formulas and insertions in flow style
    ("steps:\n  - {is: max(a, b)}", 2, 10, "cut in the middle", "quotes: 'max(a, b)'"),
    ("steps:\n  - {name: c, is: if(a, max(b, c), d), do: x}", 2, 19, "cut in the middle", "'if(a, max(b, c), d)'"),
    ("steps:\n  - {do: <<f(a, b)>>}", 2, 10, "cut in the middle", "'<<f(a, b)>>'"),
    ("hints: [Look (closely, again), more]", 1, 9, "cut in the middle", "'Look (closely, again)'"),
    ("steps:\n  - {is: [a, max(b, c)]}", 2, 14, "cut in the middle", "'max(b, c)'"),
    ("params: {cue: {draw: c[s].cues}}", 1, 22, "can't hold `[`", "'c[s].cues'"),
    ("verify:\n  - {that: a[1] = 2}", 2, 12, "can't hold `[`", "'a[1] = 2'"),
    ("steps:\n  - {do: one, two}", 2, 15, "`two` has no value", "in single quotes"),
    ("parts:\n  - {id: a, ask: How much?, points: 1}", 2, 18, "question mark", "'How much?'"),
    ("steps:\n  - {do: Note: this}", 2, 10, "a colon followed by a space", "'Note: this'"),
    ("hints: [Note: this]", 1, 9, "a colon followed by a space", "'Note: this'"),
    ("steps:\n  - {is:3}", 2, 8, "no space after the colon", "write `is: 3`"),
    ("steps:\n  - {is: 'x' + 1}", 2, 10, "goes on after its closing quote", "'''x'' + 1'"),
    ("steps:\n  - {is: |x|}", 2, 10, "can't begin with `|`", "'|x|'"),
    ("steps:\n  - {is: >= 3}", 2, 10, "can't begin with `>`", "'>= 3'"),
    ("steps:\n  - {is: @x, do: y}", 2, 10, "can't begin with `@`", "'@x'"),
    ("params: {k: {draw: [2, 4}", 1, 20, "`[` is never closed", "close it"),
    ("params: {k: [1, 2\nlevel: 2", 1, 13, "`[` is never closed", "close it"),
    ("params: {k: 1,, b: 2}", 1, 15, "missing before `,`", "give one"),
    # formulas in block style
    ("steps:\n  - is: [a, b] + c", 2, 9, "goes on after its closing `]`", "'[a, b] + c'"),
    ("where:\n  - {1, 2} = s", 2, 5, "goes on after its closing `}`", "'{1, 2} = s'"),
    ('steps:\n  - is: "a" + b', 2, 9, "goes on after its closing quote", "'\"a\" + b'"),
    ("steps:\n  - is: |x|", 2, 9, "takes `|` for the sign", "'|x|'"),
    ("verify:\n  - that: >= 3", 2, 11, "takes `>` for the sign", "'>= 3'"),
    ("where:\n  - > 3", 2, 5, "takes `>` for the sign", "'> 3'"),
    ("verify:\n  - that: >3\n    say: x", 2, 11, "takes `>` for the sign", "'>3'"),
    ("steps:\n  - is: @x", 2, 9, "can't begin with `@`", "'@x'"),
    ("steps:\n  - is: `x`", 2, 9, "can't begin with", "'`x`'"),
    ("steps:\n  - is: %x", 2, 9, "can't begin with `%`", "'%x'"),
    ("steps:\n  - is: ? x", 2, 9, "can't begin with `?`", "'? x'"),
    ("steps:\n  - is: - x", 2, 9, "for a list item", "'- x'"),
    ("steps:\n  - is: !x", 2, 9, "for a tag", "wants quotes"),
    ("steps:\n  - is: &x + 1", 2, 9, "`&x` for an anchor", "wants quotes"),
    ("steps:\n  - is: *x", 2, 9, "`*x` for an alias", "wants quotes"),
    ("steps:\n  - is: a # cut", 2, 11, "cuts this line off at ` #`", "'a # cut'"),
    ("steps:\n  - is: [a, b] # cut", 2, 16, "cuts this line off", "a line of its own"),
    ("where:\n  - a < b # why", 2, 11, "cuts this line off", "a line of its own"),
    ("params: {k: {draw: links # rows\n  }}", 1, 26, "cuts this line off", "a line of its own"),
    ("steps:\n  - is: ]", 2, 9, "missing before `]`", "give one"),
    # prose
    ("stem: See #3", 1, 11, "cuts this line off at ` #`", "'See #3'"),
    ("title: See #3", 1, 12, "cuts this line off at ` #`", "'See #3'"),
    ("stem: See # 3", 1, 11, "cuts this line off at ` #`", "'See # 3'"),
    ("stem: See  # a comment", 1, 12, "cuts this line off", "a line of its own"),
    ("unit: two words # so", 1, 17, "cuts this line off", "a line of its own"),
    ("stem: #3 comes first", 1, 1, "only a comment for a value", "single quotes"),
    ("stem: Note: this", 1, 7, "a colon followed by a space", "'Note: this'"),
    ("stem: 'it's'", 1, 7, "after its closing apostrophe", "''"),
    ("stem: 'one' two", 1, 7, "goes on after its closing quote", "'''one'' two'"),
    ("stem: 'open\nlevel: 2", 1, 7, "`'` is never closed", "close it"),
    ('symbol: "\\theta"', 1, 10, "a backslash in double quotes", "single quotes"),
    ('symbol: "\\sigma"', 1, 10, "a backslash in double quotes", "single quotes"),
    ("stem: One\n  two: three", 2, 3, "indented under a key that has a value", "`|`"),
    ("stem: |\n  One\n two", 3, 2, "fits nothing above it", "indented alike"),
    ("stem: |\n  One\n# Two\n  three", 4, 3, "fits nothing above it", "indented alike"),
    # structure
    ("a: 1\nb: 2\na: 3", 3, 1, "`a` stands twice", "rename one"),
    ("a: {b: 1, b: 2}", 1, 11, "`b` stands twice", "rename one"),
    ("a: &x 1\nb: *x", 1, 4, "anchors are not read", "take it away"),
    ("b: *x", 1, 4, "aliases are not read", "write the value out"),
    ("*x : b", 1, 1, "aliases are not read", "write the value out"),
    ("a: !!python/object:os.system x", 1, 4, "tags are not read", "take it away"),
    ("!!map\na: b", 1, 1, "tags are not read", "take it away"),
    ("<<: {a: b}", 1, 1, "merge keys", "write the entries out"),
    ("? [a, b]\n: c", 1, 3, "a key must be a plain word", "key: value"),
    ("'': c", 1, 1, "a key must have 1 to 100 characters", "key: value"),
    ("a:\nb: 2", 1, 1, "`a` has no value", "give one"),
    ("a:\n  -\n  - 2", 2, 4, "has no value", "give one"),
    ("a: 1\nis:3\nb: 2", 2, 3, "no space after the colon", "write `is: 3`"),
    ("a: 1\nstray\nb: 2", 2, 1, "no `key: value`", "a colon and a space"),
    ("a:\n  b: 1\n c: 2", 3, 2, "fits nothing above it", "line it up"),
    ("a: 1\n- b", 2, 1, "fits nothing above it", "line it up"),
    ("a: 1\n---\nb: 2", 3, 1, "a second document", "`---`"),
    ("\ta: 1", 1, 1, "a tab", "spaces"),
    ("a: 1\tb", 1, 5, "a tab", "spaces"),
    ("a: |\n  text\nb:\n\t- c", 4, 1, "a tab", "spaces"),
    ("a: " + "[" * 30, 1, 24, "nested too deep", "brackets"),
    ("", 1, 1, "the file is empty", "template"),
    ("\n# only a comment\n", 1, 1, "the file is empty", "template"),
    ("a: b\0c", 1, 5, "binary", "UTF-8"),
    ("a: b\x07c", 1, 5, "U+0007", "take it away"),
    ("a: b\u2028c", 1, 5, "U+2028", "take it away"),
    ("a: b\u200e\nc: \ufeffd", 2, 4, "U+FEFF", "take it away"),
    ("é: 1\nü: [ä, ö: ß]", 2, 8, "a colon followed by a space", "'ö: ß'"),
]


def refusal(text: str) -> SourceError:
    with pytest.raises(SourceError) as caught:
        loads(text, "some.yaml")
    return caught.value


@pytest.mark.parametrize(("text", "line", "column", "what", "mend"), REFUSALS, ids=[each[0] for each in REFUSALS])
def test_broken_or_ambiguous_yaml_is_refused_with_its_place_and_its_mend(text, line, column, what, mend):
    error = refusal(text)
    assert (error.line, error.column) == (line, column)
    assert what in error.what
    assert mend in error.mend
    assert error.file == "some.yaml"


@pytest.mark.parametrize("text", [each[0] for each in REFUSALS])
def test_refusals_are_the_same_without_libyaml(text):
    expected = str(refusal(text))
    with mock.patch.object(yaml, "CSafeLoader", yaml.SafeLoader):
        assert str(refusal(text)) == expected


FORMULAS = [
    ("steps:\n  - is: [a, b]", ("steps", 0, "is"), "[a, b]"),
    ("steps:\n  - is: {1, 2}", ("steps", 0, "is"), "{1, 2}"),
    ("steps:\n  - is: {}", ("steps", 0, "is"), "{}"),
    ("steps:\n  - is: {[a, b], {c}}", ("steps", 0, "is"), "{[a, b], {c}}"),
    ('steps:\n  - is: ["a, b", x]', ("steps", 0, "is"), '["a, b", x]'),
    ("steps:\n  - is: [max(a, b),\n      c]", ("steps", 0, "is"), "[max(a, b),       c]"),
    ("steps:\n  - is: max(a, b)", ("steps", 0, "is"), "max(a, b)"),
    ("steps:\n  - is: (a, b)", ("steps", 0, "is"), "(a, b)"),
    ("steps:\n  - is: -x", ("steps", 0, "is"), "-x"),
    ("steps:\n  - is: '|x|'", ("steps", 0, "is"), "|x|"),
    ("steps:\n  - {is: 'max(a, b)'}", ("steps", 0, "is"), "max(a, b)"),
    ("steps:\n  - is: c[s].cues", ("steps", 0, "is"), "c[s].cues"),
    ("steps:\n  - when: {a}", ("steps", 0, "when"), "{a}"),
    ("where:\n  - [a, b] ", ("where", 0), "[a, b]"),
    ("verify:\n  - that: [x for x in xs if x > 2]", ("verify", 0, "that"), "[x for x in xs if x > 2]"),
    ("let:\n  c: [a, b]", ("let", "c"), "[a, b]"),
    ("let:\n  c: {is: a, unit: ms}", ("let", "c"), {"is": "a", "unit": "ms"}),
    ("let:\n  c:\n    is: [a, b]", ("let", "c", "is"), "[a, b]"),
    ("traps:\n  - instead:\n      S: [a, b]", ("traps", 0, "instead", "S"), "[a, b]"),
    ("parts:\n  - traps:\n      - gives: {a}", ("parts", 0, "traps", 0, "gives"), "{a}"),
    ("parts:\n  - answer:\n      set: {a, b}", ("parts", 0, "answer", "set"), "{a, b}"),
    ("parts:\n  - answer:\n      in: [a, b]", ("parts", 0, "answer", "in"), ["a", "b"]),
    ("parts:\n  - answer:\n      or:\n        - [a, b]", ("parts", 0, "answer", "or", 0), "[a, b]"),
    ("parts:\n  - answer:\n      options:\n        - right: [a] = b", None, "goes on"),
    ("formulas:\n  f:\n    is: [a, b]", ("formulas", "f", "is"), "[a, b]"),
    ("params:\n  k:\n    draw: [2, 4]", ("params", "k", "draw"), ["2", "4"]),
    ("tables:\n  t:\n    rows:\n      a:\n        is: [x, y]", ("tables", "t", "rows", "a", "is"), ["x", "y"]),
]


@pytest.mark.parametrize(("text", "path", "value"), FORMULAS, ids=[each[0] for each in FORMULAS])
def test_a_formula_in_block_style_is_taken_as_it_stands(text, path, value):
    if path is None:
        assert value in refusal(text).what
    else:
        assert loads(text).at(path) == value


SCALARS = [
    ("a: yes", "yes"), ("a: 0777", "0777"), ("a: 1e3", "1e3"), ("a: null", "null"), ("a: ~", "~"), ("a: ''", ""),
    ("a: 2026-01-01", "2026-01-01"), ("a: .inf", ".inf"), ("a: 3/2", "3/2"), ("a: 'it''s'", "it's"),
    ("a: <<k>> devices", "<<k>> devices"), ("a: |\n  one\n  two\n", "one\ntwo\n"),
    ("a: >\n  one\n  two\n", "one two\n"), ("a: 'x' # comment", "x"), ("a: x # comment", "x"), ("\ufeffa: x", "x"),
    ("a: |\n  # no comment\n\n  \ttab\n", "# no comment\n\n\ttab\n"), ("a: one\r\n  two\r\n", "one two"),
    ("---\na: x\n...\n", "x"), ("# c\n\na: x", "x"),
    ("a: |2\n    x", "  x"), ("a: x:y", "x:y"), ("a: $5 < 7 & 8", "$5 < 7 & 8"), ('a: "x"', "x"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), SCALARS, ids=[each[0] for each in SCALARS])
def test_every_scalar_is_text_as_it_is_written(text, value):
    assert loads(text).data == {"a": value}
    with mock.patch.object(yaml, "CSafeLoader", yaml.SafeLoader):
        assert loads(text).data == {"a": value}


PLACES = [
    ("is: a + b", "b", (1, 9)),
    ("a: 1\nis:   'a + b'", "b", (2, 12)),
    ("is: 'it''s + b'", "b", (1, 14)),
    ('is: "a + b"', "b", (1, 10)),
    ("is: |\n  a +\n\n   b\n", "b", (4, 4)),
    ("is: >\n  a\n  + b\n", "b", (3, 5)),
    ("is: a\n  + b", "b", (2, 5)),
    ("- x: 1\n  is: ä + b", "b", (2, 11)),
    ("\ufeffis: a\r\n  + b\r\n", "b", (2, 5)),
    ("{is: 'a + b'}", "b", (1, 11)),
]


@pytest.mark.parametrize(("text", "piece", "place"), PLACES, ids=[each[0] for each in PLACES])
def test_a_character_of_a_value_is_found_in_the_file(text, piece, place):
    located = loads(text)
    path = (0, "is") if isinstance(located.data, list) else ("is",)
    assert located.place(path, located.at(path).index(piece)) == place


@pytest.mark.parametrize(("text", "place"), [("is: a +", (1, 8)), ("is: |\n  a +\n", (2, 6)), ("is: 'a +'", (1, 9))])
def test_the_end_of_a_value_is_right_behind_its_last_character(text, place):
    located = loads(text)
    assert located.place(("is",), len(located.at(("is",)))) == place


def test_a_place_inside_a_formula_in_brackets_counts_its_lines():
    located = loads("where:\n  - [a,\n     b]\n")
    assert located.place(("where", 0), located.at(("where", 0)).index("b")) == (3, 6)


def test_a_path_that_is_not_there_stands_for_what_is_around_it():
    located = loads("a: 1\nsteps:\n  - is: x\n")
    assert located.place(("steps", 0, "unit")) == located.place(("steps", 0)) == (3, 5)
    assert located.place(("nothing",)) == (1, 1)
    assert located.key_place(("steps",)) == (2, 1)


def written(name: str, content: bytes, folder: Path) -> Path:
    file = folder / name
    file.write_bytes(content)
    return file


FILES = [
    (b"", 1, 1, "empty", ""),
    (b"a: caf\xe9\n", 1, 7, "isn't UTF-8: byte 0xE9 at offset 6", "UTF-8"),
    ("é: 1\nü: ".encode() + b"\xff", 2, 4, "byte 0xFF at offset 10", "UTF-8"),
    ("a: b".encode("utf-16"), 1, 1, "UTF-16", "UTF-8"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 0, 0, "binary file (a zero byte at offset 8)", "text file"),
    (b"a: " + b"x" * 2_000_000, 0, 0, "longer than 1 MB", "split"),
    (b"a: [" + b"[" * 500_000, 1, 24, "nested too deep", "brackets"),
    (b"{" * 900_000, 1, 1, "", ""),
]


@pytest.mark.parametrize("case", FILES, ids=[each[0][:12] for each in FILES])
def test_a_file_that_is_no_template_at_all_is_refused(case, tmp_path):
    content, line, column, what, mend = case
    file = written("t.yaml", content, tmp_path)
    with pytest.raises(SourceError) as caught:
        load(file)
    error = caught.value
    assert error.file == str(file)
    assert what in error.what
    assert mend in error.mend
    assert not what or (error.line, error.column) == (line, column)


def test_a_folder_or_nothing_instead_of_a_file_is_refused(tmp_path):
    with pytest.raises(SourceError, match="this is a folder"):
        load(tmp_path)
    with pytest.raises(SourceError, match="no such file"):
        load(tmp_path / "none.yaml")


def test_a_file_of_exactly_the_limit_is_read(tmp_path):
    file = written("t.yaml", b"a: " + b"x" * (MAX_BYTES - 3), tmp_path)
    assert len(load(file).data["a"]) == MAX_BYTES - 3


PLAIN = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cn")), max_size=30).filter(
    lambda text: not set(text) & {"\ufeff", "\x85", "\ufffe", "\uffff"}
)
TREES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(PLAIN.filter(bool), inner, max_size=4),
    max_leaves=12,
)


def as_yaml(tree: object, indent: str = "") -> str:
    """A tree as YAML in block style, every scalar in single quotes."""
    quoted = lambda text: "'" + text.replace("'", "''") + "'"  # noqa: E731 - shorter than a function
    if isinstance(tree, str):
        return " " + quoted(tree) + "\n"
    if not tree:
        return " {}\n" if isinstance(tree, dict) else " []\n"
    if isinstance(tree, dict):
        return "\n" + "".join(f"{indent}{quoted(key)}:{as_yaml(value, indent + ' ')}" for key, value in tree.items())
    return "\n" + "".join(f"{indent}-{as_yaml(item, indent + ' ')}" for item in tree)


@given(TREES)
def test_what_is_quoted_comes_back_as_it_was(tree):
    assert loads(as_yaml(tree)).data == tree


@given(PLAIN.filter(str.strip), st.sampled_from(["'{}'", "|\n      {}"]), st.data())
def test_every_character_of_a_value_is_found_in_the_file(value, style, data):
    index = data.draw(st.sampled_from([at for at, character in enumerate(value) if not character.isspace()]))
    written = value.replace("'", "''") if style.startswith("'") else value.lstrip()
    text = f"x: 1\nsteps:\n  - is: {style.format(written)}\n"
    located = loads(text)
    offset = located.at(("steps", 0, "is")).index(value.lstrip()) + index - (len(value) - len(value.lstrip()))
    line, column = located.place(("steps", 0, "is"), offset)
    assert text.split("\n")[line - 1][column - 1] == value[index]


@given(st.text(max_size=200) | st.text(alphabet="ab:-[]{}'\"|>#&*!,?%@ \n\t\\<0", max_size=60))
def test_whatever_is_read_is_the_same_with_and_without_libyaml(text):
    def outcome() -> object:
        try:
            return loads(text).data
        except SourceError:
            return None

    fast = outcome()
    with mock.patch.object(yaml, "CSafeLoader", yaml.SafeLoader):
        slow = outcome()
    assert fast is None or slow is None or slow == fast
