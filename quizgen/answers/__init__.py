"""The answer types: one file each, found here; the contract that all of them keep.

To add a type, add a file with a class that satisfies `AnswerType` (most easily a subclass of `BasicType`) and a module
constant `TYPE` that holds one; the file is named as the type. An installed package adds one as an entry point of the
group `quizgen.answers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from quizgen.answers.fields import AnswerField
from quizgen.answers.open_letters import OpenLetter
from quizgen.errors import NotFound
from quizgen.maths.expr import Expr
from quizgen.maths.kinds import Kind
from quizgen.maths.units import Unit
from quizgen.prose import Display, Prose
from quizgen.verdict import Counterexample, Malformed, Reading

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Scope(Protocol):
    """What a template offers to the answer type that compiles one of its parts."""

    def formula(self, text: str, **bound: Kind) -> tuple[Expr, Kind]:
        """Read and fold a formula of the author; `bound` adds names such as `it`. Raises MathsError."""
        ...

    def prose(self, text: str, *, public: bool = False, **bound: Kind) -> Prose:
        """Parse and fold a text with insertions; a public one (an option's text) may not name steps."""
        ...

    def unit(self, text: str) -> Unit:
        """A unit of the pack. Raises MathsError."""
        ...

    def display(self, expr: Expr) -> Display:
        """How the value of a formula is shown by default (that of a bare name, else the template's)."""
        ...

    def table(self, name: str) -> Mapping[str, Any]:
        """Rows by id. Raises MathsError."""
        ...

    @property
    def terms(self) -> Sequence[str]:
        """The pack's own terms (its glossary): a slip never makes one of them into another (POSITIONS 28)."""
        ...

    @property
    def asked(self) -> str:
        """The default precision, `3 sf`."""
        ...

    @property
    def letters(self) -> Mapping[str, OpenLetter]:
        """Every name that may stay open in an answer: declared symbols, and params that are numbers."""
        ...

    def written(self, name: str) -> Expr | None:
        """The formula of a let or step as its author wrote it, verbs included; None for any other name."""
        ...


class Asked(NamedTuple):
    """One part of one variant, as its answer type sees it: what it was compiled to, and the variant's values."""

    part: str
    spec: Mapping[str, Any]
    values: Mapping[str, Any]
    """Everything that a formula of the spec may name, in base units."""
    tables: Mapping[str, Mapping[str, Any]]
    texts: Mapping[str, Prose]
    units: Mapping[str, Unit]
    names: Mapping[str, str]
    """Spellings of declared names that may stand on a left side (`S`, `T_comm`, aliases) -> the name."""
    variant: str
    """Digest of the variant's params: what shuffling is keyed by."""
    log: str = "natural"
    decimal: str = "point"
    shown: tuple[Expr, ...] = ()
    """Formulas with open letters that the stem, or what is asked, shows."""


class Match(NamedTuple):
    """How a reading stands against one value.

    `standing` is right, precision, truncated, form, unit, dimension, some (some of it is right), condition (one isn't
    met), constant (that of integration is missing), given (what was given came back), pending (a person decides),
    undecided or value; `credit` is what that standing earns (1 for right, less for an accepted
    second best; the part's own fields decide for the rest). `says` is feedback that the part's author wrote for just
    this response. `counterexample` is a point at which it is wrong, if there is one to show.
    """

    standing: str
    credit: Fraction | int = 0
    evidence: str = ""
    notes: tuple[str, ...] = ()
    says: tuple[Prose, ...] = ()
    counterexample: Counterexample | None = None


class PublicOption(NamedTuple):
    """An offered choice: its letter, its text, and the names that its text adds (`it`)."""

    letter: str
    say: Prose
    values: Mapping[str, Any]


class Box(NamedTuple):
    """A value that is asked for by name: the name as it is typed, its symbol in LaTeX, and what it stands for."""

    name: str
    symbol: str
    means: Prose = Prose()


class PublicAnswer(NamedTuple):
    """What a sheet may show of an answer: nothing here depends on the key.

    `rule` is the sentence that states precision and form, the same for all variants; `unit` is printed beside the box
    where it is given. `way` is how it is answered: type (into one box), pick (one of the options), tick (any number of
    them), order (all of them), match (`items` with options), plan (a value for each of the `boxes`) or words (on so
    many `lines`).
    """

    rule: str = ""
    unit: str = ""
    options: tuple[PublicOption, ...] = ()
    way: str = "type"
    items: tuple[PublicOption, ...] = ()
    boxes: tuple[Box, ...] = ()
    lines: int = 0


class KeyLine(NamedTuple):
    """A line of what a solution says of a key that no step gives.

    It is an option, an item or a point, with the mark that it has on the sheet ("" for none). `right` is no for an
    option that is shown because there is a reason (`why`) against it. `to` is what an item is matched with.
    """

    mark: str
    say: Prose
    values: Mapping[str, Any] = {}
    right: bool = True
    why: Prose = Prose()
    to: PublicOption | None = None


class Point(NamedTuple):
    """What an open answer should say, with its share of the credit; `found` are the words that seem to say it."""

    say: Prose
    credit: Fraction | int
    found: str = ""


class Sample(NamedTuple):
    """A response that an answer type makes for its own test, with the outcome that it must get."""

    response: str
    outcome: str
    reason: str = ""


Quick = Callable[[str], tuple[Reading, Match] | None]
"""A response -> its reading and match, where these can be had fast."""
Rivals = Callable[[], Iterable[Any]]
"""Values that a response may be instead of the key, worked out when they are first asked for."""


class AnswerType(Protocol):
    """What every answer type does. All methods are pure; `read` never raises on any text."""

    name: str
    """The key of `answer:` that names it."""
    takes: AnswerField
    """What stands behind that key."""
    keys: Mapping[str, AnswerField]
    """The other keys that may stand beside it."""

    def compile(self, authored: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
        """The authored mapping as plain data (JSON values, Fractions, trees, Prose, tuples of these).

        Where one formula gives the key, it is `spec["is"]`: a bare name there is the step whose value a learner's own
        answer may stand in for (POSITIONS 30). Raises MathsError where the author is wrong.
        """
        ...

    def key(self, asked: Asked) -> Any:
        """What the part is judged against, for one variant."""
        ...

    def show(self, value: Any, asked: Asked) -> str:
        """A value as a response that reads to it: the printed key grades right."""
        ...

    def read(self, raw: str, asked: Asked) -> Reading | Malformed | None:
        """The response as read; None if it is blank."""
        ...

    def judge(self, reading: Reading, key: Any, asked: Asked) -> Match:
        """How the reading stands against a key."""
        ...

    def meets(self, reading: Reading, value: Any, key: Any, asked: Asked) -> bool:
        """Whether the reading is a trap's value, which differs from the key by more than the tolerance."""
        ...

    def differs(self, value: Any, key: Any, asked: Asked) -> bool:
        """Whether a trap's value would be told from the key."""
        ...

    def doubts(self, value: Any, key: Any, asked: Asked) -> str:
        """Why it can't be decided whether a trap's value differs from the key; "" where it is decided."""
        ...

    def it(self, reading: Reading, asked: Asked) -> Any:
        """What `it` stands for in feedback and in a trap's `picks`: the row or option named, or None."""
        ...

    def own(self, reading: Reading, asked: Asked) -> Any:
        """The reading as a value that later parts may be re-solved with; None where it can't be one (POSITIONS 30)."""
        ...

    def figures(self, key: Any, asked: Asked) -> int:
        """To how many significant figures this key is asked; 0 where honest rounding is no matter (POSITIONS 19)."""
        ...

    def rounds_to(self, reading: Reading, value: Any, asked: Asked) -> bool:
        """Whether the reading equals a value once that is rounded as the part asks."""
        ...

    def quick(self, key: Any, asked: Asked, rivals: Rivals | None) -> Quick | None:
        """A fast judge of plain responses: their reading and match, or None where `read` and `judge` must decide.

        What it gives agrees with them on every text. `rivals` gives the values (of traps and of rounded chains) of
        which a response may be one; a match other than right is given only where it is none of them, so never where
        `rivals` is None. None instead of a judge where the type has none.
        """
        ...

    def public(self, asked: Asked) -> PublicAnswer:
        """What a sheet may show."""
        ...

    def told(self, key: Any, asked: Asked) -> tuple[KeyLine, ...]:
        """The key as a solution shows it; () where the steps of the solution give it."""
        ...

    def points(self, reading: Reading, asked: Asked) -> tuple[Point, ...]:
        """What a person who marks an open answer looks for; () where the verdict needs no person (POSITIONS 32)."""
        ...

    def marked(self, reading: Reading, given: AbstractSet[int], asked: Asked) -> Match:
        """How an open answer stands in which a person found these of its points (numbers from 0)."""
        ...

    def samples(self, key: Any, asked: Asked) -> Sequence[Sample]:
        """Right, wrong and malformed responses to this key, for the contract test and `quiz check`."""
        ...


class BasicType:
    """An answer that is no row, stands in for nothing and isn't rounded; a type overrides what differs."""

    takes = AnswerField("The formula of the key.", ("formula",))

    def doubts(self, value: Any, key: Any, asked: Asked) -> str:
        """Values without letters are always told apart."""
        return ""

    def meets(self, reading: Reading, value: Any, key: Any, asked: Asked) -> bool:
        """The very value of the trap."""
        return self.differs(value, key, asked) and bool(reading.value == value)

    def differs(self, value: Any, key: Any, asked: Asked) -> bool:
        """Another value."""
        return bool(value != key)

    def it(self, reading: Reading, asked: Asked) -> Any:
        """Nothing is picked."""
        return None

    def own(self, reading: Reading, asked: Asked) -> Any:
        """No value that later parts rest on."""
        return None

    def figures(self, key: Any, asked: Asked) -> int:
        """Not asked to a number of figures."""
        return 0

    def rounds_to(self, reading: Reading, value: Any, asked: Asked) -> bool:
        """Nothing to round."""
        return False

    def quick(self, key: Any, asked: Asked, rivals: Rivals | None) -> Quick | None:
        """No fast judge."""
        return None

    def told(self, key: Any, asked: Asked) -> tuple[KeyLine, ...]:
        """The steps give the key."""
        return ()

    def points(self, reading: Reading, asked: Asked) -> tuple[Point, ...]:
        """No person is needed."""
        return ()

    def marked(self, reading: Reading, given: AbstractSet[int], asked: Asked) -> Match:
        """There is nothing to mark."""
        return Match("value")


@lru_cache(maxsize=64)
def answer_type(name: str) -> AnswerType:
    """The answer type of that name; its file is imported when it is first asked for. Raises NotFound."""
    found = _own(name)
    if found is None:
        found = next((each.load() for each in _installed() if each.name == name), None)
    if found is None:
        raise NotFound(f"no answer type goes by {name!r}; there are: {', '.join(answer_types())}")
    return cast("AnswerType", found)


@lru_cache(maxsize=1)
def answer_types() -> tuple[str, ...]:
    """The names of all answer types, sorted. Imports every one."""
    from pkgutil import iter_modules

    own = (each.name for each in iter_modules(__path__) if _own(each.name) is not None)
    return tuple(sorted({*own, *(each.name for each in _installed())}))


def _own(name: str) -> Any:
    """The type that the file of that name holds; None if there is no such file, or it holds none."""
    if not name.isidentifier():
        return None
    try:
        return getattr(import_module(f"quizgen.answers.{name}"), "TYPE", None)
    except ModuleNotFoundError as missing:
        if missing.name != f"quizgen.answers.{name}":
            raise
        return None


def _installed() -> Sequence[EntryPoint]:
    from importlib.metadata import entry_points

    return tuple(entry_points(group="quizgen.answers"))
