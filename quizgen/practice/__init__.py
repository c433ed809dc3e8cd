"""Training alone: which question comes next, and how one question goes, as values that any front end can show."""
