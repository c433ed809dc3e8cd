"""A pack is read strictly: typed tables, links that lead somewhere, and every slip placed and mended."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quizgen.errors import SourceError
from quizgen.maths.units import DEFAULT_ALLOWED
from quizgen.pack import Pack, parse_pack
from quizgen.yaml_files import loads

BASE = """\
title: Roads
version: 1
defaults: {asked: 3 sf, shown: 4 sf}
units: [km, h]
formulas:
  speed:
    of: [s, t]
    is: s / t
constants:
  g: {is: 9.81, unit: m/s^2, symbol: g}
  lanes: 4
tables:
  roads:
    columns: {name: text, not: texts, width: {type: number, unit: m, as: bare}, town: towns}
    rows:
      first: {name: First Street, not: [Last Street], width: 7/2, town: north}
      yes: {name: "yes", not: [], width: 0.5, town: south}
  towns:
    columns: {name: text}
    rows:
      north: {name: North}
      south: {name: South}
glossary:
  speed: Way over time.
topics: [maps]
traps:
  upside-down: {say: Turn it over.}
cells:
  A: {special: Nothing moves., trap: Dividing by zero.}
cards:
  - {id: c1, front: 'What is speed?', back: Way over time., skills: [speed]}
  - {id: road-<<it.id>>, each: roads, front: <<it.name>>, back: <<it.width>>}
"""


def parsed(text: str = BASE) -> Pack:
    return parse_pack(loads(text, "somewhere/roads/pack.yaml"))


# One case a line: a piece of BASE, what it becomes, line, column, a piece of what is said, a piece of the mend.
REFUSALS = [
    ("version: 1\n", "", 1, 1, "`version` is missing", "add `version"),
    ("title: Roads", "pack: roads\ntitle: Roads", 1, 1, "`pack` is no key here", "its folder's name"),
    ("topics: [maps]", "topic: [maps]", 25, 1, "`topic` is no key here", "did you mean `topics`?"),
    ("width: {type: number, unit: m, as: bare}", "width: nmber", 14, 46,
     "neither a type nor a table", "did you mean `number`?"),
    ("town: towns", "town: town", 14, 87, "`town` is neither a type nor a table", "did you mean `towns`?"),
    ("name: text, not", "name: {type: text, unit: m}, not", 14, 21, "has no unit", "`type: number`"),
    ("columns: {name: text}", "columns: {}", 19, 14, "at least 1", ""),
    ("columns: {name: text}", "columns: {2: text}", 19, 15, "`2` is no name", ""),
    ("width: 7/2", "wdith: 7/2", 16, 55, "the table has no column `wdith`", "did you mean `width`?"),
    ("width: 7/2, ", "", 16, 7, "the row `first` has no `width`", "add `width"),
    ("width: 7/2", "width: 7 m", 16, 62, "`7 m` is no number", "without its unit"),
    ("width: 7/2", "width: [7]", 16, 62, "one number is wanted here", ""),
    ("name: First Street", "name: [First]", 16, 21, "one text is wanted here", "quote"),
    ("not: [Last Street]", "not: Last", 16, 40, "a list of texts is wanted", "`[one, two]`"),
    ("town: north", "town: nroth", 16, 73, "the table `towns` has no row `nroth`", "did you mean `north`?"),
    ("version: 1\n", "version: 1\nlog: ln\n", 3, 6, "'natural', '10' or '2'", ""),
    ("    of: [s, t]", "    of: [s, s]", 7, 13, "`s` is an argument twice", "rename"),
    ("    of: [s, t]", "    of: [if, t]", 7, 10, "`if` is a word of the maths language", "another"),
    ("  lanes: 4", "  roads: 4", 13, 3, "`roads` is a table and a constant", "rename"),
    ("{say: Turn it over.}", "Turn it over.", 27, 16, "a mapping is wanted here", ""),
    ("special: Nothing moves.", "speciall: Nothing", 29, 7, "`speciall` is no key", "did you mean `special`?"),
    ("each: roads", "each: rods", 32, 32, "there is no table `rods`", "did you mean `roads`?"),
    ("id: road-<<it.id>>", "id: c1", 32, 10, "`c1` is the id of two cards", "rename"),
]  # fmt: skip


@pytest.mark.parametrize("case", REFUSALS, ids=[case[1] for case in REFUSALS])
def test_a_slip_is_refused_where_it_stands_with_its_mend(case):
    old, new, line, column, what, mend = case
    assert BASE.count(old) == 1, "the case must change one place"
    with pytest.raises(SourceError) as caught:
        parsed(BASE.replace(old, new))
    error = caught.value
    assert what in error.what
    assert mend in error.mend
    assert (error.line, error.column) == (line, column)


def test_a_packs_id_is_its_folders_name():
    assert parsed().id == "roads"
    assert parse_pack(loads(BASE), "other").id == "other"


def test_cells_have_the_type_of_their_column():
    rows = parsed().tables["roads"].rows
    assert rows["first"] == {"name": "First Street", "not": ("Last Street",), "width": Fraction(7, 2), "town": "north"}
    assert rows["yes"]["name"] == "yes"
    assert list(rows["yes"]) == ["name", "not", "width", "town"]


def test_columns_say_type_unit_display_and_link():
    columns = parsed().tables["roads"].columns
    assert (columns["width"].type, columns["width"].unit, columns["width"].as_) == ("number", "m", "bare")
    assert [column.table for column in columns.values()] == ["", "", "", "towns"]


def test_tables_may_not_link_in_a_circle():
    looped = BASE.replace("columns: {name: text}", "columns: {name: text, road: roads}")
    looped = looped.replace("{name: North}", "{name: North, road: first}").replace(
        "{name: South}", "{name: S, road: first}"
    )
    with pytest.raises(SourceError, match="the links of `roads` lead back to it"):
        parsed(looped)


UNITS = [
    ("units: [km, h]", ("km", "h"), {}),
    ("units: {allow: [km], own: {sample: {dimension: own}}}", ("km",), {"sample": {"dimension": "own"}}),
    ("units: {own: {mile: 1609344/1000 m}}", DEFAULT_ALLOWED, {"mile": "1609344/1000 m"}),
    ("topics: []", DEFAULT_ALLOWED, {}),
]


@pytest.mark.parametrize(("line", "allow", "own"), UNITS, ids=[each[0] for each in UNITS])
def test_a_pack_allows_units_and_may_define_its_own(line, allow, own):
    units = parsed(BASE.replace("topics: [maps]\n", "").replace("units: [km, h]", line)).units
    assert (units.allow, units.own) == (allow, own)


def test_constants_may_be_written_short():
    constants = parsed().constants
    assert (constants["g"].is_, constants["g"].unit) == ("9.81", "m/s^2")
    assert (constants["lanes"].is_, constants["lanes"].unit) == ("4", None)


def test_the_canonical_form_depends_on_content_alone():
    moved = BASE.replace("topics: [maps]\n", "").replace("width: 7/2", "width: '3.5'") + "topics:\n  - maps # here\n"
    assert parsed(moved).canonical() == parsed().canonical()
    assert '"width":"7/2"' in parsed().canonical()
    assert parsed(BASE.replace("7/2", "7/3")).canonical() != parsed().canonical()
