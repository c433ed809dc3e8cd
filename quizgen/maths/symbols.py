"""Letters that maths writes: Greek by name, and how a name becomes a symbol in LaTeX and in plain Unicode text."""

from __future__ import annotations

import re

GREEK: dict[str, str] = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "omicron": "ο", "pi": "π", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ",
    "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
"""LaTeX name -> letter."""

GREEK_NAMES: dict[str, str] = {letter: name for name, letter in GREEK.items()}
_VARIANTS = {"varepsilon": "ε", "vartheta": "θ", "varphi": "φ", "varrho": "ρ", "varsigma": "σ", "ell": "l"}
COMMANDS: dict[str, str] = {**GREEK, **_VARIANTS}
"""LaTeX commands that stand for one letter."""

_OTHERS = {"infty": "∞", "prime": "′", "circ": "°", "ast": "*", "cdot": "·", "times": "×"}
_CONSTANTS = {"oo": r"\infty", "pi": r"\pi", "e": "e"}
_NAME = re.compile(r"([^\W\d_]+)(\d*)((?:_\w+)*)")
_SUBSCRIPT = re.compile(r"_\{([^{}]*)\}")
_TORN = re.compile(r"[-+/*·×]")
"""A subscript with one of these signs stands in brackets: `k_1/2` would be half of k₁."""
_WRAPPER = re.compile(r"\\(?:mathrm|mathit|mathsf|mathbf|text|textrm|operatorname|mbox)\s*\{([^{}]*)\}")
_ACCENT = re.compile(r"\\(bar|overline|hat|tilde|dot|vec)\s*(?:\{\s*(\w)\s*\}|(\w))")
_ACCENTS = {"bar": "\u0304", "overline": "\u0304", "hat": "\u0302", "tilde": "\u0303", "dot": "\u0307", "vec": "\u20d7"}
_COMMAND = re.compile(r"\\([A-Za-z]+) *")
_SUPERSCRIPTS = str.maketrans("0123456789+-()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ")
_RAISED = re.compile(r"\^(?:\{([-+0-9n()]+)\}|([0-9n]))")


def superscript(text: str) -> str:
    """Digits, signs, brackets and n as superscripts."""
    return text.translate(_SUPERSCRIPTS)


def default_symbol(name: str) -> str:
    """The LaTeX symbol of a name: `T_compute` -> `T_{compute}`, `theta` -> `\\theta`, `x1` -> `x_{1}`."""
    if name in _CONSTANTS:
        return _CONSTANTS[name]
    found = _NAME.fullmatch(name)
    if not found:
        return _upright(name)
    stem, digits, subscripts = found.groups()
    parts = [digits, *subscripts.split("_")]
    below = ",".join(_subscript(part) for part in parts if part)
    return _letter(stem) + (f"_{{{below}}}" if below else "")


def _letter(stem: str) -> str:
    if stem in GREEK:
        return "\\" + stem
    if stem in GREEK_NAMES:
        return "\\" + GREEK_NAMES[stem]
    return stem if len(stem) == 1 else _upright(stem)


def _upright(word: str) -> str:
    return r"\mathrm{" + word.replace("_", r"\_") + "}"


def _subscript(part: str) -> str:
    return "\\" + part if part in GREEK else part


def symbol_text(latex: str) -> str:
    """A LaTeX symbol as plain Unicode text: `T_{comm}` -> `T_comm`, `\\theta` -> `θ`, `\\bar t` -> `t̄`."""
    text = _ACCENT.sub(lambda found: (found[2] or found[3]) + _ACCENTS[found[1]], latex)
    while (unwrapped := _WRAPPER.sub(r"\1", text)) != text:
        text = unwrapped
    text = _COMMAND.sub(lambda found: COMMANDS.get(found[1]) or _OTHERS.get(found[1]) or f"{found[1]}\u00a0", text)
    text = _SUBSCRIPT.sub(lambda found: f"_({found[1]})" if _TORN.search(found[1]) else f"_{found[1]}", text)
    text = _RAISED.sub(lambda found: superscript(found[1] or found[2]), text)
    return re.sub(r"[{}\\ ]", "", text).replace("\u00a0", " ").strip()
