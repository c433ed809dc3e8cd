"""Cells that have a type (of workbooks, of Parquet) as the texts that a person would have typed."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any


def cell_text(value: Any, *, comma: bool = False) -> str:
    """A typed cell as the text that a person would type for it, with a decimal comma if wanted; "" for none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        text = str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        return text.replace(".", ",") if comma else text
    if isinstance(value, Decimal):
        return format(value, "f").replace(".", "," if comma else ".")
    if isinstance(value, datetime):
        return value.isoformat(" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list):
        return ", ".join(map(cell_text, value))
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
