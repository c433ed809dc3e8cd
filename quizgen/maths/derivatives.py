"""`dy/dx` and `d^2y/dx^2` of a declared function, in the words of `y'(x)` and `y''(x)`."""

from __future__ import annotations

from collections.abc import Mapping

from quizgen.maths.names import declared
from quizgen.maths.tokens import Tokens

_MOST = 9


def primed(tokens: Tokens, functions: Mapping[str, str]) -> Tokens:
    """The tokens with primes for each quotient of differentials of a declared function."""
    if not any(word[0:1] == "d" for word in tokens.words):
        return tokens
    done = Tokens([], [], [])
    index = 0
    while index < len(tokens.words):
        found = _quotient(tokens.words, index, functions)
        if found is None:
            _put(done, tokens.words[index], tokens.starts[index], tokens.ends[index])
            index += 1
            continue
        function, name, order, last = found
        start, end = tokens.starts[index], tokens.ends[last - 1]
        for word in (function, *"'" * order, "(", name, ")"):
            _put(done, word, start, end)
        index = last
    return done


def _quotient(words: list[str], index: int, functions: Mapping[str, str]) -> tuple[str, str, int, int] | None:
    """The function, its letter, the order and where the quotient ends; None if there is none at a word."""
    if words[index : index + 2] == ["(", "("]:
        inner = _quotient(words, index + 1, functions)
        return (*inner[:3], inner[3] + 1) if inner and words[inner[3] : inner[3] + 1] == [")"] else None
    over, at = _bare(words, index)
    if over is None or words[at : at + 1] != ["/"]:
        return None
    under, at = _bare(words, at + 1)
    if under is None:
        return None
    under = ["d" + under[1], *under[2:]] if under[0] == "d" and len(under) > 1 else under  # an upright d stands apart
    match over, under:
        case ([dy], [dx]) | (["d", dy], [dx]) if dx[0] == "d" and (len(over) > 1 or dy[0] == "d"):
            function, name, order = dy[len(over) == 1 :], dx[1:], 1
        case [["d", "^", power, y], [dx, "^", below]] if power == below and power.isdigit() and dx[0] == "d":
            function, name, order = y, dx[1:], int(power[:2])
        case _:
            return None
    known = declared(function, functions) if function else ""
    return (function, name, order, at) if known and name and 0 < order <= _MOST else None


def _bare(words: list[str], index: int) -> tuple[list[str] | None, int]:
    """The words of one side without the brackets around it and the braces in it, and where it ends."""
    if words[index : index + 1] == ["("]:
        last = index + 1
        while last < len(words) and words[last] not in ("(", ")", "") and last < index + 9:
            last += 1
        closed = words[last : last + 1] == [")"]
        inner = [word for word in words[index + 1 : last] if word not in ("{", "}")]
        return (inner, last + 1) if closed else (None, index)
    found: list[str] = []
    at = index
    while at < len(words) and len(found) < 4:
        word = words[at]
        if word not in ("{", "}"):
            if not (word == "^" or word.isalnum()):
                break
            found.append(word)
        at += 1
        if len(found) == 1 and found[0] != "d" and words[at : at + 1] != ["^"]:
            break
        if len(found) == 3 and found[0] != "d":
            at += words[at : at + 1] == ["}"]
            break
    return (found, at) if found else (None, index)


def _put(done: Tokens, word: str, start: int, end: int) -> None:
    done.words.append(word)
    done.starts.append(start)
    done.ends.append(end)
