"""Other languages, by pattern: a few plain sentence shapes of German, and names in Chinese, Japanese, Korean."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.extract.local.found import Place, found
from ingest.extract.local.names import NAME, kind_of
from kg.model.claim import RawClaim
from kg.model.kinds import EntityKind

_HAN = r"[\u3400-\u9fff々ヶ]"
_KANA = r"[\u30a0-\u30ffー]"
_HANGUL = r"[\uac00-\ud7af]"


@dataclass(frozen=True, slots=True)
class _Shape:
    pattern: re.Pattern[str]
    relation: str
    """`{verb}` is the sentence's own verb."""
    subject_kind: EntityKind = EntityKind.THING
    object_kind: str = ""


_KANJI = rf"(?:{_HAN}|{_KANA})"
_GERMAN_VERB = (
    r"(?:liefert|zahlt|wohnt|arbeitet|gehört|sitzt|zieht|wechselt)(?: seit \d{4}| ab [\w. ]+?)?"
    r"(?: an| in| bei| nach| zu| zum| zur)?"
)
_SHAPES = tuple(
    _Shape(re.compile(pattern), relation, subject_kind, object_kind)
    for pattern, relation, subject_kind, object_kind in (
        (
            rf"(?P<s>{_HAN}{{2,4}})在(?P<o>{_HAN}{{1,6}}?[镇市村县省区州城鎮縣區])(?P<verb>[^。，,.]*)",
            *("在", EntityKind.PERSON, "place"),
        ),
        (rf"(?P<s>{_HAN}{{2,4}})住在(?P<o>{_HAN}{{1,8}})", "住在", EntityKind.PERSON, "place"),
        (
            rf"(?P<o>{_KANJI}+の{_KANJI}+)は(?P<s>{_KANJI}{{1,6}}?)(?:さん|氏|様)が(?P<verb>[^。]+)",
            *("{verb}", EntityKind.PERSON, "thing"),
        ),
        (
            rf"(?P<s>{_KANJI}{{1,6}}?)(?:さん|氏|様)[はが](?P<o>{_KANJI}+)[にでへを](?P<verb>[^。]+)",
            *("{verb}", EntityKind.PERSON, "thing"),
        ),
        (
            rf"(?P<s>{_HANGUL}{{2,4}})\s?씨[는은이가]\s(?:.*?\s)?(?P<o>{_HANGUL}+?)에\s?(?P<verb>{_HANGUL}+다)",
            *("{verb}", EntityKind.PERSON, "place"),
        ),
        (
            rf"^(?:Die |Der |Das |Unsere? )?(?P<s>{NAME})\s(?P<verb>{_GERMAN_VERB})\s"
            rf"(?P<o>{NAME}|\d[\d.,]* ?(?:EUR|Euro|CHF|€)[^.]*)",
            *("{verb}", EntityKind.THING, ""),
        ),
        (
            r"^(?:Neuer? |Der neue |Die neue )?(?P<role>[A-ZÄÖÜ][a-zäöüß]+)\s(?:von|der|des|bei)\s"
            rf"(?P<s>{NAME})\sist\s(?:jetzt\s|nun\s|seit [^ ]+ )?(?P<o>{NAME})",
            *("{role}", EntityKind.THING, ""),
        ),
    )
)


def foreign_claims(text: str, place: Place) -> Iterator[RawClaim]:
    """The facts of one sentence that is not English, in its own words."""
    for shape in _SHAPES:
        match = shape.pattern.search(text)
        if match is None:
            continue
        groups = match.groupdict()
        verb = re.sub(r"\s(?:seit|ab)\s[\w.]+(?=\s|$)", "", groups.get("verb") or "").strip()
        relation = shape.relation.format(verb=verb, role=groups.get("role") or "")
        kind = shape.subject_kind if shape.subject_kind is not EntityKind.THING else kind_of(groups["s"])
        object_kind = shape.object_kind or ("" if groups["o"][0].isdigit() else kind_of(groups["o"]).value)
        since = re.search(r"\b(?:seit|ab)\s(\d{4})", groups.get("verb") or "")
        yield found(
            place,
            "foreign",
            groups["s"],
            relation,
            groups["o"],
            kind,
            object_kind,
            valid_from=since[1] if since else None,
        )
        if shape.relation == "在" and verb:
            yield found(place, "foreign", groups["s"], verb[0:2], verb[2:] or verb, kind, "text")
        return
