"""What `quiz check` finds in a template, and its report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from quizgen.sampling.space import Refusal

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, in `count` of the variants that were looked at, and the first of them.

    An error must not reach a learner; a warning is worth a look; a note is to be known. `detail` is what that first
    variant shows. `variant` is None where the fault is in no variant but in the template, and `count` is then 0.
    """

    severity: Severity
    template: str
    what: str
    detail: str = ""
    variant: Mapping[str, Any] | None = None
    count: int = 0
    mend: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """A template against its variants.

    `space` is the number of distinct variants (None if it isn't known), `checked` how many were looked at, `exhaustive`
    whether those are all; `acceptance` is the share of draws that satisfies `where`, of the params tied by it.
    `seconds` is measured by the caller; 0 if nobody did.
    """

    template: str
    label: str
    findings: tuple[Finding, ...] = ()
    space: int | None = None
    raw: int | None = None
    refusals: tuple[Refusal, ...] = ()
    checked: int = 0
    exhaustive: bool = False
    acceptance: Fraction | None = None
    seconds: float = 0.0

    def count(self, severity: Severity) -> int:
        """How many findings there are of a severity."""
        return sum(finding.severity == severity for finding in self.findings)

    @property
    def sound(self) -> bool:
        """Whether there is no error."""
        return not self.count("error")


class Findings:
    """Gathers the findings of one template; the same fault in another variant only counts."""

    def __init__(self, template: str) -> None:
        self.template = template
        self._found: dict[tuple[Severity, str], Finding] = {}

    def add(
        self,
        severity: Severity,
        what: str,
        *,
        variant: Mapping[str, Any] | None = None,
        detail: str = "",
        mend: str = "",
    ) -> None:
        """Note a fault. `what` is the same for all variants that have it; `detail` is about this one."""
        key = severity, what
        known = self._found.get(key)
        if known is None:
            known = Finding(severity, self.template, what, detail, variant, 0, mend)
        self._found[key] = replace(known, count=known.count + (variant is not None))

    def any_error(self) -> bool:
        """Whether an error has been found."""
        return any(severity == "error" for severity, _ in self._found)

    def all(self) -> tuple[Finding, ...]:
        """Every finding: errors first, and as they were found."""
        return tuple(sorted(self._found.values(), key=lambda each: SEVERITIES.index(each.severity)))
