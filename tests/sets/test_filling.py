"""Whether templates have variants enough: against counting every way."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from quizgen.sets.filling import Demand, Offers, fits, met
from tests.batch.small_bank import small_bank

NAMES = ("a", "b", "c")
DEMANDS = st.lists(
    st.builds(
        Demand, st.just(0), st.lists(st.sampled_from(NAMES), min_size=1, unique=True).map(tuple), st.integers(1, 4)
    ),
    min_size=1,
    max_size=3,
)
OFFERS = st.fixed_dictionaries({name: st.integers(0, 5) for name in NAMES})


def can_all_be_met(demands: list[Demand], offers: dict[str, int]) -> bool:
    """By trying every way to hand out variants one by one."""
    units = [demand.templates for demand in demands for _ in range(demand.amount)]
    return any(all(choice.count(name) <= offers[name] for name in NAMES) for choice in product(*units))


@given(DEMANDS.filter(lambda demands: sum(each.amount for each in demands) <= 8), OFFERS)
def test_it_says_that_demands_fit_just_where_some_way_meets_them_all(demands: list[Demand], offers: dict[str, int]):
    assert fits(demands, offers) is can_all_be_met(demands, offers)


@given(DEMANDS, OFFERS)
def test_what_is_met_is_never_more_than_wanted_or_offered(demands: list[Demand], offers: dict[str, int]):
    given_ = met(demands, offers)
    assert all(0 <= got <= demand.amount for got, demand in zip(given_, demands, strict=True))
    assert sum(given_) <= sum(offers.values())


def test_a_section_takes_something_else_so_that_another_one_is_filled():
    assert met([Demand(0, ("a", "b"), 2), Demand(1, ("a",), 2)], {"a": 2, "b": 2}) == [2, 2]


def test_variants_are_counted_no_further_than_asked():
    bank = small_bank()
    offers = Offers({name: bank.compiled(bank.find(name)) for name in ("few", "many")})
    assert [offers.upto("few", 3), offers.upto("few", 100), offers.upto("many", 50)] == [3, 4, 50]
    assert offers.known == {"few": 4, "many": 50}
