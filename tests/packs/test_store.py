"""Records on disk are whole or missing, and digests tell sources apart."""

from __future__ import annotations

from quizgen.packs.store import digest_of, read_json, write_json
from tests.made_packs import write


def test_a_record_is_written_whole_or_not_at_all(tmp_path):
    file = tmp_path / "deep/er/record.json"
    assert write_json(file, {"format": 1, "b": "é", "a": [1]})
    assert read_json(file) == {"format": 1, "b": "é", "a": [1]}
    assert list(read_json(file) or {}) == ["format", "b", "a"]
    assert [each.name for each in file.parent.iterdir()] == ["record.json"]
    assert not write_json(file / "below", {"format": 1})
    assert not write_json(None, {})
    assert read_json(None) is None


def test_a_digest_tells_names_and_contents_apart(tmp_path):
    a, b = write(tmp_path, "a", "x"), write(tmp_path, "b", "y")
    digests = {
        digest_of("e", tmp_path, [a, b]),
        digest_of("e", tmp_path, [a]),
        digest_of("f", tmp_path, [a]),
        digest_of("e", tmp_path, [b]),
        digest_of("e", tmp_path, [tmp_path / "none"]),
    }
    assert len(digests) == 5
    write(tmp_path, "a", "changed")
    assert digest_of("e", tmp_path, [a]) not in digests
