"""What was handed in is arranged by sheet, in any order and amount, and nothing is left behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizgen.batch import pile
from quizgen.batch.pile import Entry, Pile

texts = st.text(st.characters(), max_size=6)
entries = st.builds(Entry, st.integers(0, 3), st.integers(1, 99), texts, texts, st.lists(texts, max_size=3))


@given(st.lists(st.tuples(st.integers(0, 700), entries), max_size=40))
def test_every_entry_comes_back_with_its_sheet_in_its_order(
    tmp_path_factory: pytest.TempPathFactory, given_: list[tuple[int, Entry]]
):
    folder = tmp_path_factory.mktemp("pile")
    with Pile(701, folder) as heap:
        for sheet, entry in given_:
            heap.add(sheet, entry)
        found = [
            (sheet, entry)
            for bundle in heap.bundles()
            for sheet, those in sorted(bundle.entries().items())
            for entry in those
            if bundle.first <= sheet < bundle.last
        ]
    assert found == sorted(given_, key=lambda pair: pair[0])
    assert not list(folder.iterdir())


def test_many_entries_wait_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pile, "HELD", 10)
    with Pile(1000, tmp_path) as heap:
        for at in range(1000):
            heap.add(999 - at, Entry(0, at, "", "", [str(at)]))
        assert len(list(tmp_path.iterdir())) == 4
        found = {sheet: those for bundle in heap.bundles() for sheet, those in bundle.entries().items()}
    assert {sheet: those[0].cells[0] for sheet, those in found.items()} == {at: str(999 - at) for at in range(1000)}


def test_bundles_cover_all_sheets_also_where_nothing_came(tmp_path: Path):
    with Pile(600, tmp_path) as heap:
        assert [(each.first, each.last, each.entries()) for each in heap.bundles()] == [
            (0, 256, {}), (256, 512, {}), (512, 600, {}),
        ]  # fmt: skip
