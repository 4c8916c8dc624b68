"""Spellings that are one name, and names that stay apart."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.model.names import display_name, legal_form, name_key

SAME = [
    ("STRASSE 9", "Straße 9"),
    ("İzmir", "izmir"),
    ("İZMİR", "izmir"),
    ("IĞDIR", "Iğdır"),
    ("eBay", "ebay"),
    ("acme-widget", "ACME\u2011Widget"),
    ("ΟΔΥΣΣΕΥΣ", "Οδυσσευς"),
    ("Café Noir", unicodedata.normalize("NFD", "CAFÉ  noir")),
    ("Northwind's", "Northwind"),
    ("Northwind\u2019s", "northwind"),
    ("O\u2019Hara's Mill", "O'Hara's Mill"),
    ('Cosmic "Crabs"', "Cosmic \u201cCrabs\u201d"),
    ("Northwind Ltd.", "Northwind, Ltd"),
    ("J. Reyes", "J Reyes"),
    ("Yahoo!", "Yahoo"),
    ("Marks & Spencer", "Marks&Spencer"),
    ("Ｐ２", "P2"),
    ("Pump\u200b 7\u00a0", "pump 7"),
    ("Harbor \u2013 North", "Harbor - North"),
    ("'Harborlight'", "Harborlight"),
]

APART = [
    ("C", "C++", "C#", "C-", "Ç"),
    ("P2", "P21", "P-21", "P 21"),
    ("acme-widget", "acme_widget", "acme widget", "acme/widget"),
    ("$price", "price", "{brace}", "brace", "`tick`", "tick", "back\\slash", "backslash", "back slash"),
    ("AC/DC", "ACDC", "AC DC"),
    (".NET", "NET", "Node.js", "Nodejs", "v1.2", "v12"),
    ("1,000 Lakes", "1 000 Lakes", "1000 Lakes"),
    ("node:7", "node 7"),
    ("...", "???", "-", "--", "&"),
    ("Northwind Ltd", "Northwind Inc", "Northwind"),
    ("ПЧ-1", "PCH-1"),
    ("灯台", "灯"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_name_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize("names", APART)
def test_different_names_stay_apart(names: tuple[str, ...]) -> None:
    keys = {name_key(name) for name in names}
    assert len(keys) == len(names)
    assert "" not in keys


@pytest.mark.parametrize("blank", ["", "  \n\t", "\u200b\ufeff"])
def test_a_blank_name_has_no_key(blank: str) -> None:
    assert name_key(blank) == ""


def test_names_with_query_syntax_are_shown_as_given() -> None:
    given_names = [
        "O'Hara's Mill",
        "`tick`",
        "{brace}",
        "$price",
        "back\\slash",
        "semi; colon",
        "// not a comment",
        'Cosmic "Crabs"',
    ]
    assert [display_name(name) for name in given_names] == given_names
    assert len({name_key(name) for name in given_names}) == len(given_names)


def test_a_lone_surrogate_is_replaced_and_can_be_encoded() -> None:
    shown = display_name(" Pump \ud83d 7")
    assert shown == "Pump \ufffd 7"
    assert name_key("Pump \ud83d 7").encode()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Northwind Ltd", ("northwind", "ltd")),
        ("Northwind Limited", ("northwind", "ltd")),
        ("Harbor Freight GmbH & Co. KG", ("harbor freight", "gmbh&co kg")),
        ("Lindqvist Pty. Ltd.", ("lindqvist", "pty ltd")),
        ("Verein Seestern e.V.", ("verein seestern", "ev")),
        ("Orlen Sp. z o.o.", ("orlen", "sp zoo")),
        ("Limited", None),
        ("Northwind", None),
        ("Agnes", None),
    ],
)
def test_legal_forms(name: str, expected: tuple[str, str] | None) -> None:
    assert legal_form(name_key(name)) == expected


@given(st.text(max_size=30))
@settings(max_examples=300, deadline=None)
def test_a_key_is_its_own_key_and_ignores_form_and_case(name: str) -> None:
    key = name_key(name)
    assert name_key(key) == key
    assert name_key(unicodedata.normalize("NFD", name)) == name_key(unicodedata.normalize("NFC", name))


@given(st.text(alphabet="abcXYZ 129-_+#/.,;:!?'\"&()", max_size=14))
@settings(max_examples=300, deadline=None)
def test_digits_and_letters_are_never_lost(name: str) -> None:
    kept = [c for c in name_key(name) if c.isalnum()]
    written = [c.lower() for c in name if c.isalnum()]
    assert kept == written
