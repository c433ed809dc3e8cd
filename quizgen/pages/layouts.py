"""The one Jinja environment, and the layouts of `templates/` by their names."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from quizgen import resources

if TYPE_CHECKING:
    from pathlib import Path

    from jinja2 import Environment, Template


@lru_cache(maxsize=1)
def _environment() -> Environment:
    """Autoescape is on for all layouts: what is markup already comes as Markup."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    return Environment(
        loader=FunctionLoader(_found), autoescape=True, undefined=StrictUndefined, auto_reload=False,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip


def _found(name: str) -> str | None:
    """The text of a layout of ours; None for one that isn't there."""
    try:
        return resources.layout_text(name)
    except OSError:
        return None


@lru_cache(maxsize=64)
def layout(name: str) -> Template:
    """A layout of ours, by its path in `templates/`."""
    return _environment().get_template(name)


@lru_cache(maxsize=16)
def layout_file(file: Path) -> Template:
    """A layout that an installed package brings; it may use ours."""
    return _environment().from_string(file.read_text(encoding="utf-8"))
