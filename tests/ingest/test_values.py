"""Objects that are no entity, and the one key for each way of writing them."""

import pytest

from ingest.values import number, read_value


@pytest.mark.parametrize(
    ("text", "kind", "key"),
    [
        ("48,000 EUR a year", "money", "48000 EUR/year"),
        ("EUR 48.000 per year", "money", "48000 EUR/year"),
        ("€48k yearly", "money", "48000 EUR/year"),
        ("6.400 EUR", "money", "6400 EUR"),
        ("€1.150,50", "money", "1150.5 EUR"),
        ("21.50 EUR", "money", "21.5 EUR"),
        ("$3 million", "money", "3000000 USD"),
        ("GBP 2,150 per month, payable in advance", "money", "2150 GBP/month"),
        ("60 days", "duration", "60 days"),
        ("three months", "duration", "3 months"),
        ("3 Monate", "duration", "3 months"),
        ("40 l/min", "quantity", "40 l/min"),
        ("5%", "quantity", "5 %"),
        ("two bottling lines", "quantity", "2 bottling lines"),
        ("30 June 2027 (renews by itself)", "date", "2027-06-30"),
    ],
)
def test_a_value_is_known_by_its_form(text: str, kind: str, key: str) -> None:
    value = read_value(text)
    assert value is not None
    assert (value.kind.value, value.key, value.text) == (kind, key, text)


@pytest.mark.parametrize(
    "text", ["blue", "Debian 12", "GB 123 4567 89", "4 Calloway Road", "5.3.207", "88213-X", "B12"]
)
def test_a_name_or_a_code_is_no_value(text: str) -> None:
    assert read_value(text) is None


@pytest.mark.parametrize(
    ("digits", "value"),
    [("48,000", 48_000), ("6.400", 6_400), ("0.42", 0.42), ("18 400", 18_400), ("1,234,567", 1_234_567)],
)
def test_separators_are_read_as_they_are_meant(digits: str, value: float) -> None:
    assert number(digits) == value
