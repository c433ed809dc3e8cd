"""`quiz check`: is every variant sound?"""

from quizgen.cli.screen import guarded


@guarded
def check() -> None:
    """Check that every variant of a template is sound."""
