"""Files that are whole or not there: written under a temporary name, synced to the disk, renamed.

A temporary name begins with a dot and ends in `.tmp`; only the holder of a folder's lock writes there, so what a killed
run left is swept away by the next one.
"""

from __future__ import annotations

import errno
import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from quizgen.errors import OutputError

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
PUBLIC_FOLDER, PUBLIC_FILE = 0o777, 0o666
"""Less what the user's umask takes away."""
LOCK = ".lock"
_EXCLUSIVE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_MENDS = {
    errno.ENOSPC: "make room on the disk; the same command then goes on where it stopped",
    errno.EDQUOT: "your quota is used up: make room; the same command then goes on where it stopped",
    errno.EACCES: "you may not write there: choose another folder",
    errno.EPERM: "you may not write there: choose another folder",
    errno.EFBIG: "files here may not be as large: raise the limit (`ulimit -f`), or choose another disk",
    errno.EROFS: "that is read-only: choose another folder",
}


def make_folder(folder: Path, *, private: bool = False) -> Path:
    """The folder, made with its parents if it isn't there; a private one is closed to others. Raises OutputError."""
    with told(folder):
        folder.mkdir(mode=PRIVATE_FOLDER if private else PUBLIC_FOLDER, parents=True, exist_ok=True)
        if private and os.name == "posix":
            folder.chmod(PRIVATE_FOLDER)
    return folder


def write_whole(file: Path, content: str | bytes, *, private: bool = False) -> None:
    """Write a file in one go: a reader sees the old one or the new one. Raises OutputError."""
    with WholeFile(file, private=private) as whole:
        whole.write(content)


class WholeFile:
    """A file that appears under its name when the `with` block ends well, and not at all otherwise.

    Raises OutputError where it can't be written.
    """

    def __init__(self, file: Path, *, private: bool = False) -> None:
        self.file = file
        self._temporary = file.with_name(f".{file.name}.tmp")
        self._mode = PRIVATE_FILE if private else PUBLIC_FILE
        self._stream: IO[bytes] | None = None

    def open(self) -> Self:
        """Begin it under its temporary name; either `sync` and `publish` end it, or `drop`."""
        with told(self.file):
            try:
                handle = os.open(self._temporary, _EXCLUSIVE, self._mode)
            except FileExistsError:
                self._temporary.unlink()
                handle = os.open(self._temporary, _EXCLUSIVE, self._mode)
            self._stream = os.fdopen(handle, "wb", buffering=1 << 16)
        return self

    def __enter__(self) -> Self:
        return self.open()

    def write(self, content: str | bytes) -> None:
        """Add to the file; text is written as UTF-8."""
        assert self._stream is not None, "used outside its with block"  # noqa: S101 - a slip of ours, never input
        with told(self.file):
            self._stream.write(content.encode() if isinstance(content, str) else content)

    def flush(self) -> None:
        """Hand what is written to the system."""
        assert self._stream is not None, "used outside its with block"  # noqa: S101 - as above
        with told(self.file):
            self._stream.flush()

    def sync(self) -> None:
        """Have all that is written on the disk, and close."""
        assert self._stream is not None, "used outside its with block"  # noqa: S101 - as above
        with told(self.file):
            self._stream.flush()
            os.fsync(self._stream.fileno())
            self._stream.close()

    def publish(self) -> None:
        """Give the file its name; it is synced before."""
        with told(self.file):
            self._temporary.replace(self.file)

    def drop(self) -> None:
        """Leave nothing of it."""
        if self._stream is not None:
            with suppress(OSError):
                self._stream.close()
        with suppress(OSError):
            self._temporary.unlink()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.drop()
            return
        try:
            self.sync()
            self.publish()
            sync_folder(self.file.parent)
        except BaseException:  # Ctrl-C too leaves no half file
            self.drop()
            raise


class Together:
    """Small files that are synced and named in groups: the disk then works once for many of them.

    Inside its `with` block each file is whole once `commit` has run. Raises OutputError.
    """

    def __init__(self) -> None:
        self._waiting: list[WholeFile] = []

    def __enter__(self) -> Self:
        return self

    def write(self, file: Path, content: str | bytes, *, private: bool = False) -> None:
        """Write a file under its temporary name."""
        whole = WholeFile(file, private=private)
        self._waiting.append(whole)
        whole.open().write(content)
        whole.flush()

    def commit(self) -> None:
        """Give all files their names, once they are on the disk."""
        for whole in self._waiting:
            whole.sync()
        for whole in self._waiting:
            whole.publish()
        for folder in {whole.file.parent for whole in self._waiting}:
            sync_folder(folder)
        self._waiting.clear()

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        try:
            if kind is None:
                self.commit()
        finally:
            for whole in self._waiting:
                whole.drop()
            self._waiting.clear()


class Growing:
    """A file of lines that grows under a temporary name and survives a kill: the next run goes on after what is whole.

    `accepts` says of each line, without its end, whether it is whole; from the first that isn't on, all is cut off.
    The file ends `.part` until `publish`; after an error or a kill it stays, so that the work isn't lost.
    """

    def __init__(self, part: Path, accepts: Callable[[str, int], bool], *, private: bool = False) -> None:
        self.part = part
        self._accepts = accepts
        self._mode = PRIVATE_FILE if private else PUBLIC_FILE
        self._stream: IO[bytes] | None = None
        self.lines = 0
        """How many lines it has."""

    def __enter__(self) -> Self:
        with told(self.part):
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
            self._stream = os.fdopen(os.open(self.part, flags, self._mode), "r+b", buffering=1 << 16)
            self._stream.truncate(self._whole(self._stream))
            self._stream.seek(0, os.SEEK_END)
        return self

    def _whole(self, stream: IO[bytes]) -> int:
        """How many bytes are whole lines."""
        end = 0
        for raw in stream:
            line = raw.decode("utf-8", "replace")
            if not line.endswith("\n") or not self._accepts(line[:-1], self.lines + 1):
                break
            end, self.lines = end + len(raw), self.lines + 1
        return end

    def append(self, line: str) -> None:
        """Add a line, without its end."""
        assert self._stream is not None, "used outside its with block"  # noqa: S101 - a slip of ours, never input
        with told(self.part):
            self._stream.write(line.encode() + b"\n")
        self.lines += 1

    def sync(self) -> None:
        """Have all lines on the disk."""
        assert self._stream is not None, "used outside its with block"  # noqa: S101 - as above
        with told(self.part):
            self._stream.flush()
            os.fsync(self._stream.fileno())

    def publish(self, file: Path) -> None:
        """Give the whole file its name."""
        self.sync()
        assert self._stream is not None, "used outside its with block"  # noqa: S101 - as above
        with told(file):
            self._stream.close()
            self.part.replace(file)
            sync_folder(file.parent)

    def __exit__(self, *_: object) -> None:
        if self._stream is not None:
            # What was written of a line when the disk filled up is cut off by the next run.
            with suppress(OSError):
                self._stream.close()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder for this run; the system lets go of it when the process ends, however it ends.

    Raises OutputError if another run holds it.
    """
    file = folder / LOCK
    with told(file):
        handle = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), PRIVATE_FILE)
    try:
        _lock(handle, folder)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EAGAIN, errno.EDEADLK):
            raise OutputError(f"another run is writing into {folder}; wait until it is done") from error
        raise OutputError(f"{folder} can't be locked: {error.strerror or error}") from error


def sweep(folder: Path) -> None:
    """Take away the temporary files that a killed run left in a folder; its lock is held. Raises OutputError."""
    with told(folder):
        for left in folder.glob(".*.tmp"):
            left.unlink()


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk; where the system can't (Windows), they are when it likes.

    Raises OutputError.
    """
    if os.name != "posix":
        return
    with told(folder):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def told(file: Path) -> Iterator[None]:
    """Make an OutputError, fit for a person, of whatever the system says about a file."""
    try:
        yield
    except OSError as error:
        mend = _MENDS.get(error.errno or 0, "")
        what = f"{file} can't be written: {error.strerror or error}"
        raise OutputError(f"{what}\n  mend: {mend}" if mend else what) from error


def content_digest(content: str | bytes) -> str:
    """SHA-256 of a content, as hex digits."""
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()


def file_digest(file: Path) -> str:
    """SHA-256 of a file, read in pieces. Raises OSError."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def lines_of(file: Path) -> Iterable[str]:
    """The lines of a UTF-8 file without their ends, one after another. Raises OSError, UnicodeDecodeError."""
    with file.open(encoding="utf-8", newline="\n") as stream:
        for line in stream:
            yield line.removesuffix("\n")
