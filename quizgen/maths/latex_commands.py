"""LaTeX commands that learners' editors write, by what the reader does with them."""

from __future__ import annotations

from quizgen.maths.signs import ANGLE_CLOSE, ANGLE_OPEN, CHOOSE, CLOSE_BAR, OPEN_BAR, REMAINDER, SET_CLOSE, SET_OPEN

BLANKS = frozenset({
    "\\,", "\\;", "\\:", "\\!", "\\ ", "\\>", "\\quad", "\\qquad", "\\space", "\\enspace", "\\thinspace", "\\medspace",
    "\\thickspace", "\\negthinspace", "\\nobreakspace", "\\displaystyle", "\\textstyle", "\\scriptstyle", "\\limits",
    "\\nolimits", "\\hfill", "\\hline", "\\allowbreak", "~",
})  # fmt: skip
"""Change the look and nothing else."""
DELIMITERS = frozenset({"\\(", "\\)", "\\[", "\\]"})
SIGNS = {
    "\\cdot": "·", "\\times": "×", "\\ast": "*", "\\div": "/", "\\%": "%", "\\$": "$", "\\infty": "oo",
    "\\approx": "≈", "\\sim": "≈", "\\simeq": "≈", "\\colon": ":", "\\ratio": ":", "\\prime": "'",
    **dict.fromkeys(("\\le", "\\leq", "\\leqslant", "\\leqq"), "<="),
    **dict.fromkeys(("\\ge", "\\geq", "\\geqslant", "\\geqq"), ">="),
    "\\lt": "<", "\\gt": ">", "\\ne": "!=", "\\neq": "!=", "\\lvert": OPEN_BAR, "\\rvert": CLOSE_BAR, "\\vert": "|",
    "\\mid": "|", **dict.fromkeys(("\\Vert", "\\|", "\\lVert", "\\rVert"), "‖"), "\\circ": "°", "\\degree": "°",
    "\\lbrack": "[", "\\rbrack": "]", "\\lparen": "(", "\\rparen": ")", "\\{": SET_OPEN, "\\lbrace": SET_OPEN,
    "\\}": SET_CLOSE, "\\rbrace": SET_CLOSE, "\\langle": ANGLE_OPEN, "\\rangle": ANGLE_CLOSE,
    "\\lfloor": "⌊", "\\rfloor": "⌋", "\\lceil": "⌈", "\\rceil": "⌉", "\\pm": "±", "\\mp": "∓",
    "\\cup": "∪", "\\cap": "∩", "\\setminus": "∖", "\\smallsetminus": "∖", "\\backslash": "∖", "\\in": "∈",
    "\\emptyset": "∅", "\\varnothing": "∅", "\\R": "ℝ", "\\Reals": "ℝ", "\\reals": "ℝ", "\\wedge": "and",
    "\\land": "and", "\\vee": "or", "\\lor": "or", "\\neg": "not", "\\lnot": "not", "\\bmod": REMAINDER,
    "\\mod": REMAINDER, "\\equiv": "=", "\\choose": CHOOSE,
    "\\exponentialE": "e", "\\imaginaryI": "i", "\\imaginaryJ": "j", "\\i": "i", "\\imath": "i", "\\jmath": "j",
    "\\differentialD": "d", "\\surd": "√", "\\top": "T", "\\intercal": "T",
}  # fmt: skip
"""Command -> the word that is typed for it."""
WRAPPERS = frozenset({
    "\\text", "\\mathrm", "\\mathit", "\\mathsf", "\\mathbf", "\\mathnormal", "\\textrm", "\\textit", "\\textnormal",
    "\\mbox", "\\operatorname", "\\boldsymbol", "\\bm", "\\mathcal", "\\mathscr", "\\mathfrak", "\\mathtt", "\\textbf",
    "\\textsf", "\\texttt", "\\mathord", "\\mathop", "\\mathbin", "\\mathrel", "\\upright", "\\pmb",
})  # fmt: skip
"""What stands in braces behind them stays what it is."""
FRAMES = frozenset({"\\boxed", "\\fbox", "\\underline", "\\smash", "\\ensuremath", "\\mathstrut", "\\overbrace"})
"""What stands in braces behind them is one thing."""
SKIPPED = frozenset({"\\color", "\\hspace", "\\phantom", "\\hphantom", "\\vphantom", "\\label", "\\tag", "\\class"})
"""What stands in braces behind them is no part of the answer."""
COLOURED = frozenset({"\\textcolor", "\\colorbox"})
"""A colour in braces, then one thing."""
ACCENTS = {
    "\\bar": "\u0304", "\\overline": "\u0304", "\\hat": "\u0302", "\\widehat": "\u0302", "\\tilde": "\u0303",
    "\\widetilde": "\u0303", "\\dot": "\u0307", "\\vec": "\u20d7", "\\overrightarrow": "\u20d7",
}  # fmt: skip
"""Command -> what stands over a letter, as a combining mark behind it."""
FRACTIONS = frozenset({"\\frac", "\\dfrac", "\\tfrac", "\\cfrac", "\\nicefrac", "\\sfrac"})
BINOMIALS = frozenset({"\\binom", "\\dbinom", "\\tbinom"})
FUNCTIONS = frozenset({
    "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "arccot", "sinh", "cosh", "tanh", "coth",
    "exp", "ln", "log", "lg", "min", "max", "gcd", "arsinh", "arcosh", "artanh", "cosec", "sgn", "sech", "csch",
    "arg", "Re", "Im", "lcm", "arcsec", "arccsc", "floor", "ceil", "arcsinh", "arccosh", "arctanh",
})  # fmt: skip
REFUSED = {
    "\\int": "an integral isn't worked out here", "\\iint": "an integral isn't worked out here",
    "\\oint": "an integral isn't worked out here", "\\lim": "a limit isn't worked out here",
    "\\sum": "a sum isn't worked out here", "\\prod": "a product isn't worked out here",
    "\\partial": "a derivative isn't worked out here", "\\nabla": "a derivative isn't worked out here",
    **dict.fromkeys(("\\to", "\\rightarrow", "\\Rightarrow", "\\implies", "\\iff", "\\Leftrightarrow", "\\mapsto"),
                    "an arrow isn't read: only the result is wanted"),
    **dict.fromkeys(("\\dots", "\\ldots", "\\cdots", "\\vdots"), "dots aren't read: everything must be written out"),
    **dict.fromkeys(("\\placeholder", "\\square", "\\Box"), "a box is empty"),
    "\\notin": "this sign isn't read here", "\\subset": "this sign isn't read here",
}  # fmt: skip
"""Command -> why it isn't read (POSITIONS 12)."""
SIZES = frozenset({
    "\\left", "\\right", "\\mleft", "\\mright", "\\middle", *(f"\\{size}{side}" for size in
    ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")),
})  # fmt: skip
LEFT_SIZES = frozenset(word for word in SIZES if word.endswith(("left", "gl")))
RIGHT_SIZES = frozenset(word for word in SIZES if word.endswith(("right", "gr")))
MATRICES = frozenset({"matrix", "pmatrix", "bmatrix", "Bmatrix", "smallmatrix", "array"})
DETERMINANTS = frozenset({"vmatrix"})
SYSTEMS = frozenset({"cases", "dcases", "rcases", "aligned", "align", "alignat", "gathered", "gather", "split"})
"""Environments whose lines hold together."""
PLAIN_ENVIRONMENTS = frozenset({"equation", "displaymath", "math"})
