"""Two edits of one text, one after the other, as one map."""

from policy.offsets import Edit, Offsets


def test_a_second_edit_leads_to_the_source_of_the_first() -> None:
    # "abcdefgh" -> "abXXefgh" -> "abXXeYYYh" (fg became YYY)
    first = Offsets((Edit(2, 4, 2),))
    both = first.then(Offsets((Edit(5, 7, 3),)))
    assert both.edits == (Edit(2, 4, 2), Edit(5, 7, 3))
    assert both.to_source(8) == 7


def test_a_run_replaced_twice_is_one_run() -> None:
    # "abcdefgh" -> "abXXefgh" -> "aZfgh" (bXXe became Z)
    both = Offsets((Edit(2, 4, 2),)).then(Offsets((Edit(1, 5, 1),)))
    assert both.edits == (Edit(1, 5, 1),)
    assert (both.to_source(1), both.to_source(1, end=True), both.to_source(2)) == (1, 1, 5)
