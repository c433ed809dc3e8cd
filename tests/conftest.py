"""What every test shares: goldens with an update flag, Hypothesis without a clock, and no silent skips under CI."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from tests.browser import program_file
from tests.site.built import missing

settings.register_profile("quizgen", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "quizgen")

ROOT = Path(__file__).parent.parent
GOLDENS = Path(__file__).parent / "goldens"


if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell starts jobs in the background with Ctrl-C ignored, and programs under test would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-goldens` writes what the tests see instead of comparing with it."""
    parser.addoption("--update-goldens", action="store_true", help="write tests/goldens anew")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests in a browser, or of the built page, are left out and told to be where there is none; under CI they fail."""
    lacking = {"browser": program_file() is None, "built": bool(missing())}
    if os.environ.get("CI"):
        return
    marks = [mark for mark, lacks in lacking.items() if lacks]
    left_out = [item for item in items if any(map(item.get_closest_marker, marks))]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden("speedup.md", text)`: the text is that of `tests/goldens/speedup.md`."""

    def check(name: str, text: str) -> None:
        file = GOLDENS / name
        if request.config.getoption("--update-goldens"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        assert file.is_file(), f"no golden {name}: run pytest --update-goldens and read what it writes"
        assert text == file.read_text(encoding="utf-8")

    return check


def build(kind: str, source: Path, into: Path) -> Path:
    """Build a wheel or an sdist with what is installed here, so that no network is needed."""
    command = [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", str(into), str(source)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(into.glob("*.whl" if kind == "wheel" else "*.tar.gz"))


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout."""
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def wheel_from_sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the unpacked sdist."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(build("sdist", ROOT, folder)) as archive:
        archive.extractall(folder, filter="data")
    source = next(path for path in folder.iterdir() if path.is_dir())
    return build("wheel", source, tmp_path_factory.mktemp("wheel-from-sdist"))


@pytest.fixture(scope="session")
def shipped(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an installed package: the wheel as pip installs it, without what it depends on."""
    folder = tmp_path_factory.mktemp("site")
    command = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(folder), str(wheel)]
    subprocess.run([sys.executable, *command], check=True, timeout=300)
    return folder


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Under CI a skipped test is a failed run: what isn't run isn't known."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter is not None else []
    if os.environ.get("CI") and skipped and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
