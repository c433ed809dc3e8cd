"""Cutting an author's text at its insertions, its maths and its code."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import ReadingError, TooMuchWork
from quizgen.spans import Cut, Span, cuts, refuse_odd_characters, spans

AWKWARD = st.text(st.sampled_from(list('$`~\\ \n<>5ab|*"=')), max_size=60)


def kinds(text: str) -> list[tuple[str, str]]:
    return [(span.kind, span.inner) for span in spans(text)]


@given(AWKWARD)
def test_the_spans_of_a_text_put_together_are_the_text(text):
    assert "".join(span.opening + span.inner + span.closing for span in spans(text)) == text


@given(AWKWARD)
def test_maths_opens_before_and_closes_after_a_non_space(text):
    for span in spans(text):
        if span.kind == "maths":
            assert span.inner == span.inner.strip()
            assert span.inner


@given(AWKWARD)
def test_cutting_either_works_or_names_the_place(text):
    try:
        places = [part.start for part in cuts(text) if isinstance(part, Cut)]
    except ReadingError as error:
        places = [error.start]
    assert all(text[place : place + 2] == "<<" for place in places)


@pytest.mark.parametrize(
    "text", ["costs $5 and $7 is", "5 $ and 6 $", "$ x$", "$x $", "$x$5", "a $", r"\$x\$", "$x\n\ny$"]
)
def test_a_dollar_that_opens_and_closes_nothing_is_text(text):
    assert kinds(text) == [("text", text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("costs $5 and $7, so $x$", [("text", "costs $5 and $7, so "), ("maths", "x")]),
        ("$a$ $b$", [("maths", "a"), ("text", " "), ("maths", "b")]),
        (r"$a\$b$", [("maths", r"a\$b")]),
        ("$$a$$", [("maths", "a")]),
        ("`$a$` $b$", [("code", "$a$"), ("text", " "), ("maths", "b")]),
        ("`` ` `` $b$", [("code", " ` "), ("text", " "), ("maths", "b")]),
        ("` $b$", [("text", "` "), ("maths", "b")]),
        (r"\`$a$\`", [("text", r"\`"), ("maths", "a"), ("text", r"\`")]),
        ("```\n$a$\n```\n$b$", [("fence", "$a$\n"), ("text", "\n"), ("maths", "b")]),
        ("~~~\n$a$", [("fence", "$a$")]),
        ("a\n\n    ```\n    $a$\n    ```", [("text", "a\n\n    "), ("fence", "    $a$\n")]),
    ],
)
def test_maths_and_code_are_told_apart(text, found):
    assert kinds(text) == found


def test_a_span_keeps_what_stood_around_it():
    assert spans("``a``") == (Span("code", "a", "``", "``"),)


@pytest.mark.parametrize(
    ("text", "formula", "display"),
    [
        ("a <<x>> b", "x", ""),
        ("<<x + 1 as 3 sf>>", "x + 1", "3 sf"),
        ('<<x as list "and">>', "x", 'list "and"'),
        ("<<T_comm =>>", "T_comm", "="),
        ("<<a == b>>", "a == b", ""),
        ('<<if(a > b, "x >> y as z", "w")>>', 'if(a > b, "x >> y as z", "w")', ""),
        ("<<if(a,\n b, c)>>", "if(a,\n b, c)", ""),
        (r"\\<<x>>", "x", ""),
    ],
)
def test_an_insertion_has_a_formula_and_a_display(text, formula, display):
    (cut,) = [part for part in cuts(text) if isinstance(part, Cut)]
    assert (cut.formula, cut.display) == (formula, display)
    assert text[cut.offset :].startswith(formula)
    assert text[cut.start : cut.end].startswith("<<")


@pytest.mark.parametrize(("text", "shown"), [(r"\<<x>>", "<<x>>"), ("1 << 2", "1 << 2"), ("a <<", "a <<")])
def test_marks_that_are_escaped_or_followed_by_a_space_are_text(text, shown):
    assert "".join(str(part) for part in cuts(text)) == shown


def test_a_template_may_choose_its_own_marks():
    assert [part.formula for part in cuts("cout << [[x]]", ("[[", "]]")) if isinstance(part, Cut)] == ["x"]


@pytest.mark.parametrize("text", ["a <<x", "a <<x\n\ny>>", 'a <<b "c>>" d'])
def test_an_insertion_that_is_never_closed_is_named_with_its_place(text):
    with pytest.raises(ReadingError, match="isn't closed") as caught:
        list(cuts(text))
    assert caught.value.start == text.index("<<")


def test_an_empty_insertion_is_refused():
    with pytest.raises(ReadingError, match="no formula"):
        list(cuts("a <<>> b"))


@pytest.mark.parametrize("character", ["\x1b", "\x00", "\x85", "\ue000", "\uf8ff", "\ud800"])
def test_control_and_private_characters_are_refused_with_their_place(character):
    with pytest.raises(ReadingError, match=r"U\+") as caught:
        refuse_odd_characters(f"ab{character}")
    assert caught.value.start == 2


def test_a_text_has_a_greatest_length():
    with pytest.raises(TooMuchWork, match="20001"):
        refuse_odd_characters("x" * 20_001)
