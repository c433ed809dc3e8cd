"""Files that are whole or not there."""

from __future__ import annotations

import errno
import multiprocessing
import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from quizgen.batch import files
from quizgen.batch.files import Growing, Together, WholeFile, locked, make_folder, sweep, write_whole
from quizgen.errors import OutputError

WORDS = {
    errno.ENOSPC: "No space left",
    errno.EROFS: "Read-only",
    errno.EACCES: "Permission denied",
    errno.EDQUOT: "uota",
}


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def interrupt() -> None:
    raise KeyboardInterrupt


def failing(number: int):
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def test_a_file_appears_when_it_is_whole(tmp_path: Path):
    with WholeFile(tmp_path / "a.txt") as whole:
        whole.write("a")
        whole.write(b"b")
        assert names(tmp_path) == [".a.txt.tmp"]
    assert (names(tmp_path), (tmp_path / "a.txt").read_bytes()) == (["a.txt"], b"ab")


def test_an_error_leaves_the_old_file_and_no_half_one(tmp_path: Path):
    write_whole(tmp_path / "a.txt", "old")
    with suppress(KeyboardInterrupt), WholeFile(tmp_path / "a.txt") as whole:
        whole.write("new")
        interrupt()
    assert (names(tmp_path), (tmp_path / "a.txt").read_text(encoding="utf-8")) == (["a.txt"], "old")


@pytest.mark.parametrize("step", ["open", "fsync", "fdopen"])
@pytest.mark.parametrize("number", WORDS)
def test_whatever_the_system_refuses_is_told_with_the_file_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int
):
    write_whole(tmp_path / "a.txt", "old")
    monkeypatch.setattr(files.os, step, failing(number))
    with pytest.raises(OutputError, match=WORDS[number]) as refused:
        write_whole(tmp_path / "a.txt", "new")
    monkeypatch.undo()
    assert "a.txt" in str(refused.value)
    assert "mend: " in str(refused.value)
    sweep(tmp_path)
    assert (names(tmp_path), (tmp_path / "a.txt").read_text(encoding="utf-8")) == (["a.txt"], "old")


def test_private_files_and_folders_are_closed_to_others(tmp_path: Path):
    folder = make_folder(tmp_path / "teacher", private=True)
    write_whole(folder / "secret", "x", private=True)
    with Growing(folder / "a.part", lambda _line, _number: True, private=True):
        pass
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / "secret", folder / "a.part")]
    assert modes == [0o700, 0o600, 0o600]


def test_a_private_folder_that_was_open_is_closed(tmp_path: Path):
    (tmp_path / "teacher").mkdir(mode=0o755)
    assert stat.S_IMODE(make_folder(tmp_path / "teacher", private=True).stat().st_mode) == 0o700


def test_a_group_of_files_appears_at_once(tmp_path: Path):
    with Together() as together:
        together.write(tmp_path / "a", "1")
        together.write(tmp_path / "b", "2")
        assert names(tmp_path) == [".a.tmp", ".b.tmp"]
    assert names(tmp_path) == ["a", "b"]


def test_a_group_that_fails_leaves_nothing(tmp_path: Path):
    with suppress(KeyboardInterrupt), Together() as together:
        together.write(tmp_path / "a", "1")
        interrupt()
    assert names(tmp_path) == []


def test_a_temporary_file_that_someone_laid_out_as_a_link_isn_t_followed(tmp_path: Path):
    (tmp_path / "theirs").write_text("theirs", encoding="utf-8")
    (tmp_path / ".a.tmp").symlink_to(tmp_path / "theirs")
    write_whole(tmp_path / "a", "ours")
    assert (tmp_path / "theirs").read_text(encoding="utf-8") == "theirs"


# ---------------------------------------------------------------------------------------------------- growing
def whole_numbers(line: str, number: int) -> bool:
    return line == str(number)


def test_lines_grow_under_another_name_until_all_are_there(tmp_path: Path):
    with Growing(tmp_path / "n.part", whole_numbers) as grown:
        grown.append("1")
        grown.append("2")
        assert names(tmp_path) == ["n.part"]
        grown.publish(tmp_path / "n")
    assert (names(tmp_path), (tmp_path / "n").read_bytes()) == (["n"], b"1\n2\n")


@pytest.mark.parametrize(
    ("left", "whole"),
    [(b"", 0), (b"1\n2\n", 2), (b"1\n2\n3", 2), (b"1\n\x00\x00\n3\n", 1), (b"1\n3\n2\n", 1), (b"\xff\n", 0)],
)
def test_after_a_kill_it_goes_on_after_the_last_whole_line(tmp_path: Path, left: bytes, whole: int):
    (tmp_path / "n.part").write_bytes(left)
    with Growing(tmp_path / "n.part", whole_numbers) as grown:
        assert grown.lines == whole
        for number in range(whole + 1, 6):
            grown.append(str(number))
        grown.publish(tmp_path / "n")
    assert (tmp_path / "n").read_bytes() == b"1\n2\n3\n4\n5\n"


def test_an_error_keeps_the_lines_that_are_written(tmp_path: Path):
    with suppress(KeyboardInterrupt), Growing(tmp_path / "n.part", whole_numbers) as grown:
        grown.append("1")
        interrupt()
    with Growing(tmp_path / "n.part", whole_numbers) as grown:
        assert grown.lines == 1


# ---------------------------------------------------------------------------------------------------- locks
def try_to_lock(folder: Path, answer: multiprocessing.Queue) -> None:
    try:
        with locked(folder):
            answer.put("held")
    except OutputError as error:
        answer.put(str(error))


def asked_by_another_process(folder: Path) -> str:
    context = multiprocessing.get_context("spawn")
    answer = context.Queue()
    process = context.Process(target=try_to_lock, args=(folder, answer))
    process.start()
    told = answer.get(timeout=60)
    process.join(timeout=60)
    return told


def test_a_folder_is_held_by_one_run_at_a_time(tmp_path: Path):
    with locked(tmp_path):
        assert "another run is writing" in asked_by_another_process(tmp_path)
    assert asked_by_another_process(tmp_path) == "held"


def test_a_second_run_in_the_same_process_is_refused_too(tmp_path: Path):
    with locked(tmp_path), pytest.raises(OutputError, match="another run"), locked(tmp_path):
        pass
