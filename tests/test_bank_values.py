"""The shipped bank's pinned variants give exactly the values of the texts that they come from, row by row."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import pytest

from quizgen.answers.choice import lettered
from quizgen.bank import Bank
from quizgen.generator import asked, example
from quizgen.grader import grade
from quizgen.maths.values import Row
from quizgen.packs.pack_folders import find_banks
from quizgen.prose import markdown
from quizgen.resources import embedded_bank
from quizgen.variant import Variant

BANK = Bank(find_banks([embedded_bank()]), cache=None)


@lru_cache(maxsize=64)
def pinned(label: str) -> Variant:
    return example(BANK.compiled(BANK.find(label)))


def value(label: str, name: str) -> Any:
    """A value of the pinned variant: a number in its own unit, the id of a row, or what it is."""
    variant = pinned(label)
    found = variant.values[name]
    if isinstance(found, Row):
        return found.id
    number = isinstance(found, int | Fraction) and not isinstance(found, bool)
    return Fraction(found) / variant.template.names[name].display.factor if number else found


def values(label: str, *names: str) -> list[Any]:
    return [value(label, name) for name in names]


def verdict(label: str, part: str, response: str) -> tuple[str, str, tuple[str, ...]]:
    """Outcome, reason and traps of a response to one part of the pinned variant."""
    variant = pinned(label)
    result = grade(variant.template, variant.params, {part: response})
    found = next(each.verdict for each in result.parts if each.part == part)
    return found.outcome, found.reason, found.traps


def right(label: str, part: str, response: str) -> bool:
    return verdict(label, part, response)[0] == "correct"


def texts(label: str, part: str) -> dict[str, str]:
    """What each option of a choice says in the pinned variant, and the letter that picks it."""
    variant = pinned(label)
    given = asked(variant, next(each for each in variant.template.parts if each.id == part))
    return {
        markdown(option.say, {**given.values, **option.names}, given.texts).replace("\u00a0", " "): letter
        for letter, option in lettered(given)
    }


def test_l1_1_a_full_copy_with_other_slices_is_data_parallelism_and_its_mean_is_an_all_reduce():
    assert values("L1.1", "strategy", "operation") == ["data", "all_reduce"]
    assert right("L1.1", "strategy", texts("L1.1", "strategy")["data parallelism"])
    for response in ("all-reduce", "All Reduce", "allreduce", "ring all-reduce"):
        assert right("L1.1", "operation", response)
    for response in ("reduce", "broadcast", "all-gather", "reduce-scatter", "all-to-all"):
        assert verdict("L1.1", "operation", response)[0] == "incorrect"


def test_l1_3_an_update_from_theta_t_on_theta_t_plus_5_is_asynchronous_with_a_stale_gradient_of_staleness_5():
    assert values("L1.3", "mode", "kind", "staleness") == ["async", "stale", 5]
    for response in ("asynchronous SGD", "async SGD", "Asynchronous", "asynchronus SGD"):
        assert right("L1.3", "mode", response)
    assert verdict("L1.3", "mode", "synchronous") == ("incorrect", "trap", ("other-mode",))
    assert right("L1.3", "gradient", "a stale gradient")
    assert right("L1.3", "staleness", "5")
    assert verdict("L1.3", "staleness", "6") == ("incorrect", "trap", ("counts-itself",))


def test_l2_1_eight_gpus_with_16_images_each_make_a_batch_of_128():
    assert value("L2.1", "B") == 128
    assert right("L2.1", "B", "128")
    assert verdict("L2.1", "B", "16") == ("incorrect", "trap", ("no-devices",))


def test_l2_2_a_batch_of_32_from_micro_batches_of_2_on_one_gpu_takes_16_steps():
    assert values("L2.2", "a", "d") == [16, 16]
    assert right("L2.2", "a", "16")
    assert verdict("L2.2", "d", "32") == ("incorrect", "trap", ("by-batch",))


def test_l2_3_400_ms_on_4_devices_with_50_ms_of_communication_give_a_speedup_of_8_thirds():
    assert values("L2.3", "T_slice", "T_iter", "S") == [100, 150, Fraction(8, 3)]
    for response in ("2.667", "2.67", "8/3", "400/150", "S = 2.667", "2.67×", r"$\frac{8}{3}$"):
        assert right("L2.3", "S", response)
    assert verdict("L2.3", "S", "4") == ("incorrect", "trap", ("ideal-speedup",))


def test_l2_3b_the_same_speedup_as_a_formula_in_k():
    for response in ("400/(400/k + 50)", "400k/(400 + 50k)", "8k/(8 + k)", "S(k) = 8/(1 + 8/k)"):
        assert right("L2.3b", "S", response)
    assert right("L2.3b", "T_iter", "50 + 400/k")
    assert verdict("L2.3b", "S", "k") == ("incorrect", "trap", ("ideal-speedup",))
    assert verdict("L2.3b", "T_iter", "450/k") == ("incorrect", "trap", ("comm-divided",))


def test_l3_2_340_million_float32_gradients_are_1_36_gb_and_a_link_ten_times_as_fast_leaves_5_ms():
    assert values("L3.2", "V", "T_new", "S", "E") == [Fraction(136, 100), 5, Fraction(400, 105), Fraction(20, 21)]
    for response in ("1.36 GB", "1360 MB", "1.36e9 bytes", "10.88 Gbit"):
        assert right("L3.2", "V", response)
    assert verdict("L3.2", "V", "1.36 Gbit") == ("incorrect", "trap", ("bits-for-bytes",))
    for response in ("0.95", "95 %", "0.952"):
        assert right("L3.2", "E", response)


def test_l3_2_the_whole_volume_alone_would_take_1_09_s_and_that_is_a_named_mistake():
    assert value("L3.2", "T_alone") == 1088
    assert verdict("L3.2", "T_new", "108.8 ms") == ("incorrect", "trap", ("nothing-hidden",))


def test_l5_1_the_budget_comes_to_50_ms_a_speedup_of_4_8_and_5_647_with_accumulation():
    assert values("L5.1", "T_comm", "S", "E") == [50, Fraction(48, 10), Fraction(8, 10)]
    assert values("L5.1", "T_one", "T_many") == [4800, 850]
    assert values("L5.1", "S_a", "E_a") == [Fraction(4800, 850), Fraction(4800, 5100)]
    assert verdict("L5.1", "E_a", "0.942")[:2] == ("correct", "rounded")


def test_cell_c_one_device_has_nothing_to_synchronise_and_a_speedup_of_exactly_1():
    assert values("C", "T_comm", "S", "S_wrong") == [0, 1, Fraction(8, 9)]
    assert right("C", "S", "1")
    assert right("C", "S", "1.0")
    assert verdict("C", "S", "0.89") == ("incorrect", "trap", ("comm-at-one",))


def test_cell_d_speedup_approaches_400_over_50():
    assert values("D", "S_max", "k_half") == [8, 8]
    for response in ("8", "8x", "400/50", "T_compute/T_comm", "1/(T_comm/T_compute)", r"\frac{T_{compute}}{T_{comm}}"):
        assert right("D", "S_max", response)
    for response in ("1/8", "0.125", "T_comm/T_compute"):
        assert verdict("D", "S_max", response) == ("incorrect", "trap", ("upside-down",))
    assert verdict("D", "S_max", "17*23")[0] == "malformed"
    assert right("D", "k_half", "8 devices")


def test_l3_3_a_single_micro_batch_fills_4_of_16_slots():
    assert values("L3.3", "N", "u", "bubble") == [16, 4, Fraction(3, 4)]


def test_cell_a_free_communication_gives_the_ideal():
    assert values("A", "T_slice", "S", "E") == [100, 4, 1]


def test_cell_e_80_gb_need_at_least_5_gpus_of_16_gb_and_model_parallelism():
    assert values("E", "W", "fits", "n") == [80, False, 5]
    assert right("E", "strategy", texts("E", "strategy")["Model parallelism. The model must be cut."])
    said = "Nothing special. Data parallelism works."
    assert verdict("E", "strategy", texts("E", "strategy")[said])[0] == "incorrect"
    assert verdict("E", "n", "4") == ("incorrect", "trap", ("one-too-few",))


def test_cell_f_64_samples_in_micro_batches_of_8_take_8_steps_and_a_division_by_8():
    assert values("F", "a", "d", "M") == [8, 8, Fraction(9, 2)]


def test_cell_g_lockstep_takes_300_ms_the_mean_is_146_25_ms_and_updates_come_every_28_6_ms():
    assert values("G", "T_sync", "T_mean") == [300, Fraction(14625, 100)]
    assert value("G", "T_update") == 1 / sum(Fraction(1, time) for time in (90, 95, 100, 300))
    assert right("G", "T_update", "28.6 ms")


def test_cell_i_the_smaller_cluster_wins_by_40_over_231():
    assert values("I", "S_X", "S_Y") == [Fraction(400, 105), Fraction(400, 110)]
    assert value("I", "gap") == Fraction(40, 231)
    assert right("I", "winner", texts("I", "winner")["Cluster X"])
    assert verdict("I", "gap", "0.174")[:2] == ("correct", "rounded")


def test_l1_2_twelve_layers_a_gpu_in_bands_are_pipeline_parallelism_and_cost_a_bubble():
    assert values("L1.2", "homes", "kind", "price") == [1, "pipeline", "bubble"]
    assert right("L1.2", "kind", texts("L1.2", "kind")["pipeline parallelism"])
    for response in ("pipeline bubble", "bubble", "the bubble"):
        assert right("L1.2", "cost", response)


def test_l3_1_efficiency_falls_from_two_thirds_to_one_half_when_devices_double():
    assert values("L3.1", "S", "E", "S_new", "E_new") == [Fraction(8, 3), Fraction(2, 3), 4, Fraction(1, 2)]
    assert right("L3.1", "E", "66.7 %")
    assert right("L3.1", "E_new", "0.5")


def test_l4_1_64_gpus_hold_8_replicas_of_a_model_in_8_pieces():
    assert values("L4.1", "G", "c", "r", "q") == [64, 1, 8, 7]
    said = "The model parallelism, so that all pieces of a copy are neighbours"
    assert right("L4.1", "inside", texts("L4.1", "inside")[said])


def test_l4_2_four_gpus_with_one_sample_each_reach_32_with_8_passes():
    assert values("L4.2", "B_pass", "a") == [4, 8]
    assert right("L4.2", "plan", "b=1 k=4 a=8")
    assert not right("L4.2", "plan", "b=2 k=4 a=4")
    assert not right("L4.2", "plan", "b=1 k=2 a=16")


def test_l4_3_a_straggler_of_factor_3_among_4_workers_makes_async_2_5_times_as_productive():
    assert values("L4.3", "R_sync", "R_async", "r") == [Fraction(40, 3), Fraction(100, 3), Fraction(5, 2)]
    assert right("L4.3", "R_sync", "13.3")
    assert right("L4.3", "R_async", "33.3")


def test_cell_b_50_of_150_ms_are_overhead_and_two_thirds_of_the_ideal_are_kept():
    assert values("B", "T_iter", "overhead", "S", "E") == [150, Fraction(1, 3), Fraction(8, 3), Fraction(2, 3)]
    assert right("B", "E", "66.7 %")


def test_cell_h_four_gpus_take_7_5_hours_and_eight_take_5():
    assert values("H", "t_1", "t_2", "gain") == [Fraction(15, 2), 5, Fraction(3, 2)]
    said = "Buy 8 GPUs. The smaller order would miss the deadline."
    assert right("H", "advice", texts("H", "advice")[said])


@pytest.mark.parametrize("entry", BANK.templates(), ids=lambda entry: str(entry.label))
def test_every_template_has_what_a_good_teacher_gives(entry):
    source = BANK.source(entry)
    own_traps = len(source.traps) + sum(len(part.traps) for part in source.parts)
    assert source.forecast
    assert source.verify
    assert source.example or source.continues
    assert source.links
    assert own_traps >= 2
    assert all(part.hints for part in source.parts)
    assert all(step.why for step in source.steps if step.told)


@pytest.mark.parametrize("entry", BANK.templates(), ids=lambda entry: str(entry.label))
def test_every_link_skill_and_cell_of_a_template_exists(entry):
    source, pack = BANK.source(entry), BANK.pack(entry.pack)
    known = {f"glossary:{term}" for term in pack.glossary} | {f"topic:{topic}" for topic in pack.topics}
    assert set(source.links) <= known
    assert source.cell in pack.cells
    assert source.skills
