"""Files that come with quizgen are found in a checkout; `test_wheel.py` looks into a wheel."""

from __future__ import annotations

from pathlib import Path

from quizgen import __version__, resources

ROOT = Path(__file__).parent.parent


def test_in_a_checkout_layouts_and_bank_are_those_of_the_checkout():
    assert resources.embedded_bank() == ROOT / "problem_bank"
    assert resources.layouts() == ROOT / "templates"
    assert resources.compiled_store() is None
    assert resources.engine().startswith(f"{__version__}+")
