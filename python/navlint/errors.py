"""What is raised when a call cannot do what it was asked. A damaged file is no error: its report says what is wrong."""

from __future__ import annotations


class NavlintError(Exception):
    """The base of all errors of this package.

    status: the reason as a word, as the npm package has it: "unknownRule", "notRecognised", ...
    """

    status = "failed"


class LibraryError(NavlintError, ImportError):
    """The shared library is missing, or is none that this package can use."""

    status = "noLibrary"


class OptionError(NavlintError, ValueError):
    """An option has a value that the library does not know.

    culprit: the offending name; None where the message says it all.
    """

    status = "badArgument"

    def __init__(self, message: str, status: str = "badArgument", culprit: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.culprit = culprit


class NotRecognised(NavlintError, ValueError):
    """No format recognises the bytes. `check` never raises it: its report is `indeterminate`."""

    status = "notRecognised"


class Unsupported(NavlintError, ValueError):
    """The format is known but cannot do this, or a limit keeps the file from being decoded."""

    status = "unsupported"


class OutOfMemory(NavlintError, MemoryError):
    """Memory ran out."""

    status = "noMemory"
