"""Turns a function that hands out things one after the other into an iterator: it goes on while things are asked for."""

from __future__ import annotations

import atexit
import threading
import weakref
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")

_AHEAD = 4  # things that are made before they are asked for


class Producer(Generic[Item]):
    """Runs `work` in a thread of its own. `work` is given a function that takes a thing and returns False when no more is
    wanted. Only the queues are shared, and theirs are the locks that a garbage collection may meet in any thread."""

    def __init__(self, work: Callable[[Callable[[Item], bool]], None]) -> None:
        self._work = work
        self._made: SimpleQueue[Any] = SimpleQueue()
        self._wanted: SimpleQueue[None] = SimpleQueue()
        self._is_stopped = False
        self._thread = threading.Thread(target=self._run, name="navlint", daemon=True)

    def items(self) -> Iterator[Item]:
        """The things. Raises what `work` raises."""
        for _ in range(_AHEAD):
            self._wanted.put(None)
        _running.add(self)
        self._thread.start()
        try:
            while (made := self._made.get()) is not None:
                if isinstance(made, BaseException):
                    raise made
                self._wanted.put(None)
                yield made
        finally:
            self.stop()

    def stop(self) -> None:
        self._is_stopped = True
        self._wanted.put(None)
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _put(self, item: Item) -> bool:
        if not self._is_stopped:
            self._wanted.get()  # who stops puts one more, after saying so
        if not self._is_stopped:
            self._made.put(item)
        return not self._is_stopped

    def _run(self) -> None:
        end: BaseException | None = None
        try:
            self._work(self._put)
        except BaseException as error:
            end = error
        self._made.put(end)


_running: weakref.WeakSet[Producer[Any]] = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    """A thread that is in C must not outlive the interpreter."""
    for producer in list(_running):
        producer.stop()
