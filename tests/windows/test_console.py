"""navlint.exe with a console of its own, which it has after a double click and when files are dropped on it, under wine64: a terminal
without another program of Windows is such a console.

    NAVLINT_EXE=build-windows/bin/navlint.exe python3 -m pytest tests/windows/test_console.py
"""

import fcntl
import os
import pathlib
import pty
import re
import select
import struct
import subprocess
import termios
import time

import pytest
from wine import DEADLINE_S, IS_THERE, ROOT, WINE, environment, run, windows_path

EXE = pathlib.Path(os.environ.get("NAVLINT_EXE", ROOT / "build-windows/bin/navlint.exe")).absolute()
PROMPT = "Press a key to close this window."

if not EXE.exists() or not IS_THERE:
    pytest.skip("navlint.exe or wine64 is not there", allow_module_level=True)


def text_of(screen):
    """Wine skips a cell for a space, and draws navlint's own sequences as if they were letters."""
    text = re.sub(r"\x1b\[1C", " ", screen.decode(errors="replace"))
    return re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", text).replace("\r", "")


class Console:
    """A program of Windows with a console that no other program uses."""

    def __init__(self, *words):
        self.screen = b""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 400, 250, 0, 0))
        self._process = subprocess.Popen([WINE, *words], stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
                                         env=environment(TERM="xterm"))
        os.close(slave)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._master)

    def _show(self, timeout_s):
        if not select.select([self._master], [], [], timeout_s)[0]:
            return False
        try:
            self.screen += os.read(self._master, 1 << 16)
        except OSError:  # Linux says so when nobody has the terminal open any more
            return False
        return True

    def read_to(self, wanted):
        """What it shows until `wanted` is there."""
        end = time.monotonic() + DEADLINE_S
        while wanted not in text_of(self.screen) and time.monotonic() < end:
            self._show(0.1)
        return text_of(self.screen)

    def is_running_after(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end and self._process.poll() is None:
            self._show(0.1)
        return self._process.poll() is None

    def press(self, key):
        os.write(self._master, key)

    def end(self):
        """Its exit status and all that it has shown."""
        deadline = time.monotonic() + DEADLINE_S
        while self._process.poll() is None and time.monotonic() < deadline:
            self._show(0.1)
        while self._show(0.2):
            pass
        return self._process.wait(1), text_of(self.screen)


@pytest.fixture(name="folder")
def _folder(tmp_path):
    """Two files with a finding each."""
    (tmp_path / "mit Leerzeichen").mkdir()
    witness = ROOT / "corpus/source_nav/witness/NAV_CONN_UNRESOLVED.nav"
    for name in ("größe.nav", "mit Leerzeichen/地図.nav"):
        (tmp_path / name).write_bytes(witness.read_bytes())
    return tmp_path


def test_a_double_click_shows_help_and_waits():
    with Console(EXE) as console:
        shown = console.read_to(PROMPT)
        assert "Usage: navlint" in shown and PROMPT in shown
        assert console.is_running_after(1)
        console.press(b"x")
        assert console.end()[0] == 0


def test_what_is_dropped_is_judged_and_shown(folder):
    dropped = [folder / "größe.nav", folder / "mit Leerzeichen"]
    with Console(EXE, *map(windows_path, dropped)) as console:
        shown = console.read_to(PROMPT)
        for name in ("größe.nav", "地図.nav"):
            assert f"Z:{folder}" in shown and name in shown
        assert shown.count("NAV_CONN_UNRESOLVED") == 2
        assert "2 files: 2 invalid" in shown and PROMPT in shown
        console.press(b" ")
        assert console.end()[0] == 1


def test_it_waits_after_what_cannot_be_read(folder):
    with Console(EXE, windows_path(folder / "absent.nav")) as console:
        assert "No such file" in console.read_to(PROMPT)
        assert console.is_running_after(1)
        console.press(b"x")
        assert console.end()[0] == 3


@pytest.mark.parametrize("words, status", [(["--version"], 0), (["check"], 2)])
def test_a_command_does_not_wait(words, status):
    with Console(EXE, *words) as console:
        code, shown = console.end()
    assert code == status and PROMPT not in shown


def test_it_does_not_wait_in_a_console_of_others():
    """cmd.exe has the console as well: a prompt follows, and the window stays."""
    with Console("cmd", "/c", windows_path(EXE)) as console:
        code, shown = console.end()
    assert code == 2 and PROMPT not in shown


def test_it_does_not_wait_without_a_console(folder):
    done = run(EXE, windows_path(folder / "größe.nav"))
    assert done.returncode == 2 and PROMPT.encode() not in done.stderr
