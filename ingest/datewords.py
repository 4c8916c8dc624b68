"""The words that dates are written with: months and weekdays in the languages that notes come in."""

import unicodedata

_MONTHS = (
    "january jan januar jänner januari janvier janv enero ene gennaio genn janeiro",
    "february feb februar febr februari février fevrier févr febrero febbraio fevereiro",
    "march mar märz maerz mrz maart mars marzo março",
    "april apr avril avr abril aprile",
    "may mai mei mayo maggio maio",
    "june jun juni juin junio giugno junho",
    "july jul juli juillet juil julio luglio julho",
    "august aug augustus août aout agosto",
    "september sep sept septembre septiembre settembre setembro",
    "october oct oktober okt octobre octubre ottobre outubro",
    "november nov novembre noviembre novembro",
    "december dec dezember dez décembre déc diciembre dic dicembre dezembro",
)
_WEEKDAYS = (
    "monday mon montag maandag lundi lunes lunedì segunda-feira",
    "tuesday tue tues dienstag dinsdag mardi martes martedì terça-feira",
    "wednesday wed weds mittwoch woensdag mercredi miércoles mercoledì quarta-feira",
    "thursday thu thur thurs donnerstag donderdag jeudi jueves giovedì quinta-feira",
    "friday fri freitag vrijdag vendredi viernes venerdì sexta-feira",
    "saturday sat samstag sonnabend zaterdag samedi sábado sabato",
    "sunday sun sonntag zondag dimanche domingo domenica",
)
_NUMBERS = "one two three four five six seven eight nine ten eleven twelve"
_UNITS = {
    "day": "day days tag tage tagen dag dagen jour jours día días",
    "week": "week weeks woche wochen weken semaine semaines semana semanas",
    "month": "month months monat monate monaten maand maanden mois mes meses",
    "year": "year years jahr jahre jahren jaar jaren an ans année année años año yr yrs",
    "hour": "hour hours hr hrs stunde stunden uur heure heures hora horas",
    "minute": "minute minutes min mins minuten",
    "quarter": "quarter quarters quartal quartale",
}

MONTH_NAMES = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def fold(word: str) -> str:
    """Lower case without accents, so that `août` and `aout` are one word."""
    return "".join(c for c in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(c))


def _index(rows: tuple[str, ...], start: int) -> dict[str, int]:
    return {fold(word): number for number, row in enumerate(rows, start) for word in row.split()}


MONTHS = _index(_MONTHS, 1)
"""Folded month word to 1–12."""

WEEKDAYS = _index(_WEEKDAYS, 0)
"""Folded weekday word to 0 (Monday) – 6."""

NUMBER_WORDS = {word: number for number, word in enumerate(_NUMBERS.split(), 1)} | {"a": 1, "an": 1}
"""English number words to 12, and the article as one."""

TIME_UNITS = {fold(word): unit for unit, words in _UNITS.items() for word in words.split()}
"""Folded unit word to its English singular."""

MAY_BE_A_WORD = frozenset(
    {"may", "march", "mar", "sat", "sun", "mon", "wed", "mars", "mai", "an", "dec", "ene"}
)
"""Folded words that mean a date only with a number or a capital and a preposition beside them."""


def alternation(words: dict[str, int] | dict[str, str], capital: bool = False) -> str:
    """A regular expression for any of the words, longest first, with or without accents."""
    forms = sorted({*words, *_accented(words)}, key=lambda word: (-len(word), word))
    if capital:
        forms = [form.capitalize() for form in forms]
    return "|".join(forms)


def _accented(words: dict[str, int] | dict[str, str]) -> set[str]:
    rows = (*_MONTHS, *_WEEKDAYS, *_UNITS.values())
    return {word for row in rows for word in row.split() if fold(word) in words}
