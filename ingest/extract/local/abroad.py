"""German, French and Spanish by pattern: a name or the section's thing, a plain verb, what it says."""

import re
from collections.abc import Iterator

from ingest.extract.local.found import Place, found
from ingest.extract.local.names import NAME, is_name, kind_of
from ingest.extract.local.subject import Topic
from ingest.values import NUMBER, read_value
from ingest.words import word_set
from kg.model.claim import RawClaim
from kg.model.kinds import EntityKind, Modality

_ROLES = word_set(
    "leitung standortleitung leiter leiterin geschäftsführer geschäftsführerin chef chefin vertrieb einkauf "
    "buchhaltung "
    "techniker technikerin servicetechniker fahrer fahrerin hausmeister ansprechpartner ansprechpartnerin architekt "
    "architektin bauleiter bauleiterin projektleiter projektleiterin vertretung sachbearbeiter sachbearbeiterin "
    "régisseur régisseuse directeur directrice gérant gérante comptable responsable chauffeur technicien technicienne "
    "assistant assistante secrétaire trésorier trésorière président présidente vétérinaire ingénieur ingénieure "
    "director directora gerente encargado encargada jefe jefa contable responsable técnico técnica conductor "
    "conductora "
    "presidente presidenta tesorero tesorera coordinador coordinadora ingeniero ingeniera veterinario veterinaria"
)
_DET = (
    r"(?:(?:[Dd]er|[Dd]ie|[Dd]as|[Dd]en|[Uu]nsere?r?|[Ll]e|[Ll]a|[Ll]es|[Nn]otre|[Ee]l|[Ll]os|[Ll]as"
    r"|[Nn]uestr[oa])\s|[Ll][’'])"
)
_MONEY = (
    rf"(?:(?:EUR|CHF|€)\s?(?:{NUMBER})(?:,-)?|(?:{NUMBER})(?:,-)?\s?(?:EUR|Euro|euros?|CHF|Franken|francs"
    rf"|€))(?:\s(?:netto|brutto|HT|TTC|pro|par|por|al|im|die|le|la|die)\s?\w*)?"
)
_AMOUNT = (
    rf"(?:{_MONEY}|(?:{NUMBER})\s?(?:%|h(?:\s?\d\d)?|kg|t|m²?|km|Stück|Tage?|Wochen?|Monate?|Jahre?"
    rf"|jours?|semaines?|mois|ans?|heures?|días?|semanas?|mes(?:es)?|años?)\b)"
)
_VERBS = (
    r"kostet|kosten|dauert|wiegt|beträgt|verliert|coûte|coûtent|dure|pèse|cuesta|cuestan|dura|pesa|mide"
    r"|misst|mesure"
)
_MEASURES = re.compile(
    rf"^(?P<subject>{_DET}?[\wÀ-ÿ][\wÀ-ÿ '’-]{{2,40}}?)\s(?P<verb>{_VERBS})\s(?:jetzt\s|nun\s|nur\s|noch\s"
    rf"|maintenant\s|ahora\s|environ\s|etwa\s|rund\s)*"
    rf"(?P<value>{_AMOUNT}|[A-ZÄÖÜ][a-zäöüß]+)(?=[ ,.;)]|$)"
)
_DOES = re.compile(
    rf"(?:^|[,;:]\s)(?P<who>{NAME})\s(?P<verb>übernimmt|leitet|betreut|fährt|liefert|mietet|kauft|verkauft"
    rf"|unterschreibt|wohnt in|arbeitet (?:bei|für|in)|"
    r"reprend|dirige|livre|loue|achète|vend|signe|habite à|travaille (?:chez|à|pour)|gère|remplace|ersetzt|"
    r"dirige|entrega|alquila|compra|vende|firma|vive en|trabaja (?:en|para|con)|lleva|sustituye a)\s"
    rf"(?P<what>{_DET}?[^.,;:!?()]{{2,50}})"
)
_ROLE_BEHIND = re.compile(
    rf"\b(?:[Uu]nsere?r?|[Ii]hre?r?|[Dd]er|[Dd]ie|[Nn]otre|[Vv]otre|[Ll]eur|[Ll]e|[Ll]a|[Nn]uestr[oa]|[Ee]l"
    rf"|[Ss]u)\s(?P<role>[\wÀ-ÿ-]+)(?:\s(?:dort|hier|bei uns|là-bas|allí))?(?:\s(?:ist|heißt|est|es)|,"
    rf"|:)?\s(?P<who>{NAME})"
)
_ROLE_FIRST = re.compile(
    rf"^(?P<role>[A-ZÀ-Þ][\wÀ-ÿ-]+)(?:\s(?:ist|bleibt|est|es)|\s?:)\s(?:jetzt\s|nun\s"
    rf"|neu\s)?(?P<who>{NAME})"
)
_ROLE_AFTER = re.compile(
    rf"(?P<who>{NAME})(?:,\s|\s\(|\s[–-]\s|\s(?:ist|est|es)\s(?:jetzt\s|nun\s)?){_DET}?(?:neuer?\s"
    rf"|nouvelle?\s)?(?P<role>[\wÀ-ÿ-]+)(?P<of>\s(?:von|bei|der|des|de|du|chez|del)\s{NAME})?"
)
_MAKES = re.compile(
    rf"(?:[Ss]eit|[Aa]b)\s(?P<since>[\w. ]{{3,20}}?)\smacht\s(?P<who>{NAME})\s(?:den|die|das)\s(?P<role>[A-ZÄÖÜ]\w+)"
)
_GONE = re.compile(
    rf"(?P<who>{NAME})\s(?:(?:ist|arbeitet)\s(?:seit [\w. ]+?\s)?nicht mehr (?:da|dabei|bei uns|hier)"
    rf"|hat gekündigt|ist weg|est parti(?:e)?|nous a quittés|"
    r"ne travaille plus (?:ici|chez nous)|ya no (?:está|trabaja aquí)|se ha ido|se fue)"
)
_NUMBERED = re.compile(
    rf"^(?P<key>[A-ZÄÖÜ][\wÀ-ÿ]+(?:\s[\wÀ-ÿ]+){{0,3}}?)\s?:?\s(?:jetzt\s|nur\s|noch\s)*(?P<value>{_MONEY})(?=[ ,.;)]|$)"
)
_NOT_YET = re.compile(
    r"(?i)\b(?:wenn|falls|vielleicht|eventuell|si|peut-être|quizás?|ob|würde|könnte|serait|pourrait|sería)\b|\?"
)
_AHEAD = re.compile(r"(?i)\b(?:wird|werden|sera|seront|geplant|prévue?|previst[oa]|será|soll)\b")
_DENIED = re.compile(r"(?i)\b(?:nicht|kein\w*|ne\b.*\bpas|no)\b")


def abroad_claims(text: str, place: Place, topic: Topic | None) -> Iterator[RawClaim]:
    """The facts of one sentence in another language. What is doubted, denied or asked gives none."""
    if _NOT_YET.search(text):
        return
    modality = Modality.PLANNED if _AHEAD.search(text) else Modality.ASSERTED
    if gone := _GONE.search(text):
        yield found(
            place,
            "foreign",
            gone["who"],
            "status",
            gone[0].removeprefix(gone["who"]).strip(),
            kind_of(gone["who"]),
            "text",
        )
        return
    if made := _MAKES.search(text):
        yield found(
            place,
            "foreign",
            made["who"],
            "role",
            made["role"],
            EntityKind.PERSON,
            "text",
            valid_from=made["since"],
        )
    yield from _roles(text, place)
    if _DENIED.search(text):
        return
    if does := _DOES.search(text):
        yield found(
            place,
            "foreign",
            does["who"],
            does["verb"],
            _bare(does["what"]),
            kind_of(does["who"]),
            modality=modality,
        )
    yield from _measures(text, place, topic, modality)


def _roles(text: str, place: Place) -> Iterator[RawClaim]:
    for pattern in (_ROLE_FIRST, _ROLE_BEHIND, _ROLE_AFTER):
        for match in pattern.finditer(text):
            person = is_name(match["who"]) and kind_of(match["who"]) is EntityKind.PERSON
            if match["role"].lower() in _ROLES and person:
                of = (match.groupdict().get("of") or "").strip()
                yield found(
                    place,
                    "foreign",
                    match["who"],
                    "role",
                    f"{match['role']} {of}".strip(),
                    EntityKind.PERSON,
                    "text",
                )
                return


def _measures(text: str, place: Place, topic: Topic | None, modality: Modality) -> Iterator[RawClaim]:
    match = next(
        (m for part in re.split(r"[:;]\s|,\s(?=[A-ZÀ-Þ])", text) if (m := _MEASURES.match(part.strip()))),
        None,
    )
    if match is not None:
        subject = _bare(match["subject"])
        if is_name(subject):
            yield found(
                place, "foreign", subject, match["verb"], match["value"], kind_of(subject), modality=modality
            )
        elif topic is not None and topic.strong:
            relation = f"{subject} {match['verb']}".lower()
            yield found(place, "foreign", topic.name, relation, match["value"], topic.kind, modality=modality)
        return
    priced = _NUMBERED.match(text)
    if priced is not None and topic is not None and topic.strong and read_value(priced["value"]) is not None:
        yield found(
            place, "foreign", topic.name, priced["key"], priced["value"], topic.kind, modality=modality
        )


def _bare(text: str) -> str:
    return re.sub(rf"^{_DET}", "", text.strip())
