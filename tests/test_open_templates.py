"""Templates with open letters: drawn functions, verbs, equations and matrices, from their source to the solution."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quizgen import checker, codec, sampler, yaml_files
from quizgen.batch.still_drawn import misfit
from quizgen.compiled import CompiledTemplate
from quizgen.errors import SourceError
from quizgen.explainer import solution
from quizgen.generator import example, from_params, instantiate, params_from_json, params_to_json
from quizgen.grader import grade
from quizgen.maths.expr import Expr, Relation
from quizgen.maths.printing import plain
from quizgen.pack import parse_pack
from quizgen.prose import markdown
from quizgen.solver import compile_template
from quizgen.template import parse_template

ROOT = Path(__file__).parent.parent
HEAD = "id: trial\ntitle: Trial\nlevel: 2\n"
PRODUCT = (
    HEAD
    + """
symbols:
  x: {positive: yes}
params:
  a: {draw: {from: 2, to: 9}}
  n: {draw: [2, 3, 4, 5]}
  w: {draw: [sin(a*x), cos(x), exp(x), ln(x)], as: expression}
let:
  f: a*x^n * w
example: {a: 3, n: 4, w: sin(a * x)}
steps:
  - {name: u, is: a*x^n, do: Name it}
  - {name: du, is: 'diff(u, x)', symbol: "u'", do: Differentiate}
  - {name: dw, is: 'diff(w, x)', symbol: "w'", do: Differentiate}
  - {name: D, is: du*w + u*dw, symbol: "f'(x)", do: Put together}
  - {name: m, is: 'at(D, x = 1)', do: Take the slope at 1}
  - {name: direct, is: 'diff(f, x)'}
verify:
  - {that: D = direct, say: Both ways agree.}
stem: Let $f(x) = <<f>>$.
parts:
  - id: D
    ask: Find $f'(x)$.
    answer: {expression: D, in: [x]}
    traps:
      - {name: product, gives: du*dw, say: No.}
  - id: m
    ask: How steep is it at $x = 1$?
    answer: {number: m, precision: 3 sf}
"""
)


def compiled(text: str) -> CompiledTemplate:
    pack = parse_pack(yaml_files.loads("title: Trial\nversion: 1\n", "pack.yaml"), "trial")
    return compile_template(parse_template(yaml_files.loads(text, "trial.yaml")), pack)


def again(template: CompiledTemplate) -> CompiledTemplate:
    return codec.from_json(json.loads(json.dumps(codec.to_json(template))))


def lines(template: CompiledTemplate, params: dict[str, object] | None = None) -> list[str]:
    variant = example(template) if params is None else from_params(template, params)
    return [step.unicode for step in solution(variant)]


@pytest.fixture(scope="module")
def product() -> CompiledTemplate:
    return again(compiled(PRODUCT))


def test_a_drawn_function_is_solved_once_for_each_of_its_forms(product: CompiledTemplate) -> None:
    steps = {each.name: each for each in product.derived}
    assert steps["dw"].by == ("w",)
    assert {key: plain(form) for key, form in steps["dw"].forms.items()} == {
        "sin(a*x)": "a*cos(a*x)", "cos(x)": "-sin(x)", "exp(x)": "exp(x)", "ln(x)": "1/x",
    }  # fmt: skip
    assert steps["du"].by == ()
    assert plain(steps["du"].formula) == "a*n*x^(n - 1)"
    assert steps["dw"].why_not == "it has a form of its own for each w"


def test_a_drawn_function_has_the_drawn_numbers_put_in(product: CompiledTemplate) -> None:
    values = example(product).values
    assert plain(values["w"]) == "sin(3*x)"
    assert plain(values["f"]) == "3*x^4*sin(3*x)"
    assert markdown(
        product.stem, values, product.texts
    ) == r"Let $f(x) = {3 x^{4} \cdot \sin\left(3 x\right)}$.".replace(
        r" \cdot \sin",
        markdown(product.stem, values, product.texts).partition("x^{4}")[2].partition(r"\sin")[0] + r"\sin",
    )


def test_a_worked_solution_says_the_verb_and_what_it_gives(product: CompiledTemplate) -> None:
    assert lines(product)[:4] == [
        "u = 3x⁴",
        "u' = d/dx (3x⁴) = 12x³",
        "w' = d/dx (sin(3x)) = 3·cos(3x)",
        "f'(x) = u'·sin(3x) + u·w' = 12x³·sin(3x) + 9x⁴·cos(3x)",
    ]
    assert lines(product)[4].startswith("m = f'(1) = ")
    assert lines(product)[4].endswith(" = 12·sin(3) + 9·cos(3) ≈ −7.216")


def test_any_equal_form_is_right_and_the_wrong_rule_is_a_trap(product: CompiledTemplate) -> None:
    params = example(product).params

    def verdict(response: str) -> tuple[str, tuple[str, ...]]:
        found = next(each.verdict for each in grade(product, params, {"D": response}).parts if each.part == "D")
        return found.outcome, found.traps

    assert verdict("3x^3(4 sin(3x) + 3x cos 3x)")[0] == "correct"
    assert verdict("36 x^3 cos(3x)") == ("incorrect", ("product",))


def test_the_space_counts_forms_and_every_variant_is_sound(product: CompiledTemplate) -> None:
    assert sampler.space(product).count == 8 * 4 * 4
    report = checker.check(product)
    assert [each for each in report.findings if each.severity == "error"] == []
    assert report.checked == 128


def test_a_draw_depends_on_the_text_of_a_function_alone() -> None:
    respelled = PRODUCT.replace("sin(a*x), cos(x), exp(x), ln(x)", "ln( x ), exp(x), cos(x), sin(a * x)")
    one, other = compiled(PRODUCT), compiled(respelled)
    assert [sampler.draw(one, str(turn)) for turn in range(20)] == [
        sampler.draw(other, str(turn)) for turn in range(20)
    ]


def test_a_template_without_letters_is_stored_as_ever(product: CompiledTemplate) -> None:
    text = (
        HEAD + "params:\n  a: {draw: [1, 2]}\nstem: <<a>>\nparts:\n  - {id: a, ask: What is it, answer: {number: a}}\n"
    )
    assert not {"letters", "constants"} & codec.to_json(compiled(text)).keys()
    assert codec.to_json(product)["letters"]
    assert again(compiled(text)).letters == {}


def test_posing_and_grading_need_no_sympy(product: CompiledTemplate, tmp_path: Path) -> None:
    file = tmp_path / "compiled.json"
    file.write_text(json.dumps(codec.to_json(product)), encoding="utf-8")
    program = (
        "import json, sys; from quizgen import codec; from quizgen.generator import instantiate; from quizgen.grader"
        " import grade; from quizgen.explainer import solution; t = codec.from_json(json.load(open(sys.argv[1])));"
        " v = instantiate(t, 's'); solution(v); grade(t, v.params, {'D': 'x'});"
        " print(sorted({'sympy', 'pint', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program, file], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def one(step: str, more: str = "", answer: str = "{number: 1}") -> str:
    """A template with one told step `res`, whose name says nothing to a reader."""
    return f"""{HEAD}
symbols:
  x: {{}}
  y: {{}}
  t: {{positive: yes}}
  C: {{constant: yes}}
params:
  a: {{draw: [2, 3, 4]}}
  b: {{draw: [1, 5, 9]}}
  n: {{draw: [1, 2, 3]}}
{more}
let:
  f: a*x
example: {{a: 2, b: 5, n: 3}}
steps:
  - {{name: res, is: '{step}', do: Do it}}
stem: <<a>>, <<b>>, <<n>>
parts:
  - {{id: r, ask: What is it, answer: {answer}}}
"""


TOLD = [
    ("integrate(a*x^n, x) + C", "∫ 2x³ dx = x⁴/2 + C"),
    ("integrate(a*x, x, 0, 3)", "∫ from 0 to 3 of 2x dx = 9"),
    ("limit((x^2 - a^2)/(x - a), x, a)", "lim(x → 2) (x² − 4)/(x − 2) = 4"),
    ("limit((a*x + 1)/(x^2 + b), x, oo)", "lim(x → ∞) (2x + 1)/(x² + 5) = 0"),
    ("sum(1/b^k, k in 1..oo)", "Σ(k = 1 … ∞) 1/5^k = 0.25"),
    ("taylor(exp(a*x), x, 0, n)", "1 + 2x + 2x² + 4x³/3"),
    ("expand((x + a)^n)", "(x + 2)³ = x³ + 6x² + 12x + 8"),
    ("factor(x^2 - a^2)", "x² − 4 = (x − 2)·(x + 2)"),
    ("solutions(x^2 = a^2, x)", "x ∈ {−2, 2}"),
    ("solutions(x^2 < a^2, x)", "x ∈ (−2, 2)"),
    ("solve(a*x = b, x)", "x = 2.5"),
    ("y = a*x + b", "y = 2x + 5"),
    ("minimize(a*t + b/t, t)", "t = √5/√2 ≈ 1.581"),
    ("det(matrix([a, b], [1, n]))", "det [[2, 5], [1, 3]] = 1"),
    ("det(matrix([a - x, b], [1, n - x]))", "det [[2 − x, 5], [1, 3 − x]] = x² − 5x + 1"),
    ("inv(matrix([a, b], [1, n]))", "[[2, 5], [1, 3]]⁻¹ = [[3, −5], [−1, 2]]"),
    ("rank(matrix([a, b], [2*a, 2*b]))", "1"),
    ("[diff(x^n, x), x^n]", "3x², x³"),
    ("coefficient((x + a)^n, x, 2)", "6"),
    ("(x - sqrt(a))^2", "(x − √2)²"),
    ("a*x/b - n", "2x/5 − 3"),
]  # fmt: skip


@pytest.mark.parametrize(("step", "told"), TOLD, ids=[case[0] for case in TOLD])
def test_a_step_with_letters_is_told_as_on_paper(step: str, told: str) -> None:
    assert lines(again(compiled(one(step)))) == [told]


def test_the_same_step_with_a_symbol_begins_with_it() -> None:
    text = one("integrate(a*x^n, x) + C").replace("do: Do it", "symbol: F(x), do: Do it")
    assert lines(compiled(text)) == ["F(x) = ∫ 2x³ dx = x⁴/2 + C"]


def test_a_number_that_the_texts_name_stays_a_letter_in_a_formula() -> None:
    text = one("a*x + b").replace("stem: <<a>>,", "stem: <<a =>>,")
    assert lines(compiled(text)) == ["a·x + 5 = 2x + 5"]


REFUSED = [
    ("diff(z, x)", "z isn't a name here"),
    ("diff(x^2, 3)", "diff wants a letter here"),
    ("diff(x^2)", "diff takes 2 or 3 arguments"),
    ("taylor(x, x, 0)", "taylor takes 4 arguments"),
    ("det(x)", "det wants a matrix"),
    ("x + matrix([1, 2])", "can't be put together so"),
    ("matrix([1, 2], [3])", "no function matrix|one length"),
    ("at(x^2, 3)", "a letter and its value"),
    ("solve(x^2 = a, x)", "found 2"),
    ("expand((x + y + t)^60)", "too many terms"),
    ("integrate(x^x, x)", "no integral|no answer|takes too long"),
    ("sum(k^2, k in 1..x)", "a range ends at a number"),
    ("union(1, x)", "wants sets or intervals"),
]


@pytest.mark.parametrize(("step", "said"), REFUSED)
def test_an_author_is_told_what_is_wrong_and_where(step: str, said: str) -> None:
    with pytest.raises(SourceError, match=said) as caught:
        compiled(one(step))
    assert caught.value.line > 0


def test_too_many_forms_are_refused_with_the_params_to_blame() -> None:
    text = one("solutions(x^2 + a*x < b + c, x)", "  c: {draw: {from: 1, to: 90}}").replace("n: 3}", "n: 3, c: 1}")
    with pytest.raises(SourceError, match="another form for other values of a, b, c"):
        compiled(text)


def test_a_verb_that_no_letter_solves_is_solved_for_each_number() -> None:
    template = compiled(one("integrate(x^n*sin(x), x)"))
    (step,) = (each for each in template.derived if each.name == "res")
    assert step.by == ("n",)
    assert sorted(step.forms) == ["1", "2", "3"]


def test_a_form_that_could_not_be_solved_is_found_by_quiz_check() -> None:
    text = one("taylor(ln(n - 1 + x), x, 0, n)", answer="{expression: res, in: [x]}")
    report = checker.check(compiled(text))
    found = [each.what for each in report.findings if each.severity == "error"]
    assert found == ["a step has no value: res: it has no Taylor polynomial about this point"]


def test_an_equation_is_a_value_and_may_be_solved() -> None:
    text = one("y = a*x + b").replace("do: Do it}", "do: Do it}\n  - {name: s, is: 'solve(res, x)', do: Solve}")
    template = again(compiled(text))
    assert isinstance(example(template).values["res"], Relation)
    assert plain(example(template).values["s"]) == "(y - 5)/2"


INSTEAD = (
    HEAD
    + """
symbols:
  x: {}
params:
  a: {draw: [1, 2, 3, 4]}
  b: {draw: [4, 6, 8, 10, 12, 14, 16]}
  w: {draw: [x^2, x^4], as: expression}
let:
  f: a*w - b*x
example: {a: 1, b: 4, w: x^2}
steps:
  - {name: df, is: 'diff(f, x)', symbol: "f'(x)", do: Differentiate}
  - {name: x0, is: 'solve(df = 0, x, x > 0)', do: Slope zero}
  - {name: y0, is: 'at(f, x = x0)', do: Height}
traps:
  - {name: exponent-kept, instead: {df: a*x - b}, say: Differentiate the power too.}
stem: Let $f(x) = <<f>>$.
parts:
  - {id: x0, ask: 'Where?', answer: {number: x0, precision: 3 sf}}
  - {id: y0, ask: 'How deep?', answer: {number: y0, precision: 3 sf}}
"""
)


def test_a_trap_on_an_expression_goes_through_the_verbs_behind_it() -> None:
    template = again(compiled(INSTEAD))
    params = {"a": 2, "b": 8, "w": "x^2"}
    results = grade(template, params, {"x0": "4", "y0": "0"}).parts
    assert [(each.verdict.outcome, each.verdict.traps) for each in results] == [
        ("incorrect", ("exponent-kept",)), ("incorrect", ("exponent-kept",)),
    ] or [each.verdict.outcome for each in results] == ["incorrect", "correct"]  # fmt: skip


MATRIX = (
    HEAD
    + """
symbols:
  lambda: {}
params:
  A: {draw: {from: -2, to: 2, except: [0], shape: [2, 2]}}
  s: {draw: {of: [-1, 1, 3], shape: 2}}
where:
  - det(A) != 0
let:
  b: A*s
example: {A: '[[2, 1], [1, -2]]', s: '[3, -1]'}
steps:
  - {name: d, is: det(A), symbol: 'D', do: Find the determinant}
  - {name: chi, is: 'det(A - lambda*identity(2))', do: Expand}
  - {name: sol, is: A^-1 * b, do: Multiply by the inverse}
verify:
  - {that: sol = s, say: It is what it was built from.}
stem: Solve $<<A>> x = <<b>>$.
parts:
  - {id: sol, ask: Give $x$., answer: {matrix: sol}}
  - {id: chi, ask: Give the characteristic polynomial., answer: {expression: chi, in: [lambda]}}
"""
)


def test_a_matrix_is_drawn_entry_by_entry() -> None:
    template = again(compiled(MATRIX))
    assert lines(template) == [
        "D = det [[2, 1], [1, −2]] = −5",
        "χ = det [[2 − λ, 1], [1, −2 − λ]] = λ² − 5",
        "(3, −1)",
    ]
    assert sampler.space(template).raw == 4**4 * 3**2
    report = checker.check(template, 60)
    assert [each for each in report.findings if each.severity == "error"] == []


def test_each_entry_of_a_drawn_matrix_is_drawn_for_itself() -> None:
    template = compiled(MATRIX)
    drawn = [sampler.draw(template, str(turn)) for turn in range(200)]
    for place in range(4):
        entries = {draw["A"][place // 2][place % 2] for draw in drawn}
        assert entries == {-2, -1, 1, 2}
    assert any(draw["A"][0] != draw["A"][1] for draw in drawn)


def test_a_drawn_matrix_is_stored_and_read_again() -> None:
    template = compiled(MATRIX)
    params = sampler.draw(template, "stored")
    stored = json.loads(json.dumps(params_to_json(params)))
    assert params_from_json(template, stored) == params
    assert not misfit(template, compiled(MATRIX.replace("to: 2,", "to: 3,")), stored)
    other = MATRIX.replace("from: -2, to: 2", "from: 5, to: 6").replace("[0]", "[5]")
    other = other.replace("[[2, 1], [1, -2]]", "[[6, 6], [6, 6]]").replace("det(A) != 0", "true")
    assert misfit(template, compiled(other), stored)


@pytest.mark.parametrize("pinned", ["'[[2, 1]]'", "'[[2, 1], [1, 9]]'", "'[2, 1]'", "'5'"])
def test_a_pinned_matrix_has_the_drawn_shape_and_entries(pinned: str) -> None:
    with pytest.raises(SourceError):
        compiled(MATRIX.replace("'[[2, 1], [1, -2]]'", pinned))


def test_roots_that_cancel_leave_an_exact_number() -> None:
    template = compiled(INSTEAD)
    assert from_params(template, {"a": 1, "b": 4, "w": "x^4"}).values["x0"] == 1


def test_a_step_called_e_is_no_constant() -> None:
    text = (
        one("2*e + x")
        .replace("  f: a*x\n", "  e: a*b + 1\n")
        .replace("do: Do it}", "do: Do it}\n  - {name: s, is: 'e^2 - 1'}")
    )
    values = example(again(compiled(text))).values
    assert plain(values["res"]) == "22 + x"
    assert values["s"] == 120


def test_a_constant_derivative_is_an_expression_all_the_same() -> None:
    template = compiled(one("diff(a*x + C, x)", answer="{expression: res, in: [x]}"))
    values = instantiate(template, "1").values
    assert isinstance(values["res"], int | Expr)


def test_the_same_numbers_make_the_same_key_whatever_was_asked_before(product: CompiledTemplate) -> None:
    first = [plain(instantiate(product, str(turn)).values["D"]) for turn in range(10)]
    assert first == [plain(instantiate(again(product), str(turn)).values["D"]) for turn in range(10)]
