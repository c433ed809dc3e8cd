"""What a template takes from its glossary and from the problem that it continues."""

from __future__ import annotations

import pytest

from quizgen.codec import from_json, to_json
from quizgen.compiled import CompiledTemplate
from quizgen.errors import SourceError
from quizgen.generator import example, public
from quizgen.pack import parse_pack
from quizgen.prose import markdown
from quizgen.solver import compile_template
from quizgen.template import parse_template
from quizgen.yaml_files import loads
from tests.hand_made import BUDGET, SPEEDUP, WAYS, WAYS_PACK, compiled

CONTINUED = """
id: share
title: Share
level: 3
continues: budget
links: [glossary:waste, topic:thrift]
steps:
  - {name: kept, is: E * k, do: Go on, why: The micro batches stay.}
stem: Now go on.
parts:
  - {id: kept, ask: 'What is kept?', answer: {number: kept}}
  - {id: again, ask: 'And the first speedup?', answer: {number: S}}
"""
GLOSSARY = """
title: Trial
version: 1
traps:
  ideal-speedup: {say: Communication was left out.}
glossary:
  micro-batch: A small one.
  waste: What is lost.
  kept: Not lost.
  scale: Something else.
  go: To move.
"""


def continued(pack: str = GLOSSARY) -> CompiledTemplate:
    templates = [parse_template(loads(text)) for text in (BUDGET, CONTINUED)]
    return compile_template(templates[1], parse_pack(loads(pack), "trial"), templates[:1])


def test_entries_are_those_that_are_linked_or_whose_term_stands_in_the_texts():
    assert list(continued().glossary) == ["micro-batch", "waste", "kept", "scale", "go"]
    assert list(compiled(WAYS, WAYS_PACK).glossary) == ["share", "fair"]
    assert compiled(SPEEDUP).glossary == {}


def test_an_entry_that_cannot_be_read_is_named_in_the_pack():
    with pytest.raises(SourceError, match="T_odd"):
        continued(GLOSSARY.replace("What is lost.", "What <<T_odd>> is."))


def test_what_the_continued_problem_asks_for_is_recalled_unless_it_is_asked_again():
    assert continued().recalls == ("T_comm", "E", "S_a", "E_a")
    assert compiled(BUDGET).recalls == ()
    assert from_json(to_json(continued())).recalls == continued().recalls


def test_recalled_results_are_shown_only_where_they_may_be():
    variant = example(continued())
    assert public(variant).recalls == ()
    assert "E" not in public(variant).values
    shown = public(variant, recall=True)
    told = [markdown(each, shown.values, shown.texts) for each in shown.recalls]
    assert told == [
        r"$T_{\mathrm{comm}} = 50\thinspace \mathrm{ms}$",
        "$E = 0.8$",
        r"$S_{a} \approx 5.647$",
        r"$E_{a} \approx 0.9412$",
    ]
    assert "kept" not in shown.values


def test_what_to_read_again_names_no_entry_where_a_term_may_be_the_answer():
    assert public(example(continued())).reread == ("waste", "thrift")
    assert public(example(compiled(WAYS, WAYS_PACK))).reread == ("halves",)


def test_a_step_that_is_not_there_cannot_be_revealed():
    child = CONTINUED.replace("answer: {number: kept}", "answer: {number: kept}, reveals: [nothing]")
    parent, template = (parse_template(loads(text)) for text in (BUDGET, child))
    pack = parse_pack(loads(GLOSSARY), "trial")
    with pytest.raises(SourceError, match="`nothing` is no step"):
        compile_template(template, pack, [parent])
