"""Answers that hang, crash or break into other graders: a few hundred of them by kind, and pieces to make more of."""

from __future__ import annotations

from itertools import chain, pairwise
from string import ascii_lowercase as letters

LONG = 1_999
"""About as long as an answer may be after folding."""


def filled(piece: str, length: int = LONG) -> str:
    """A piece again and again."""
    return piece * (length // len(piece))


def nested(left: str, inside: str, right: str, depth: int) -> str:
    """Brackets within brackets."""
    return left * depth + inside + right * depth


def deepest(left: str, inside: str, right: str) -> str:
    """As deep as fits."""
    return nested(left, inside, right, (LONG - len(inside)) // (len(left) + len(right)))


BRACKETS = (
    "()", "[]", "{}", "||", "‖‖", "⌊⌋", "⌈⌉", "⟨⟩", "<>", "（）", "【】", ("\\left(", "\\right)"),
    ("\\left[", "\\right]"), ("\\left\\{", "\\right\\}"), ("\\left|", "\\right|"), ("\\lvert ", "\\rvert "),
    ("\\lfloor ", "\\rfloor "), ("\\boxed{", "}"), ("\\text{", "}"), ("\\mathrm{", "}"), ("\\frac{1}{", "}"),
    ("\\frac{", "}{2}"), ("\\sqrt{", "}"), ("\\sqrt[3]{", "}"), ("\\bar{", "}"), ("\\color{red}{", "}"),
    ("\\begin{pmatrix}", "\\end{pmatrix}"), ("\\begin{cases}", "\\end{cases}"),
    ("\\begin{array}{l}", "\\end{array}"), ("x^{", "}"), ("x_{", "}"), ("2^(", ")"), ("sqrt(", ")"), ("abs(", ")"),
    ("sin(", ")"), ("ln(", ")"), ("exp(", ")"), ("asin(", ")"), ("1/(1+", ")"), ("(1+", ")^2"), ("not(", ")"),
    ("x=(", ")"), ("{1, ", "}"), ("(1, ", ")"), ("[1, ", "]"), ("[[", "]]"), ("matrix([", "])"), ("floor(", ")"),
    ("log(x, ", ")"), ("root(", ", 3)"), ("max(1, ", ")"), ("gcd(6, ", ")"), ("<<", ">>"), ("${", "}"), ("{{", "}}"),
    ("<b>", "</b>"),
)  # fmt: skip
NESTING = {
    f"{depth} of {left}{right}": nested(left, inside, right, depth)
    for left, right in BRACKETS
    for depth, inside in ((12, "x"), (30, "x"), (90, "1"))
} | {f"all of {left}{right}": deepest(left, "x", right) for left, right in BRACKETS}
UNCLOSED = {f"unclosed {left}": filled(left) for left, _ in BRACKETS} | {
    f"unopened {right}": filled(right) for _, right in BRACKETS
}

TOWERS = (
    "9^9^9^9", "9^9^9^9*x", "2^(2^(2^(2^x)))", "2^(2^(2^(2^x)))=7", "x^x^x^x^x^x", "10^(10^10)", "x^(-10^9)^3",
    "-9^9^9", "x^(10^1000)", "(((x^99)^99)^99)^99", "((x^999)^999)^999", "2^-9^9", "0.5^0.5^0.5^0.5^0.5",
    "x^(1/999983)", "(x+1)^(2^60)", "1e999999999", "1e-999999999", "9e9^9e9", "2^1e9", "(2/3)^(10^6)",
    "(x+1/3)^9999", "e^e^e^e^e", "exp(exp(exp(exp(x))))", "exp(exp(exp(exp(exp(exp(10))))))", "sin(9^9^9)",
    "sin(10^1000000)", "cos(10^4000)", "tan(10^3000 x)", "10^4000*x - 10^4000*x + 1", "99999!", "9!!!!!!!!!", "9!!",
    "((9!)!)!", "(3!)!!", "(x!)!", "x!!!!!", "(10^9)!", "(10^6)!", "170!/169!", "(-10^9)!", "1000!*999!",
    "factorial(10^9)", "factorial(10^6)", "factorial(factorial(factorial(9)))", "binomial(10^9, 10^8)",
    "gcd(10^4000, 6)", "gcd(10^4000, x)", "mod(10^10^3, 7)", "10^10^3 mod 7", "round(exp(exp(30)))",
    "floor(exp(exp(x)))", "ceil(10^10^10)", "log(x, x)^log(x)^log(x)", "root(x, 10^9)", "root(2, 999983)",
    "log_2(2^(2^100))", "lg(10^(10^9))", "asin(10^400)", "(1+10^-30)^(10^30)", "x^(10^8)", "(x+1)^100000",
    "(x+1)^3000*(x+2)^3000", "2^(10^9)*x", "(x+y+1)^40", "(x+y)^200 - (x-y)^200", "(sin(x)^2+cos(x)^2)^(10^9)",
    "1/3^4000", "7^4000/11^3999", "sqrt(10^9999+1)", "sqrt(2)^9999", "(1+sqrt(2))^9999",
    "(sqrt(2)+sqrt(3)+sqrt(5)+sqrt(7))^20", "x^sqrt(x)^sqrt(x)", "exp(-exp(27))", "cosh(exp(20))", "(-1)^(10^30)",
    "(-8)^(1/3^99)", "i^(10^99)", "(1+i)^9999", "sum(k, k, 1, 10^9)", "\\sum_{k=1}^{10^9} k",
    "\\sum_{k=1}^{999999999} \\frac{1}{k}", "\\sum_{k=1}^{300} k!", "\\prod_{k=1}^{10^9} k",
    "\\sum_{a=1}^{300}\\sum_{b=1}^{300}\\sum_{c=1}^{300} abc", "\\sum_{k=1}^{10^9} x^k",
    "\\sum_{k=1}^{1000} \\sin(kx)", "\\sum_{k=-10^9}^{\\infty} 2^k", "\\binom{10^9}{5}", "\\sqrt[10^9]{x}",
    "\\log_{10^{999}} x", "1_2", "1111_2", "101_10^9",
)  # fmt: skip

LENGTH = {
    **{f"{piece} to the end": filled(piece) for piece in (
        "+1", "-x", "*x", "^2", "!", "x+", "1-", "x", "xy", "sin", "sin x ", "sinx", "ln", "e", "pi", "9", "0", "9 ",
        "1,", "1,234", "1.", "1;", ".", ",", ";", ":", "'", '"', "|", "||", "%", "°", "√", "½", "²", "₂", "²₂", "±",
        "∓", "±1", "1±", "+-", "--", "- ", "\\", "\\\\", "\\,", "\\frac12", "\\frac", "\\frac{1}", "\\sqrt",
        "\\sqrt2", "\\pm", "\\left", "\\right", "\\cdot", "\\text", "\\begin", "\\end", "\\sum", "\\int", "\\log_2",
        "\\sin^2", "\\sin\\cos ", "^{", "_{", "&", "#", "~", "@", "`", "x=", "x<", "<", "=", "x≠", "≤", "1<x<",
        "x=1 or ", "x=1,", "not ", " or ", " and ", "or", "{1}∪", "(1,2)∪", "(1,2),", "[1,2],", "{1},", "∪", "∩",
        "∖", "∈", "∅", "ℝ", "oo", "x_1", "x1", "x'", "f'", "f(x)", "f(", "(x)(", "(x)", "2(", "2x^", "1e", "1e9",
        "1E9", "e9", "0x", "0b1", "a", "T_", "T_comm", "_", "__", "1_", "log", "log_", "deg", "mod", "x mod ", "kg ",
        "m/s ", "km/h*", "ms", "µ", "Ω", "€", "$", "%%", "1%", "x10^", "×", "1×10^9", "1/", "1/2/", "1/2x", "/x",
        "2 2/3 ", "a ", "asynchronous ", "the ", "\t", "\n", "a\n", "\u00a0", "🦆",
    )},
    "199 abs": "+".join(f"|x-{n}|" for n in range(199)), "factors": "*".join(f"(x-{n})" for n in range(150)),
    "bars within bars": "|x-" * 100 + "1" + "|" * 100, "roots": "+".join(f"sqrt({n})" for n in range(2, 180)),
    "roots of x": "+".join(f"sqrt(x+{n})" for n in range(2, 150)),
    "sines": "+".join(f"sin({n}x)" for n in range(2, 190)),
    "fractions": "+".join(f"1/{n}" for n in range(900, 1180)),
    "fractions of x": "+".join(f"1/(x+{n})" for n in range(190)), "letters": "+".join(letters),
    "letters multiplied": "(" + ")(".join(f"{a}+1" for a in letters) + ")",
    "pairs of letters": "+".join(f"{a}{b}" for a in letters for b in letters)[:1900] + "+1",
    "abs of letters": "+".join(f"|{a}|" for a in letters),
    "a fraction of fractions": "1+1/(" * 150 + "x" + ")" * 150, "a product of sums": "*".join(["(x+y+1)"] * 200),
    "a product of sums to powers": "*".join(f"(x+y+{n})^{n}" for n in range(1, 100)),
    "a polynomial": "+".join(f"{n}x^{n}" for n in range(2, 220)),
    "long coefficients": "+".join(f"{'7' * 90}x^{n}" for n in range(20)),
    "a sparse polynomial": "x^1999+x^1000+x^999-7", "digits": "1" * LONG, "a decimal": "0." + "3" * 1990,
    "zeros": "0" * LONG, "zeros behind": "1." + "0" * 1990, "a fraction": "7" * 900 + "/" + "3" * 900,
    "a long exponent": "x^" + "9" * 1900, "a long degree": "root(x, " + "9" * 1900 + ")",
    "a long number in sin": "sin(" + "9" * 1900 + ")", "a long root": "sqrt(" + "7" * 1900 + ")",
    "a long name": "a" * LONG, "a long subscript": "T_" + "comm" * 480, "a long unit": "1 " + "m*" * 900 + "s",
    "far too long": "1+" * 50_000, "a million": "x" * 1_000_000, "blanks": " " * 19_000,
    "blanks within": "x" + " " * 1900 + "+1",
}  # fmt: skip

STATEMENTS = (
    "x^999=1", "x^1999 - x - 1 = 0", "x^200 + x^199 - 3x^7 + 2 < 0", "x^" + "9" * 30 + "=1", "x^(10^9) < 2",
    "(x+1)^500 = (x-1)^500", "x^12345 > x", "*".join(f"(x-{n})" for n in range(60)) + " > 0",
    "*".join(f"(x-{n})^{n}" for n in range(1, 60)) + " <= 0", "*".join(f"(x^2-{n})" for n in range(2, 90)) + "=0",
    "+".join(f"1/(x-{n})" for n in range(30)) + " >= 1", "+".join(f"|x-{n}|" for n in range(60)) + " < 99",
    "|" * 20 + "x" + "|" * 20 + " = 1", "abs(" * 60 + "x" + "-1)" * 60 + " < 1/2",
    "sqrt(" * 9 + "x" + "+1)" * 9 + " = 2", "x = " + " ± ".join("123456789"), "x = " + "±".join(["1"] * 300),
    "±±±±2", "x = ±(1±(1±(1±(1±2))))", " or ".join(f"x = {n}" for n in range(190)),
    " and ".join(f"x != {n}" for n in range(150)), " or ".join(f"(x > {n} and x < {n}.5)" for n in range(70)),
    " or ".join(f"x = sqrt({n})" for n in range(110)), " or ".join(f"x = {n}pi/7" for n in range(110)),
    "x in {" + ", ".join(map(str, range(400))) + "}", " < ".join(map(str, range(300))), "1 < " * 300 + "x", "0 = 0",
    "1 = 2", "x = x", "x = y = " * 200 + "1", "x = 1, " * 200 + "y = 2", "not (" * 90 + "x = 1" + ")" * 90,
    "sin(x) = x", "e^x = x^99", "sin(1/x) = 0", "tan(x) > 10^99", "x^x = x", "2^x = 3^x + 5^x", "x! = 6",
    "floor(x) = 3", "x^2 + y^2 = " + "1" * 99, "x = 9^9^9^9", "x < 9^9^9^9", "9^9^9^9 < x < 9^9^9^9", "x = 10^-4000",
    "x^2 = 10^-4000", "x^2 < 10^4000", "x^3 = 2*10^3000 + 1", "x^20 - 10^99 x + 1 = 0", "x^40 - (10^30 x - 1)^2 = 0",
    "(x-1)(x-1-10^-60)(x-1-2*10^-60) < 0", "x - sqrt(2) = 10^-300", "x = 1/0", "1/x = 1/0",
    "sqrt(2)x^9 + pi x^8 + e x^7 - sqrt(3) = 0", "x^8 sqrt(2) = sqrt(x)", "x^2 >= 0", "x^2 < -1", "|x| = -1",
    "x/x = 1", "(x^300-1)/(x-1) = 0", "y = (x+1)^(10^6)", "x + y = " + "+".join(letters), "x_1 + x_2 + x_3 = 1",
    "f(x) = f(f(f(f(x))))", "dy/dx = y", "y'''''' = y", "x ∈ ℝ", "x ∈ ∅", "x ∈ x",
    "x^2 - 2x + 1 = 0 and x^3 - 1 = 0 and x^5 - 1 = 0", " and ".join(f"x + {n}y = {n}" for n in range(100)),
    " and ".join(f"{a} + {b} = 1" for a, b in pairwise(letters)),
)  # fmt: skip

COLLECTIONS = (
    "{" + ",".join(map(str, range(450))) + "}", "{" + ",".join(f"sqrt({n})" for n in range(190)) + "}",
    "{" + ",".join(["x"] * 900) + "}", "{" + ",".join(f"x+{n}" for n in range(300)) + "}",
    "{" + ",".join(["±1"] * 300) + "}", "{" + ",".join(f"±sqrt({n})" for n in range(150)) + "}",
    "{" + ",".join(f"sin({n})" for n in range(190)) + "}", "{" + ",".join(f"9^9^{n}" for n in range(190)) + "}",
    "{9^9^9^9}", "{9^9^9^9, 9^9^9^9}", "(9^9^9^9, 2)", "[9^9^9^9, x+1]", "(2, 9^9^9^9)",
    "(" + ",".join(map(str, range(450))) + ")", "(" + ",".join(["x"] * 900) + ")",
    "[" + ",".join(["sin(x)"] * 250) + "]", "1,2;3,4;" * 200, "(1;2;3)", "{1;2}", "1,5;2,5", "1.234,5",
    "1.234.567,8", "1,234.5", "(1,5; 2,5)", "{1,5; 2,5}", ",5", "5,", ",,", "1,,2", "1,2,3,4", "1,234,567", "12,34",
    "2,667", "1.234", "(1,2) ∪ " * 190 + "(1,2)", " ∪ ".join(f"({n},{n}.5]" for n in range(150)),
    " ∪ ".join(f"({n},{n + 1})" for n in range(150)), " ∩ ".join(f"(-{n},{n + 1})" for n in range(130)),
    " ∖ ".join(f"(-{n},{n + 1})" for n in range(130)), "ℝ ∖ {" + ",".join(map(str, range(300))) + "}",
    "ℝ" + "∖ℝ" * 400, "{1}∖" * 300 + "{1}", "(" * 60 + "(1,2)" + ")" * 60, "(-oo, oo) ∪ (-oo, oo)", "(-oo, oo]",
    "[9^9^9^9, 5)", "(10^-4000, 10^4000)", "(sqrt(2), sqrt(2)+10^-300)", "(1, 1)", "[1, 1]", "(2, 1)", "(x, y)",
    "[2, 5) ∪ {" + ",".join(map(str, range(200))) + "}", "(e^100000, e^100001)", "[[" + ",".join(["1"] * 900) + "]]",
    "[" + ",".join(["[1]"] * 450) + "]", "[" + ",".join(["[1,2]"] * 300) + "]",
    "[" + ",".join(["[1,2,3,4,5,6,7]"] * 120) + "]", "[[1,2],[3,4]]^(10^9)", "[[1,2],[3,4]]^99999",
    "[[1,x],[x,4]]^40", "[[1,2],[3,4]]" * 130, "[[1,2],[3,4]]^-1", "[[1,2],[2,4]]^-1", "[[1,2],[3]]", "[[]]", "[]",
    "[[],[]]", "{}", "()", "{{}}", "{{{}}}", "((),())", "[[[[1]]]]",
    "\\begin{pmatrix}" + "&".join(["1"] * 600) + "\\end{pmatrix}",
    "\\begin{pmatrix}" + "\\\\".join(["1&x"] * 300) + "\\end{pmatrix}",
    "\\begin{pmatrix}" + "\\\\" * 300 + "\\end{pmatrix}", "\\begin{pmatrix}" + "&" * 900 + "\\end{pmatrix}",
    "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}" * 50, "\\begin{pmatrix}1\\end{bmatrix}",
    "\\begin{nothing}1\\end{nothing}", "\\begin{verbatim}1\\end{verbatim}", "\\begin{document}\\end{document}",
    "matrix(" + "[1,2]," * 200 + "[1,2])", "[1 2; 3 4]", "<1,2,3>", "<" * 300 + "1" + ">" * 300,
    "det([[1,2],[3,4]])", "transpose([[1,2],[3,4]])", "[[9^9^9^9, 2],[x,4]]", "[[1,2],[9^9^9^9,4]]",
    "[[1, 2], [x, sin(9^9^9)]]",
)  # fmt: skip

CODE = (
    "__import__('os').system('touch /tmp/quizgen')", "__class__", "x.__class__.__mro__[1].__subclasses__()",
    "().__class__.__bases__[0]", "x.__init__.__globals__", "getattr(x, '__class__')", "lambda: 1",
    "(lambda x: x)(1)", "eval('1')", "exec('1')", "compile('1','','eval')", "open('/etc/passwd')", "import os",
    "from os import *", "print(1)", "exit()", "quit()", "globals()", "locals()", "vars()", "dir()", "help()",
    "input()", "breakpoint()", "os.system('id')", "[x for x in (1,)]", "{x: x}", "f'{x}'", "'%s' % x",
    "'{0.__class__}'.format(x)", "{0.__class__}", "%(x)s", "%s%s%s%n", "${jndi:ldap://x}", "{{7*7}}",
    "{% include 'x' %}", "${7*7}", "#{7*7}", "<%= 7*7 %>", "`id`", "$(id)", "; rm -rf /", "| cat", "&& id", "=1+1",
    "=cmd|' /C calc'!A0", "@SUM(1,2)", "+1+cmd", "-2+3+cmd", "' OR 1=1 --", "1; DROP TABLE answers",
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</textarea><b>", "&lt;b&gt;", "&#0;", "]]>",
    "<!--", "javascript:alert(1)", "<<k>>", "<<key>>", "<<a>>", "<<x =>>", "<<'x'>>", "<<1/0>>", "<<<<>>>>", "$x$",
    "$$x$$", "$", "$1$", "\\$1", "**bold**", "[a](b)", "![a](http://b/c)", "# x", "```", "<<__class__>>",
    "!!python/object/apply:os.system ['id']", "&a [*a]", "!include x", "key: value", "---", "\\input{/etc/passwd}",
    "\\write18{id}", "\\def\\x{\\x\\x}\\x", "\\newcommand{\\x}{\\x\\x}\\x", "\\let\\x=\\y", "\\csname x\\endcsname",
    "\\catcode`\\@=11", "\\href{javascript:alert(1)}{x}", "\\url{x}", "\\includegraphics{x}", "\\require{x}",
    "\\unicode{x}", "\\htmlId{x}{y}", "\\loop\\iftrue\\repeat", "solve(x=1)", "diff(x^2, x)", "integrate(x, x)",
    "limit(x, x, 0)", "factor(x^2-1)", "simplify(x)", "\\int_0^1 x dx", "\\lim_{x\\to 0} x", "d/dx x^2",
    "Sum(x,(x,1,oo))", "Symbol('x')", "S.One", "sympify('1')", "Integer(1)", "nan", "NaN", "inf", "-inf", "Infinity",
    "None", "True", "False", "true", "null", "undefined", "1j", "0x1F", "0b11", "1_000", "1L", "1e", "e1", "1e+",
    "0/0", "1/0", "0^0", "oo-oo", "oo*0", "0^-1", "ln(0)", "ln(-1)", "sqrt(-1)", "log_1(5)", "tan(pi/2)", "asin(2)",
    "x.y", "x[0]", "x->y", "x:=1", "x==1", "x!=1", "x<>1", "x=<1", "x=>1", "x+=1", "x++", "~x", "x@y", "x//y", "x%y",
    "x&y", "a?b:c", "a;b", "a=1;b=2", "b=1 k=4 a=8", "b=9^9^9 k=4 a=8", "b=1/0 k=4 a=8", "b=1 b=1 b=1", "(1,4,8)",
    "(1,4,9^9^9^9)", "b=" + "9" * 1900 + " k=4 a=8", "b=4! k=4 a=8", "A", "B, C", "A B C D", "ABCD", "DCBA",
    "A" * 1900, ", ".join("ABCD" * 300), "A-1, B-2", "1A 2B 3C", "1 = A, 2 = B", "1:A;" * 400, "1 2 3 4", "4 3 2 1",
    "1,1,1,1", "0", "-1", "1-" * 900, "1, 2, 99999999999999999999", "async", "asyncronous SGD", "Frog", "fr0g",
    "frog" * 450, "smaller " * 230, "not smaller", "4 of " * 300, "less|never", "shrink*", ".*" * 900, "(a+)+$",
    "a" * 1900 + "!",
)  # fmt: skip

UNICODE = {
    **{
        f"U+{ord(mark):04X} flooding": "x" + mark * 1900 + "+1"
        for mark in "\u200b\u200d\u2060\ufeff\u202e\u202d\u2066\u2069\u061c\u0301\u0302\u0307\u20d7\u0489"
        "\ufe0f\u034f\xad\u115f\u3164\u2028\u2029\x85\x7f\x1b\x08\x00\r\x0b\x0c"
    },
    **{
        f"U+{ord(mark):04X} between": mark.join("3x+1=7/2")
        for mark in "\u200b\u202e\u0301\u0302\u20d7\u0489\ufe0f"
        "\xad\u3164\u2028\x00\x1b\x07\n\r"
    },
    **{
        f"only U+{ord(mark):04X}": mark * 60
        for mark in "\u200b\u202e\u0301\u0302\xad\u3164\u2028"
        "\x00\x1b\xa0\u3000\ufffd\ufffe\uffff"
    },
    **{
        f"digits of {zero}": "".join(chr(ord(zero) + n) for n in range(1, 10))
        for zero in "\u0660\u06f0\u07c0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50"
        "\u0ed0\u0f20\u1040\u17e0\u1810\u1c50\ua620\ua8d0\uff10\U0001d7ce\U0001d7d8\U0001d7ec\U0001d7f6\U0001fbf0"
    },
    **{f"{zero} as an exponent": f"x^{chr(ord(zero) + 2)}+{chr(ord(zero) + 1)}" for zero in "٠०๐０𝟎"},
    "19,000 of no width": "\u200b" * 19_000, "20,001 of no width": "\u200b" * 20_001,
    "no width and x": "\u200b" * 17_000 + "x+1", "bidi": "\u202e1+x\u202c\u2067x\u2069", "overridden": "\u202e)1+x(",
    "marks on every letter": "x\u0302\u0301\u0308" * 400, "zalgo": "x" + "".join(map(chr, range(0x300, 0x370))) * 15,
    "a lone surrogate": "\ud800", "surrogates": "\ud83d" * 900, "turned surrogates": "\udc00\ud800",
    "in an expression": "x + \udfff", "NUL": "\0", "NULs": "1\x002", "a NUL in a name": "x\0y",
    "escape": "\x1b[31mx\x1b[0m", "bells": "\a" * 900, "ligatures": "ﷺ" * 900, "a squared word": "㎡" * 900,
    "Roman": "Ⅷ+ⅻ", "circled": "①②③", "fractions": "½⅓¼⅛⅞↉", "superior": "x²³⁴⁵⁶⁷⁸⁹⁰",
    "a raised tower": "x" + "²" * 900, "raised brackets": "x⁽²⁾⁽³⁾", "raised and open": "x⁽" * 300,
    "lowered": "x₁₂₃₄₅", "Greek": "αβγδεζηθικλμνξοπρστυφχψω", "Cyrillic": "х+1", "Hebrew": "אבג+1", "Arabic": "س+١",
    "fraktur": "𝔵+1", "emoji": "👩‍👩‍👧‍👦" * 200, "flags": "🇩🇪" * 200, "Hangul": "한글" * 400,
    "jamo": "\u1100\u1161" * 400, "İ and ß": "İıßẞſK" * 100, "private": "\ue000\uf8ff" * 100,
    "beyond": "\U0010ffff" * 100, "dashes": "−‐‑‒–—―﹣－➖" * 90, "products": "×✕·⋅∙•∗" * 90, "primes": "′″‴⁗" * 200,
    "arrows": "→⇒⇔" * 200, "operators": "∑∏∫√∛∜" * 150, "sums": "∑" * 900, "roots": "√" * 900 + "2",
    "quotes": "“”„‘’" * 200, "braces": "⎧⎨⎩⎫" * 100, "full width": "（ｘ＋１）＾２",
    "an ideographic comma": "１，２、３",
}  # fmt: skip

KINDS: dict[str, dict[str, str]] = {
    "nesting": NESTING,
    "unclosed": UNCLOSED,
    "towers": {text: text for text in TOWERS},
    "length": LENGTH,
    "statements": {text: text for text in STATEMENTS},
    "collections": {text: text for text in COLLECTIONS},
    "code": {text: text for text in CODE},
    "unicode": UNICODE,
}
"""Hostile answers by kind and name."""
PIECES = tuple(
    dict.fromkeys(
        [
            *"()[]{}|<>,;:.!%^_'\"&\\+-*/=±∓∪∩∖∈∅ℝ⌊⌋‖√°½²₂ 0123456789xyzeinCfTAB\n\0",
            *chain.from_iterable(BRACKETS), *(text for text in (*TOWERS, *CODE, *STATEMENTS) if len(text) < 16),
            " or ", " and ", "sqrt(", "sin ", "pi",
            "\u200b", "\u202e", "\u0302", "\ud800", "٣", "π", "1,234", "1,5", "10^99", "1e99", "x^9",
            "x^99", " ms", " kg m/s^2", "abs(", "asyncronous",
        ]
    )
)  # fmt: skip
"""What texts are put together from."""
