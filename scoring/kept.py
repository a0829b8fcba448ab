"""Answers that many ask for: rendered by the first, handed out to the rest."""

from __future__ import annotations

from collections.abc import Callable


class Kept:
    """The newest answers of a process by their ETags; an ETag stands for everything that they depend on."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._answers: dict[str, bytes] = {}

    def get(self, tag: str, render: Callable[[], bytes]) -> bytes:
        """The answer with this ETag."""
        answer = self._answers.get(tag)
        if answer is None:
            answer = self._answers[tag] = render()
            while len(self._answers) > self._most:
                del self._answers[next(iter(self._answers))]
        return answer

    def clear(self) -> None:
        """Forget them all."""
        self._answers.clear()
