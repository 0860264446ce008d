"""Python functions that the library calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Visitor:
    """A callback that takes what a pointer leads to, and keeps what is raised: an exception would end in C and be lost.

    take: returns False to be given no more.
    """

    def __init__(self, callback: Callable[[Any], Any], take: Callable[[Any], bool]) -> None:
        self._take = take
        self._failure: BaseException | None = None
        self.c = callback(self._visit)

    def _visit(self, _: Any, pointer: Any) -> bool:
        try:
            return self._take(pointer.contents)
        except BaseException as error:
            self._failure = error
            return False

    def raise_failure(self) -> None:
        if self._failure:
            raise self._failure
