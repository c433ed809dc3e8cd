"""What is kept so that it needn't be worked out again."""

from __future__ import annotations

from quizgen.sets.kept import Kept


def test_a_result_is_worked_out_once_while_it_is_kept():
    made: list[int] = []
    kept: Kept[int] = Kept(2)

    def ask(key: int) -> int:
        return kept.get(key, lambda: made.append(key) or key * 10)

    assert [ask(key) for key in (1, 2, 1, 3, 1, 2)] == [10, 20, 10, 30, 10, 20]
    assert made == [1, 2, 3, 2]
