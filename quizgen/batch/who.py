"""Whose a row of an answer file is: by form code, id, e-mail or name, trusted in this order; never by a guess."""

from __future__ import annotations

import unicodedata
from array import array
from collections import deque
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import NamedTuple

from quizgen.batch.damage import bare_zeros, damaged_id
from quizgen.batch.records import Handout, Records
from quizgen.escaping import visible
from quizgen.roster import folded, same_id

_MASK = (1 << 64) - 1
_SPREAD = 0x9E3779B97F4A7C15
AHEAD = 4
"""How many records ahead the next row's may be, in a file that has the order of the set."""
SEVERAL = -2
"""Stands for a word that more than one record has."""


class Claim(NamedTuple):
    """What a row says of who handed in; "" for what it doesn't say. `ids` are all cells that may hold the id."""

    form: str = ""
    ids: tuple[str, ...] = ()
    email: str = ""
    name: str = ""
    attempt: str = ""


class Stranger(NamedTuple):
    """Why a claim is nobody's, and what to do about it."""

    what: str
    mend: str = ""


class Index:
    """Words to positions, in 12 to 48 bytes a word: digests of 64 bits stand for them.

    `words` gives the word of each position, "" for none, as often as it is asked.
    """

    def __init__(self, words: Callable[[], Iterable[str]], count: int) -> None:
        self._words = words
        size = 1 << max(8, (2 * count).bit_length())
        self._keys, self._places = array("Q", bytes(8 * size)), array("i", bytes(4 * size))
        for position, word in enumerate(words()):
            if word:
                self._add(_digest(word), position)

    def get(self, word: str) -> int:
        """The position of a word; -1 for none, SEVERAL where it stands for more than one."""
        slot = self._slot(_digest(word))
        return self._places[slot] if self._keys[slot] else -1

    def all(self, word: str) -> list[int]:
        """Every position of a word; all words are gone through."""
        return [position for position, each in enumerate(self._words()) if each == word]

    def _add(self, key: int, position: int) -> None:
        slot = self._slot(key)
        self._places[slot] = SEVERAL if self._keys[slot] else position
        self._keys[slot] = key

    def _slot(self, key: int) -> int:
        keys, last = self._keys, len(self._keys) - 1
        slot = (key * _SPREAD & _MASK) >> 32 & last
        while keys[slot] and keys[slot] != key:
            slot = slot + 1 & last
        return slot


def _digest(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") or 1


class Coming:
    """Finds ids that come in the order of the records, without an index; only where nobody has two sheets."""

    def __init__(self, records: Records) -> None:
        self._coming = enumerate(records.students()) if records.single else iter(())
        self._seen: deque[tuple[int, str]] = deque()

    def at(self, name: str) -> int:
        """The position of an id that is among the next ones; -1 if it isn't."""
        seen = self._seen
        if seen and seen[0][1] == name:
            return seen.popleft()[0]
        while len(seen) < AHEAD and (found := next(self._coming, None)) is not None:
            seen.append(found)
        for ahead, (position, student) in enumerate(seen, 1):
            if student == name:
                for _ in range(ahead):
                    seen.popleft()
                return position
        return -1


class Directory:
    """Finds the record that a claim means. With `restore` an id without the zeros in front stands for the one with."""

    def __init__(self, records: Records, *, restore: bool = False) -> None:
        self._records, self._restore = records, restore
        self.find = lru_cache(maxsize=4096)(self._find)
        """The position of the record that a claim means, or why there is none."""

    def _find(self, claim: Claim) -> int | Stranger:
        form = self._forms.get(claim.form.strip().upper()) if claim.form.strip() else None
        if form is not None and form < 0:
            mend = "correct the code, or grade with the set that the form is from"
            return Stranger(f"no form of this set has the code `{_shown(claim.form)}`", mend)
        by_id = next((found for each in claim.ids if (found := self._sheets(self._ids, same_id(each)))), ())
        if form is not None:
            if by_id and form not in by_id:
                return self._different(form, by_id[0])
            return form
        if by_id:
            return self._one_of(by_id, claim)
        return self._by_less(claim)

    def _by_less(self, claim: Claim) -> int | Stranger:
        """By what is trusted less: e-mail, an id without its zeros, and a name where nothing else is given."""
        for address in (claim.email, *(each for each in claim.ids if "@" in each)):
            if by_email := self._sheets(self._ids, same_id(address)) or self._sheets_by_email(address):
                return self._one_of(by_email, claim)
        given = next((each for each in claim.ids if each.strip()), "")
        if given:
            return self._nearly(given)
        if claim.email.strip():
            return Stranger(f"nobody has the address `{_shown(claim.email)}` in this set", "correct it, or give ids")
        if not claim.name.strip():
            return Stranger("the row doesn't say whose it is", "fill in the id")
        by_name = self._sheets(self._names, _name_key(claim.name))
        if by_name:
            return self._one_of(by_name, claim)
        return Stranger(f"nobody is called `{_shown(claim.name)}` in this set", "give ids or e-mail addresses")

    def _nearly(self, text: str) -> int | Stranger:
        """An id that nobody has: perhaps a spreadsheet has changed it."""
        bare = bare_zeros(text)
        near = self._sheets(self._bare, bare) if bare else ()
        if len(near) == 1 and self._restore:
            return near[0]
        if near:
            full = self._records.one(near[0]).student
            what = f"no student has the id `{_shown(text)}`; has a spreadsheet taken zeros away from `{full}`?"
            return Stranger(what, "say `zeros: restore` in a mapping file, or import that column as text")
        spoilt = damaged_id(text)
        what = f"no student has the id `{_shown(text)}`" + (f": {spoilt}" if spoilt else "")
        return Stranger(what, "correct the id, or add the student to the set")

    def _one_of(self, sheets: tuple[int, ...], claim: Claim) -> int | Stranger:
        """Which of several sheets is meant: the attempt says it where all are one student's."""
        if len(sheets) == 1:
            return sheets[0]
        found = [self._records.one(at) for at in sheets]
        who = sorted({each.student for each in found})
        if len(who) > 1:
            return Stranger(f"{len(who)} students go by this: {', '.join(who[:5])}", "give ids or form codes")
        attempt = claim.attempt.strip()
        for at, each in zip(sheets, found, strict=True):
            if attempt == str(each.attempt):
                return at
        if attempt:
            return Stranger(f"{who[0]} has no sheet {_shown(attempt)}", "correct the attempt")
        mend = "add a column `form` or `attempt`"
        return Stranger(f"{who[0]} has {len(found)} sheets, and the row doesn't say which is meant", mend)

    def _different(self, form: int, other: int) -> Stranger:
        codes = self._records.one(form), self._records.one(other)
        what = f"form {codes[0].form} is {codes[0].student}'s, and the row is of {codes[1].student}"
        return Stranger(what, "correct the form code or the id")

    def _sheets(self, index: Index, word: str) -> tuple[int, ...]:
        """The positions of all records with a word, in their order."""
        at = index.get(word) if word else -1
        return () if at == -1 else (at,) if at >= 0 else tuple(index.all(word))

    def _sheets_by_email(self, email: str) -> tuple[int, ...]:
        return self._sheets(self._emails, same_id(email)) if email.strip() else ()

    # ------------------------------------------------------------------------------------------------ indexes
    @cached_property
    def _ids(self) -> Index:
        return self._index(lambda: map(same_id, self._records.students()))

    @cached_property
    def _forms(self) -> Index:
        return self._index(lambda: (each.form.upper() for each in self._records.holders()))

    @cached_property
    def _bare(self) -> Index:
        """Ids that begin with a zero, without it."""
        return self._index(lambda: map(_zeroless, self._records.students()))

    @cached_property
    def _emails(self) -> Index:
        return self._index(lambda: (same_id(each.email) for each in self._all()))

    @cached_property
    def _names(self) -> Index:
        return self._index(lambda: (_name_key(each.name) for each in self._all()))

    def _all(self) -> Iterable[Handout]:
        return self._records.read(0, len(self._records))

    def _index(self, words: Callable[[], Iterable[str]]) -> Index:
        return Index(words, len(self._records))


def _zeroless(name: str) -> str:
    return bare_zeros(name) if name.startswith("0") else ""


def _shown(text: str) -> str:
    return visible(text.strip())[:60]


def _name_key(name: str) -> str:
    """A name without case, accents and the order of its words."""
    words = unicodedata.normalize("NFKC", name).replace(",", " ").split()
    return " ".join(sorted(filter(None, map(folded, words))))


__all__ = ["Claim", "Coming", "Directory", "Index", "Stranger"]
