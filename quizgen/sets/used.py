"""Which variants a set has used: a set of 64-bit numbers in a fifth of the memory of Python's own."""

from __future__ import annotations

from array import array

_MASK = (1 << 64) - 1
_SPREAD = 0x9E3779B97F4A7C15


class Marks:
    """Numbers of 64 bits, added one by one and never taken away; 16 to 32 bytes each."""

    def __init__(self) -> None:
        self._slots = array("Q", bytes(8 * 256))
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __contains__(self, number: int) -> bool:
        return bool(self._slots[self._place(self._slots, number or 1)])

    def add(self, number: int) -> bool:
        """Add a number; False if it was there."""
        number = number or 1
        place = self._place(self._slots, number)
        if self._slots[place]:
            return False
        self._slots[place] = number
        self._count += 1
        if 2 * self._count > len(self._slots):
            self._grow()
        return True

    def _grow(self) -> None:
        slots = array("Q", bytes(16 * len(self._slots)))
        for number in self._slots:
            if number:
                slots[self._place(slots, number)] = number
        self._slots = slots

    @staticmethod
    def _place(slots: array[int], number: int) -> int:
        """Where the number stands, or else the empty place for it."""
        last = len(slots) - 1
        place = (number * _SPREAD & _MASK) >> 32 & last
        while slots[place] and slots[place] != number:
            place = place + 1 & last
        return place
