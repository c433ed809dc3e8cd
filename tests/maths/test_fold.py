"""Look-alikes become alike, and every place leads back to the raw text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.errors import TooMuchWork
from quizgen.maths.fold import fold


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("−‐‑‒–—―－", "--------"),
        ("５．２％＋（１）", "5.2%+(1)"),
        ("x²³", "x^{23}"),
        ("10⁻¹", "10^{-1}"),
        ("xⁿ", "x^{n}"),
        ("x₁₂", "x_12"),
        ("3·4∙5⋅6×7", "3·4·5·6×7"),
        ("8÷3 8∕3 8⁄3", "8/3 8/3 8/3"),
        ("1\u00a02\u20093\u202f4\u3000", "1 2 3 4 "),
        ("\u200b1\u200e\u202e2\u2066\ufeff", "12"),
        ("µ μ", "μ μ"),
        ("\u2126 Ω", "Ω Ω"),
        ("\u212a", "K"),
        ("‘’′“”", "'''\"\""),
        ("≤≥≠≈≃", "<=>=!=≈≈"),
        ("∞", " oo "),
        ("½", "(1/2)"),
        ("2¾", "2 3/4"),
        ("℃ º", "°C °"),
        ("𝑥", "x"),
        ("ϑϕϵ", "θφε"),
        ("2\u20623\u20641", "2*3+1"),
        ("٣٫", "3٫"),
        ("㎡", "㎡"),
        ("plain ASCII", "plain ASCII"),
    ],
)
def test_what_looks_alike_becomes_alike(raw: str, text: str):
    assert fold(raw).text == text


def test_an_ascii_text_is_itself():
    folded = fold("T_comm + 1")
    assert folded.text is not None
    assert folded.offsets is None


@given(st.text(st.characters(codec=None), max_size=40) | st.text("x2²³₁½−\u200b∞·", max_size=30))
def test_places_lead_back_in_order_and_end_at_the_end(raw: str):
    text, offsets = fold(raw)
    if offsets is None:
        assert text == raw
        return
    assert len(offsets) == len(text) + 1
    assert offsets == sorted(offsets)
    assert offsets[-1] == len(raw)
    assert all(
        raw[place] == letter for letter, place in zip(text, offsets, strict=False) if raw[place : place + 1].isascii()
    )


@given(st.text(max_size=40))
def test_folding_twice_is_folding_once(raw: str):
    once = fold(raw).text
    assert fold(once).text == once


@pytest.mark.parametrize("raw", ["1" * 2001, "½" * 500, "\u200b" * 20_001, "x" * 10_000_000])
def test_a_text_that_is_too_long_is_refused(raw: str):
    with pytest.raises(TooMuchWork, match="at most"):
        fold(raw)
