"""Sources on their way from any thread to the one that judges."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Generic, TypeVar

from grader.errors import JudgeError
from grader.grading import JudgingContext
from grader.runs.local import Work
from grader.submission import Submission

_Answer = TypeVar("_Answer")


@dataclass(eq=False)
class Order(Generic[_Answer]):
    """A source, and where its answer goes."""

    problem: str
    submission: Submission
    future: Future[_Answer]


class Orders(Generic[_Answer]):
    """A queue without a bound; ``wake`` is readable when there may be something in it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[Order[_Answer]] = deque()
        self._begun: set[Order[_Answer]] = set()
        self._closed = ""
        # Sockets and no pipe: Windows waits for nothing else.
        self._woken, self._waker = socket.socketpair()
        self._woken.setblocking(False)
        self._waker.setblocking(False)
        self.wake = self._woken.fileno()

    def put(self, order: Order[_Answer]) -> None:
        """Add an order; raises JudgeError when nobody will take it."""
        with self._lock:
            if self._closed:
                raise JudgeError(self._closed)
            self._waiting.append(order)
            self._ring()

    def wait(self) -> bool:
        """Sleep until there is an order; False when there will be none."""
        while True:
            with self._lock:
                if self._waiting:
                    return True
                if self._closed:
                    return False
            select.select([self.wake], [], [])
            self._silence()

    def works(self, contexts: Mapping[str, JudgingContext]) -> Iterator[Work]:
        """Orders as :func:`grader.runs.local.judge_many` takes them: perhaps none at present."""
        return _Works(self, contexts)

    def take(self) -> Order[_Answer] | None:
        """The next order that was not cancelled."""
        self._silence()
        while True:
            with self._lock:
                if not self._waiting:
                    return None
                order = self._waiting.popleft()
                self._begun.add(order)
            if order.future.set_running_or_notify_cancel():
                return order
            self._begun.discard(order)

    def answer(self, order: Order[_Answer], answer: _Answer) -> None:
        """An order is done with."""
        self._begun.discard(order)
        order.future.set_result(answer)

    def close(self, *, cancel: bool = False) -> None:
        """Take no more; what was not begun is cancelled, or still judged."""
        with self._lock:
            self._closed = self._closed or "the pool is closed"
            left = list(self._waiting) if cancel else []
            if cancel:
                self._waiting.clear()
            self._ring()
        for order in left:
            order.future.cancel()

    def break_down(self, message: str) -> None:
        """Nobody judges any more: whoever waits, or comes later, hears why."""
        with self._lock:
            self._closed = message
            left = [*self._begun, *self._waiting]
            self._begun.clear()
            self._waiting.clear()
        for order in left:
            if order.future.running() or order.future.set_running_or_notify_cancel():
                order.future.set_exception(JudgeError(message))

    def release(self) -> None:
        """Give back the descriptors, once no thread is here any more."""
        self._woken.close()
        self._waker.close()

    def _ring(self) -> None:
        with contextlib.suppress(BlockingIOError):  # full: it is readable for sure
            self._waker.send(b"!")

    def _silence(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while self._woken.recv(4096):
                pass


class _Works(Generic[_Answer]):
    """See :meth:`Orders.works`: after it had none, it can have more."""

    def __init__(self, orders: Orders[_Answer], contexts: Mapping[str, JudgingContext]) -> None:
        self._orders = orders
        self._benches = contexts

    def __iter__(self) -> Iterator[Work]:
        return self

    def __next__(self) -> Work:
        order = self._orders.take()
        if order is None:
            raise StopIteration
        return Work(order, self._benches[order.problem], order.submission)
