"""Which mentions are one thing, and which stay apart."""

import random

import pytest

from ingest.resolve import Known, Resolution, keys_to_look_up, mentions_of, resolve
from kg.model.claim import ALIAS_RELATION, Claim, Mention, Value
from kg.model.ids import entity_id
from kg.model.kinds import EntityKind, Modality, ValueKind
from kg.model.stored import ResolvedEntity

PERSON, FIRM, THING = EntityKind.PERSON, EntityKind.ORGANIZATION, EntityKind.THING


def claim(
    subject: str, kind: EntityKind = THING, relation: str = "fee", object_: Mention | None = None
) -> Claim:
    value = object_ or Value("48,000 EUR", ValueKind.MONEY, "48000 EUR")
    return Claim(Mention(subject, kind), relation, value, Modality.ASSERTED, 0, 5, 0.9)


def alias(subject: str, other: str, kind: EntityKind = FIRM) -> Claim:
    return claim(subject, kind, ALIAS_RELATION, Mention(other, kind))


def resolved(*claims: Claim, known: Known | None = None) -> Resolution:
    return resolve("w", claims, known or {})


def same(resolution: Resolution, one: str, other: str) -> bool:
    first, second = resolution.entity(Mention(one, THING)), resolution.entity(Mention(other, THING))
    assert first is not None
    assert second is not None
    return first.id == second.id


def test_spellings_are_one_and_the_most_used_is_shown() -> None:
    result = resolved(claim("Straße 9"), claim("STRASSE 9"), claim("Straße 9"))
    (entity,) = result.entities
    assert entity == ResolvedEntity(entity_id("w", "strasse 9"), "Straße 9", "thing", ("strasse 9",))


@pytest.mark.parametrize(
    ("one", "other"), [("P2", "P21"), ("C", "C++"), ("C#", "C"), ("Nordkai 7 GmbH", "Nordkai 8 GmbH")]
)
def test_what_differs_by_a_digit_or_sign_stays_apart(one: str, other: str) -> None:
    assert not same(resolved(claim(one), claim(other)), one, other)


def test_kind_is_what_most_say_and_thing_only_when_nobody_says() -> None:
    result = resolved(claim("Harbor", THING), claim("Harbor", THING), claim("Harbor", FIRM))
    assert result.entities[0].kind == "organization"


def test_a_firm_is_named_with_and_without_its_legal_form() -> None:
    result = resolved(claim("Northwind Ltd", FIRM), claim("Northwind"), claim("Northwind Limited", FIRM))
    (entity,) = result.entities
    assert entity.id == entity_id("w", "northwind")
    assert entity.keys == ("northwind", "northwind limited", "northwind ltd")


def test_two_legal_forms_are_two_firms() -> None:
    result = resolved(claim("Northwind Ltd", FIRM), claim("Northwind Inc", FIRM), claim("Northwind"))
    assert len(result.entities) == 3


def test_the_second_firm_of_that_name_stays_apart_and_keeps_its_short_form_in_its_document() -> None:
    first = ResolvedEntity(
        entity_id("w", "northwind"), "Northwind Ltd", "organization", ("northwind", "northwind ltd")
    )
    known = {"northwind": (first,)}
    result = resolved(claim("Northwind Inc", FIRM), claim("Northwind"), known=known)
    (entity,) = result.entities
    assert entity.id == entity_id("w", "northwind inc")
    assert entity.keys == ("northwind inc",)


def test_an_alias_said_in_the_document_joins_and_is_taught() -> None:
    result = resolved(alias("Northwind", "NW"), claim("NW"))
    assert same(result, "Northwind", "NW")
    assert result.entities[0].keys == ("northwind", "nw")
    assert result.entities[0].name == "Northwind"


def test_an_alias_taught_by_another_document_is_followed_and_not_taught_again() -> None:
    northwind = ResolvedEntity(entity_id("w", "northwind"), "Northwind", "organization", ("northwind", "nw"))
    own = ResolvedEntity(entity_id("w", "nw"), "NW", "thing", ("nw",))
    entity = resolved(claim("NW"), known={"nw": (own, northwind)}).entities[0]
    assert (entity.id, entity.name, entity.keys) == (northwind.id, "Northwind", ())


def test_a_name_that_two_other_things_bear_is_its_own() -> None:
    others = tuple(ResolvedEntity(str(n), f"Firm {n}", "organization", (f"firm {n}", "nw")) for n in range(2))
    assert resolved(claim("NW"), known={"nw": others}).entities[0].id == entity_id("w", "nw")


def test_a_short_name_means_the_one_person_who_can_bear_it_here_only() -> None:
    result = resolved(claim("Dana Reyes", PERSON), claim("Reyes", THING), claim("Dana", PERSON))
    assert same(result, "Dana Reyes", "Reyes")
    assert same(result, "Dana Reyes", "Dana")
    assert result.entities[0].keys == ("dana reyes",)


@pytest.mark.parametrize(
    ("full", "short", "kind"),
    [
        (["Dana Reyes", "Luis Reyes"], "Reyes", PERSON),
        (["Dana Reyes", "Dana Holt"], "Dana", PERSON),
        (["Dana Reyes"], "Dana", THING),
        (["Dana Reyes"], "Reyes", FIRM),
        (["Dana Reyes 2"], "2", PERSON),
    ],
)
def test_a_short_name_that_may_mean_another_stays_apart(
    full: list[str], short: str, kind: EntityKind
) -> None:
    result = resolved(*(claim(name, PERSON) for name in full), claim(short, kind))
    assert not any(same(result, name, short) for name in full)


def test_names_with_query_syntax_are_names() -> None:
    names = ["O'Hara's Mill", "`tick`", "{brace}", "$price", "back\\slash", "semi; colon", "// no comment"]
    result = resolved(*(claim(name) for name in names))
    assert sorted(entity.name for entity in result.entities) == sorted(names)


def test_a_name_without_a_visible_character_is_nothing() -> None:
    assert resolved(claim("\u200b")).entities == ()
    assert resolved(claim("\u200b")).entity(Mention("\u200b", THING)) is None


def test_the_order_of_claims_does_not_matter() -> None:
    claims = [
        claim("Northwind Ltd", FIRM),
        claim("NW"),
        alias("Northwind", "NW"),
        claim("Dana Reyes", PERSON, "works at", Mention("Harborlight", FIRM)),
        claim("Reyes"),
        claim("harborlight", THING),
        claim("Harborlight", FIRM),
    ]
    expected = resolved(*claims)
    for seed in range(20):
        shuffled = random.Random(seed).sample(claims, len(claims))
        assert resolved(*shuffled) == expected


def test_look_up_asks_for_firms_without_their_form_too() -> None:
    asked = keys_to_look_up(mentions_of([claim("Northwind Ltd", FIRM)], also=("Dana Reyes", " ")))
    assert asked == {"northwind ltd", "northwind", "dana reyes"}
