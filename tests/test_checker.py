"""`quiz check` finds each kind of fault, names a variant that has it, and finds nothing in a sound template."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from quizgen import renderer
from quizgen.checker import check, check_many
from quizgen.checking.findings import Finding, Report
from quizgen.compiled import CompiledTemplate
from quizgen.generator import from_params, public
from quizgen.maths.expr import Name
from quizgen.maths.reader import read
from quizgen.pack import parse_pack
from quizgen.prose import Display, Insertion, Prose
from quizgen.sampler import variants
from quizgen.solver import compile_template
from quizgen.template import parse_template
from quizgen.yaml_files import loads
from tests.hand_made import WAYS, WAYS_PACK

PACK = r"""
title: A pack for tests
version: 1
tables:
  modes:
    columns: {name: text, aliases: texts, pace: number}
    rows:
      sync: {name: synchronous, aliases: [in step], pace: 1}
      async: {name: asynchronous, aliases: [on its own], pace: 3}
      mixed: {name: half and half, aliases: [blended], pace: 2}
"""

SOUND = r"""
id: sharing
title: Sharing
level: 2
params:
  n: {draw: {from: 10, to: 40, step: 2}, means: sweets}
  k: {draw: [3, 4, 5, 6], noun: [child, children]}
where:
  - k < n / 2
example: {n: 20, k: 4}
steps:
  - name: each
    is: n / k
    do: Divide the sweets by the children
    why: Everybody gets the same.
verify:
  - that: each * k = n
    say: Together they have all of them.
traps:
  - name: upside-down
    instead: {each: k / n}
    say: That is the other way round.
stem: |
  There are $<<n>>$ sweets for <<k>>.
forecast: Is it more than two each?
parts:
  - id: each
    ask: How many does each get?
    answer: {number: each}
    hints:
      - Divide $<<n>>$ fairly.
"""


def made(text: str) -> CompiledTemplate:
    pack = parse_pack(loads(PACK, "testing/pack.yaml"), "testing")
    return compile_template(parse_template(loads(text, "testing/level2/one.yaml")), pack)


def swapped(*pairs: tuple[str, str], text: str = SOUND) -> CompiledTemplate:
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return made(text)


def found(report: Report, what: str, severity: str = "error") -> Finding:
    """The one finding of that severity whose words contain `what`."""
    (finding,) = [each for each in report.findings if what in each.what and each.severity == severity]
    return finding


# ------------------------------------------------------------------------------------------------ a sound template


def test_a_sound_template_has_nothing_to_report():
    report = check(made(SOUND))
    assert report.findings == ()
    assert report.sound
    assert (report.space, report.checked, report.exhaustive, report.acceptance) == (61, 61, True, Fraction(61, 64))
    assert [(each.source, each.alone) for each in report.refusals] == [("k < n / 2", 3)]


def test_a_quick_check_looks_at_some_draws_and_at_all_variants_where_they_are_few():
    few = check(made(SOUND), 10)
    assert not few.exhaustive
    assert 5 < few.checked <= 10
    assert check(made(SOUND), quick=True).exhaustive


def test_a_space_too_large_to_look_through_is_sampled():
    template = swapped(("{from: 10, to: 40, step: 2}", "{from: 10, to: 2000000}"))
    report = check(template, 20)
    assert not report.exhaustive
    assert report.checked == 20


# ------------------------------------------------------------------------------------------------ values and keys


def test_a_division_by_zero_is_named_with_its_variant():
    no_traps = SOUND[: SOUND.index("traps:")] + SOUND[SOUND.index("stem:") :]
    template = swapped(("is: n / k", "is: n / (k - 5)"), ("each * k = n", "n > 0"), text=no_traps)
    finding = found(check(template), "a step has no value: each")
    assert finding.variant is not None
    assert finding.variant["k"] == 5
    assert finding.count == 15
    assert "where" in finding.mend


def test_a_verify_that_fails_is_named_with_its_values():
    finding = found(check(swapped(("each * k = n", "each < 13"))), "verify fails: each < 13")
    assert finding.detail == "each = 13.33"
    assert finding.variant == {"n": 40, "k": 3}


def test_a_key_that_never_varies_is_refused_unless_it_is_meant():
    pairs = (("is: n / k", "is: n / n"), ("each * k = n", "each = 1"))
    assert found(check(swapped(*pairs)), "its key is the same in every variant").detail == "1"
    assert check(swapped(*pairs, ("level: 2", "level: 2\nconstant_key: yes"))).findings == ()


def test_a_relative_tolerance_on_a_key_that_can_be_zero_is_refused():
    pairs = (("is: n / k", "is: n - 20"), ("each * k = n", "n > 0"), ("{number: each}", "{number: each, within: 1 %}"))
    finding = found(check(swapped(*pairs)), "a relative tolerance on a key of 0")
    assert finding.variant is not None
    assert finding.variant["n"] == 20


# ------------------------------------------------------------------------------------------------ traps and options


def test_a_trap_that_always_gives_the_key_is_refused():
    template = swapped(("instead: {each: k / n}", "instead: {each: 2 * n / (2 * k)}"))
    assert found(check(template), "trap upside-down: it never gives another answer").variant is None


def test_a_trap_that_sometimes_gives_the_key_is_counted():
    finding = found(check(swapped(("instead: {each: k / n}", "instead: {each: 4}"))), "in 4 of 61 variants", "note")
    assert finding.what.startswith("trap upside-down: it gives the key of part each")


def test_a_trap_that_its_condition_leaves_out_is_no_coincidence():
    template = swapped(("    instead: {each: k / n}", "    when: n / k != 4\n    instead: {each: 4}"))
    assert check(template).findings == ()


def test_a_trap_whose_condition_never_holds_is_pointed_out():
    template = swapped(("    instead: {each: k / n}", "    when: n < 0\n    instead: {each: k / n}"))
    assert found(check(template), "its `when` never holds", "warning")


CHOICE = r"""
id: choosing
title: Choosing
level: 1
params:
  s: {draw: {from: 1, to: 60}}
  mode: {draw: modes}
example: {s: 5, mode: sync}
steps:
  - name: found
    is: mode
    do: Look at the pace
    why: It is $<<found.pace>>$.
verify:
  - that: found = mode
    say: It is what was described.
stem: |
  Step $<<s>>$ has the pace $<<mode.pace>>$.
forecast: Does anybody wait?
parts:
  - id: mode
    ask: Which mode is it?
    answer: {choice: found, among: modes}
    otherwise: No, that is <<it.name>>.
  - id: pace
    ask: Is $<<s>>$ more than 30?
    answer:
      choice: one
      options:
        - {say: 'Yes', right: s > 30}
        - {say: 'No', right: s <= 30, else: 'Look again at $<<s>>$.'}
"""


def test_a_sound_choice_has_nothing_to_report():
    assert check(made(CHOICE)).findings == ()


def test_a_choice_with_two_right_options_or_none_is_named_with_its_variant():
    two = found(check(swapped(("right: s <= 30", "right: s <= 31"), text=CHOICE)), "not exactly one option is right")
    assert (two.count, two.variant and two.variant["s"]) == (3, 31)
    none = found(check(swapped(("right: s <= 30", "right: s < 30"), text=CHOICE)), "not exactly one option is right")
    assert (none.count, none.detail) == (3, "right: none")


def test_options_that_read_the_same_are_named():
    template = swapped(("{say: 'No',", '{say: \'<<if(s = 7, "Yes", "No")>>\','), text=CHOICE)
    finding = found(check(template), "two options read the same")
    assert (finding.detail, finding.count) == ("Yes", 3)


def test_options_taken_from_a_table_may_depend_on_the_key_and_nothing_else_may():
    template = swapped(("among: modes}", "among: modes, offer: 2}"), text=CHOICE)
    assert check(template).findings == ()


def test_terms_one_letter_apart_are_listed():
    text = CHOICE.replace("{choice: found, among: modes}", "{text: found, among: modes}")
    near = made(text)
    near.tables["modes"]["mixed"].cells["aliases"] = ("blended", "asynchronouz")
    assert [each.what for each in check(near).findings] == [
        "part mode: 'synchronous' (sync) and 'asynchronous' (async) are one letter apart",
        "part mode: 'asynchronous' (async) and 'asynchronouz' (mixed) are one letter apart",
    ]


# ------------------------------------------------------------------------------------------------ texts


@pytest.mark.parametrize(
    ("stem", "what"),
    [
        ("There are $<<n - 9>>x$ for <<k>>.", "a factor of 1 is written"),
        ("There are $<<n>> + <<5 - k>>$ for <<k>>.", "two signs follow each other"),
    ],
)
def test_what_reads_oddly_is_found_where_it_comes_from_a_value(stem: str, what: str):
    template = swapped(("There are $<<n>>$ sweets for <<k>>.", stem))
    assert found(check(template), f"stem: {what}").variant is not None


def test_an_insertion_that_a_cell_of_a_table_keeps_is_found():
    template = made(CHOICE)
    template.tables["modes"]["mixed"].cells["name"] = "half <<nobody>>"
    report = check(template)
    assert found(report, "part mode, options: an insertion isn't filled").count == 180
    assert "half <<nobody>>" in found(report, "part mode, feedback: an insertion isn't filled").detail


def test_the_authors_own_words_may_look_odd():
    odd = r"There are $<<n>>$ sweets -- or `1x` and `+ -`, None at all, \<< that is it >> -- for <<k>>."
    assert check(swapped(("There are $<<n>>$ sweets for <<k>>.", odd))).findings == ()


def test_a_value_that_an_author_wrote_may_look_odd():
    text = CHOICE.replace("mode: {draw: modes}", "mode: {draw: modes}\n  lens: {draw: [1x, 4x, 10x]}")
    text = text.replace("Step $<<s>>$", "Lens <<lens>>, step $<<s>>$").replace("{s: 5,", "{lens: 4x, s: 5,")
    assert check(made(text)).findings == ()


def test_variants_that_show_the_same_are_noted():
    template = swapped(("  k: {draw", "  idle: {draw: [1, 2]}\n  k: {draw"), ("{n: 20,", "{idle: 1, n: 20,"))
    assert [each.what for each in check(template).findings] == ["61 of 122 variants show the same as another one"]


def test_latex_that_does_not_convert_is_named_with_its_text():
    finding = found(check(swapped(("    ask: How many", r"    ask: $\nosuch{1}$ How many"))), "part each, ask")
    assert "nosuch" in finding.detail
    finding = found(check(swapped(("Everybody gets", r"$\frac{1}$ Everybody gets"))), "step each")
    assert finding.count == 61


def test_a_figure_that_cannot_be_drawn_is_named():
    report = check(replace(made(SOUND), solution_figure={"kind": "nothing-such"}))
    assert found(report, "solution figure: can't be shown").count == 61


def test_two_variants_that_show_the_same_and_have_other_keys_are_found():
    finding = found(check(swapped(("for <<k>>.", "for some."))), "two variants show the same and have other keys")
    assert "k = " in finding.detail


# ------------------------------------------------------------------------------------------------ leaks


def leaking(change: Callable[[CompiledTemplate, Insertion], CompiledTemplate]) -> CompiledTemplate:
    """A compiled template that the solver would refuse: a step stands in what is shown."""
    return change(made(SOUND), Insertion(Name("each"), Display()))


def test_a_stem_that_names_a_step_is_a_leak():
    report = check(leaking(lambda template, step: replace(template, stem=Prose((*template.stem.pieces, step)))))
    assert found(report, "stem: names the step each").variant is None
    assert not report.sound


def test_a_figure_that_draws_a_step_is_a_leak():
    report = check(replace(made(SOUND), figure={"kind": "speedup-curve", "at": read("each + 1")}))
    assert found(report, "figure: names the step each")


def test_options_that_depend_on_a_step_are_a_leak():
    pairs = (
        ("- name: found", "- name: list\n    is: '[s, s + 1]'\n  - name: found"),
        ("{say: 'Yes', right: s > 30}", "{each: x in list, say: 'Yes <<x>>', right: x > 30 and x = s}"),
        ("{say: 'No', right: s <= 30,", "{say: 'No', right: s <= 30,"),
    )
    assert found(check(swapped(*pairs, text=CHOICE)), "the sheet depends on a key, a step or a trap")


@pytest.mark.parametrize("text", [SOUND, CHOICE], ids=["number", "choice"])
def test_no_key_trap_or_solution_text_changes_a_byte_of_a_sheet(text: str):
    template = made(text)
    other = replace(template, traps=(), told=(), verify=(), constant_key=True)
    for params in variants(template):
        one, two = public(from_params(template, params)), public(from_params(other, params))
        assert renderer.sheet_html(one) == renderer.sheet_html(two)


# ------------------------------------------------------------------------------------------------ the space


def test_an_empty_space_says_which_where_empties_it():
    template = made(SOUND)
    template = replace(template, where=(template.where[0]._replace(formula=read("k > n"), source="k > n"),))
    report = check(template)
    assert "Without where `k > n`, 64 of 64" in found(report, "no variant is left").what
    assert (report.space, report.checked) == (None, 0)


def test_few_variants_are_a_warning_and_very_few_an_error_that_names_the_where():
    few = check(swapped(("{from: 10, to: 40, step: 2}", "[10, 20, 40]")))
    assert found(few, "only 10 distinct variants", "warning")
    tiny = found(check(swapped(("k < n / 2", "k > n / 3"))), "only 8 distinct variants")
    assert "`k > n / 3` alone refuses 56 of 64" in tiny.detail


def test_an_example_that_where_refuses_is_an_error():
    assert found(check(swapped(("{n: 20, k: 4}", "{n: 12, k: 6}"))), "the example doesn't satisfy where `k < n / 2`")


# ------------------------------------------------------------------------------------------------ many


def test_many_templates_are_reported_in_their_order_whatever_the_jobs():
    templates = [made(SOUND), made(CHOICE), swapped(("each * k = n", "each < 13"), ("id: sharing", "id: other"))]
    alone = check_many(templates)
    together = check_many(templates, jobs=2)
    assert alone == together
    assert [report.template for report in together] == ["testing/sharing", "testing/choosing", "testing/other"]


def test_the_clock_belongs_to_the_caller():
    assert check(made(SOUND)).seconds == 0
    (report,) = check_many([made(SOUND)], clock=time.perf_counter)
    assert report.seconds > 0


# ------------------------------------------------------------------------------------------------ every way to answer
def ways(*pairs: tuple[str, str]) -> CompiledTemplate:
    text = WAYS
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return compile_template(parse_template(loads(text)), parse_pack(loads(WAYS_PACK), "trial"))


def problems(template: CompiledTemplate) -> list[tuple[str, str]]:
    """What is found beside the small space."""
    return [(each.severity, each.what) for each in check(template).findings if "distinct variants" not in each.what]


def test_a_template_with_all_ways_to_answer_is_sound():
    assert problems(ways()) == []


def test_a_sample_that_breaks_a_condition_is_found_with_that_condition():
    finding = found(check(ways(("sample: {a: s, b: 1}", "sample: {a: s, b: 2}"))), "printed key doesn't grade right")
    assert "Their product is" in finding.detail


def test_two_options_items_or_things_to_order_that_read_the_same_are_found():
    assert ("error", "part more: two options read the same") in problems(
        ways(("say: Less to share", "say: More of us"))
    )
    assert ("error", "part line: two options read the same") in problems(ways(("Hand out", "Count")))


def test_a_key_that_never_varies_is_named_unless_the_part_says_that_it_may():
    found_ = problems(ways(("    ask: Match.\n    constant_key: yes\n", "    ask: Match.\n")))
    assert found_ == [("warning", "part pairs: its key is the same in every variant")]


def test_patterns_that_miss_their_own_point_are_noted():
    assert problems(ways(("finds: [nothing left]", "finds: [zero]"))) == [
        ("note", "part why: no pattern finds point 3 in the model answer")
    ]


def test_a_part_that_reveals_what_a_later_one_asks_for_is_found():
    early = "  - {id: early, ask: 'And now?', answer: {number: t}, reveals: [t]}"
    late = "  - {id: late, ask: 'Half?', answer: {number: t}}"
    template = ways(("parts:\n", f"parts:\n{early}\n{late}\n"))
    assert ("error", "part early: reveals t, which part late asks for") in problems(template)


def test_feedback_and_reasons_of_options_are_rendered():
    assert any("can't be shown" in what for _, what in problems(ways(("Each gets less of <<B>>.", "$\\frac$"))))


def test_a_hint_that_shows_the_key_is_an_error():
    report = check(swapped(("- Divide $<<n>>$ fairly.", "- It is $<<n / k>>$.")))
    assert found(report, "the sheet shows the key of part each").detail.startswith("`n/k`")


def test_a_where_that_leaves_too_little_is_an_error_with_its_share_of_the_whole_space():
    report = check(swapped(("k < n / 2", "n = 20")))
    finding = found(report, "only 4 distinct variants")
    assert finding.detail == "where `n = 20` alone refuses 60 of 64"
