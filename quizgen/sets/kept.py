"""What was worked out last, so that it needn't be again: a bounded store, the oldest goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Up to `most` results by key. What is kept must be a pure function of its key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._results: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of a key; `make` gives it where it isn't kept."""
        results = self._results
        if key in results:
            results.move_to_end(key)
            return results[key]
        result = results[key] = make()
        if len(results) > self._most:
            results.popitem(last=False)
        return result
