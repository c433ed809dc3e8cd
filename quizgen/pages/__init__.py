"""The pieces of a rendered page: layouts, markup, mathematics, answer fields and keys."""
