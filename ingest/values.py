"""Objects that are no entity: money, dates, durations, quantities, with one key for each way of writing them."""

import re
from datetime import date

from ingest.dates import find_dates, resolve
from ingest.datewords import NUMBER_WORDS, TIME_UNITS, fold
from kg.model.claim import Value
from kg.model.kinds import ValueKind

_CODES = "EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|JPY|CNY|INR|AUD|CAD|NZD|ZAR|BRL|MXN|TRY|KRW|SGD|HKD|RON|RUB"
_SYMBOLS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "zł": "PLN"}
_WORDS = {
    "euro": "EUR", "euros": "EUR", "dollars": "USD", "dollar": "USD", "pounds": "GBP", "quid": "GBP",
    "francs": "CHF", "kronor": "SEK", "kroner": "NOK",
}  # fmt: skip
_CURRENCY = rf"(?:{_CODES})\b|(?:{'|'.join(_WORDS)})\b|[€$£¥₹₩]|zł"
NUMBER = r"\d{1,3}(?:[ '’\u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*"
_SCALE = {
    "k": 1e3,
    "m": 1e6,
    "mn": 1e6,
    "mio": 1e6,
    "million": 1e6,
    "bn": 1e9,
    "billion": 1e9,
    "thousand": 1e3,
}
_SCALES = r"(?:\s?(?:k|m|mn|mio\.?|million|bn|billion|thousand)\b)?"
_UNIT_WORD = r"[A-Za-zÄÖÜäöüß²³°%]+"
_PER = rf"(?:\s*(?:/|\bper\b|\ba\b|\ban\b|\beach\b|\bpro\b|\bim\b|\bevery\b)\s*(?P<per>{_UNIT_WORD}))?"
_MONEY = re.compile(
    rf"(?:(?P<before>{_CURRENCY})\s?(?P<n1>{NUMBER})(?P<s1>{_SCALES})"
    rf"|(?P<n2>{NUMBER})(?P<s2>{_SCALES})\s?(?P<after>{_CURRENCY}))(?P<adverb>\s(?:yearly|monthly"
    rf"|annually|weekly))?{_PER}",
    re.IGNORECASE,
)
_COUNT = rf"(?:{NUMBER})|{'|'.join(word for word in NUMBER_WORDS if len(word) > 2)}"
_DURATION = re.compile(
    rf"(?P<count>{_COUNT})[\s-]*(?:(?:business|working|calendar"
    rf"|full)\s+)?(?P<unit>{'|'.join(sorted(TIME_UNITS, key=len, reverse=True))})\b(?:['’]s?)?",
    re.IGNORECASE,
)
_QUANTITY = re.compile(
    rf"(?:(?:about|approx\.?|around|at least|at most|up to|over|under|ca\.|~|<|>|≥"
    rf"|≤)\s*)?(?P<count>{_COUNT})\s?"
    rf"(?P<unit>%|°[CF]?|[^\W\d_][\w/²³°.-]*(?:\s(?!and\b|or\b|for\b|to\b|in\b|on\b"
    rf"|at\b)[a-zäöüß][\w/-]*){{0,2}})?"
    rf"(?:\s(?:a|an|per)\s(?P<per>{_UNIT_WORD}))?",
    re.IGNORECASE,
)
_PERIOD = {
    "yearly": "year",
    "annually": "year",
    "monthly": "month",
    "weekly": "week",
    "annum": "year",
    "hr": "hour",
}


def read_value(text: str, said_at: date | None = None, lean: int = 0) -> Value | None:
    """The value that the text is, whole or but for a few words behind it; None when it is none. The text is
    kept as written, a relative date apart ("in January" becomes "January 2027")."""
    stripped = text.strip().rstrip(".;,").strip()
    for read in (_date, _money, _duration, _quantity):
        value = read(stripped, said_at, lean)
        if value is not None:
            return value
    return None


def text_value(text: str) -> Value:
    """A value in words."""
    shown = " ".join(text.split())
    return Value(shown, ValueKind.TEXT, shown.casefold().strip(" .;,"))


def number(digits: str) -> float:
    """The number behind `48,000`, `6.400`, `1.150,50` or `18 400`. One separator followed by exactly three
    digits groups thousands; otherwise it is the decimal mark."""
    plain = re.sub(r"[ '’\u00a0\u202f]", "", digits)
    marks = re.findall(r"[.,]", plain)
    if len(set(marks)) == 2:
        decimal = plain[max(plain.rfind("."), plain.rfind(","))]
        grouped = "," if decimal == "." else "."
        return float(plain.replace(grouped, "").replace(decimal, "."))
    if marks and (len(marks) > 1 or re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", plain)):
        return float(re.sub(r"[.,]", "", plain))
    return float(plain.replace(",", "."))


def plain_number(value: float) -> str:
    """The shortest way to write it: `48000`, `21.5`."""
    return f"{value:.10f}".rstrip("0").rstrip(".")


def _date(text: str, said_at: date | None, lean: int) -> Value | None:
    when = resolve(text, said_at, lean)
    if when is not None:
        return Value(when.text if when.relative else text, ValueKind.DATE, when.key)
    return _dated_remainder(text, said_at, lean)


def _dated_remainder(text: str, said_at: date | None, lean: int) -> Value | None:
    """`30 June 2027 (12 months)`: a date with at most a short remark in parentheses or behind a comma."""
    found = find_dates(text, said_at, lean)
    if len(found) != 1 or found[0].start > 0:
        return None
    rest = text[found[0].end :].strip()
    if not re.fullmatch(r"[(,–-].{0,40}|(?:at\s|um\s)?\d\d?[:.]\d\d.{0,8}", rest):
        return None
    shown = f"{found[0].when.text} {rest}" if found[0].when.relative else text
    return Value(shown, ValueKind.DATE, found[0].when.key)


def _fits(match: re.Match[str] | None, text: str) -> bool:
    """True when little but a remark follows: a value, not a sentence that begins with a number."""
    if match is None:
        return False
    rest = text[match.end() :].strip()
    return not rest or rest[0] in "(,;–-" or len(rest.split()) <= 2


def _money(text: str, _said_at: date | None, _lean: int) -> Value | None:
    match = _MONEY.match(text)
    if match is None or not _fits(match, text):
        return None
    amount = number(match["n1"] or match["n2"])
    scale = (match["s1"] or match["s2"] or "").strip().rstrip(".").lower()
    word = (match["before"] or match["after"]).lower()
    currency = _SYMBOLS.get(word) or _WORDS.get(word) or word.upper()
    key = f"{plain_number(amount * _SCALE.get(scale, 1))} {currency}"
    per = _unit(match["adverb"] or match["per"] or "")
    return Value(text, ValueKind.MONEY, f"{key}/{per}" if per else key)


def _unit(word: str) -> str:
    plain = fold(word.strip())
    return TIME_UNITS.get(plain) or _PERIOD.get(plain) or plain


def _count(word: str) -> float:
    return float(NUMBER_WORDS[word.lower()]) if word.lower() in NUMBER_WORDS else number(word)


def _duration(text: str, _said_at: date | None, _lean: int) -> Value | None:
    match = _DURATION.match(text)
    if match is None or not _fits(match, text):
        return None
    count, unit = _count(match["count"]), TIME_UNITS[fold(match["unit"])]
    return Value(text, ValueKind.DURATION, f"{plain_number(count)} {unit}{'' if count == 1 else 's'}")


def _quantity(text: str, _said_at: date | None, _lean: int) -> Value | None:
    match = _QUANTITY.match(text)
    if match is None or text[match.end() : match.end() + 1] not in ("", " ", ",", "(", ";"):
        return None
    if len(text[match.end() :].split()) > 3 or not (match["unit"] or match.end() == len(text)):
        return None
    if re.match(r"[A-ZÄÖÜ][a-zäöüß]", match["unit"] or "") or re.match(r"\d+\.\d{1,2}\.", match["count"]):
        return None
    key = plain_number(_count(match["count"]))
    unit = match["unit"] or ""
    per = f"/{_unit(match['per'])}" if match["per"] else ""
    return Value(text, ValueKind.QUANTITY, f"{key} {unit}{per}".strip())
