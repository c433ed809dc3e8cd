"""What a template points at outside itself: words of the glossary, and results of the problem that it continues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from quizgen.compiled import Part
from quizgen.compiling.scope import TemplateScope, at
from quizgen.maths.expr import Name
from quizgen.prose import Prose
from quizgen.template import Template

_GAP = re.compile(r"[\s-]+")


def glossary(scope: TemplateScope, layers: Sequence[Template]) -> dict[str, Prose]:
    """The entries that the template links to, and those whose term stands in its own texts, in the pack's order.

    Raises SourceError for an entry that can't be read.
    """
    pack, template = scope.pack.pack, layers[-1]
    linked = {link.partition(":")[2].strip() for link in template.links if link.startswith("glossary:")}
    said = " ".join(_GAP.sub(" ", text) for text in _texts(layers)).casefold()
    found = {}
    for term, entry in pack.glossary.items():
        if term in linked or _stands_in(term, said):
            with at(pack, "glossary", term):
                found[term] = scope.prose(entry, public=True)
    return found


def recalled(scope: TemplateScope, layers: Sequence[Template], parts: Iterable[Part]) -> tuple[str, ...]:
    """The steps that the continued templates ask for, without those that are asked again here."""
    again = {formula.name for part in parts if isinstance(formula := part.spec.get("is"), Name)}
    asked = (part.answer.get(part.type) for layer in layers[:-1] for part in layer.parts)
    steps = [name for name in asked if isinstance(name, str) and name in scope.named and name not in again]
    return tuple(dict.fromkeys(name for name in steps if scope.named[name].role == "step"))


def _texts(layers: Sequence[Template]) -> Iterator[str]:
    """What the problem poses and how its solution is told."""
    template = layers[-1]
    yield template.stem
    yield from (part.ask for part in template.parts)
    for layer in layers:
        yield from (text for step in layer.steps for text in (step.do or "", step.why))


def _stands_in(term: str, said: str) -> bool:
    """Whether a term stands there as whole words, as one or many; a hyphen is as good as a space."""
    words = re.escape(_GAP.sub(" ", term).casefold())
    return re.search(rf"(?<!\w){words}(?:e?s)?(?!\w)", said) is not None
