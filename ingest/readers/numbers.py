"""What a cell of a spreadsheet shows: a number under its format code, as a date, a time, a share or money."""

import re
from datetime import datetime, timedelta
from functools import lru_cache

_BUILT_IN_DATES = frozenset((*range(14, 18), 22, *range(27, 32), 34, 35, 36, *range(50, 59)))
_BUILT_IN_TIMES = frozenset((18, 19, 20, 21, 32, 33, 45, 46, 47))
_BUILT_IN_SHARES = frozenset((9, 10))
"""Number formats without a code in the file (ECMA-376 part 1, 18.8.30)."""
_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.')
_BRACKET = re.compile(r"\[(?!h+\]|m+\]|s+\])[^\]]*\]", re.IGNORECASE)
_CURRENCY = re.compile(r"\[\$([^\]\-]+)(?:-[^\]]*)?\]|([€$£¥])|\"\s*([€$£¥]|[A-Z]{3})\s*\"")
_EPOCH = datetime(1899, 12, 30)
_LAST_SERIAL = 2_958_465
"""The serial of 31 Dec 9999."""


@lru_cache(maxsize=4096)
def form_of(number: int, code: str) -> tuple[str, str]:
    """The kind of a number format (`date`, `time`, `datetime`, `share`, `money`, `number`) and its currency."""
    if not code:
        kind = (
            "datetime" if number == 22 else "date" if number in _BUILT_IN_DATES
            else "time" if number in _BUILT_IN_TIMES else "share" if number in _BUILT_IN_SHARES else "number"
        )  # fmt: skip
        return kind, ""
    money = _CURRENCY.search(code)
    bare = _BRACKET.sub("", _LITERAL.sub("", code.partition(";")[0])).lower()
    days, hours = re.search(r"[yd]|m{3}", bare), re.search(r"h|s|am/pm", bare)
    if (
        "general" not in bare
        and (days or hours)
        and not re.search(r"[0#?](?!0*$)", bare.replace("ss.0", "ss"))
    ):
        return ("datetime" if days and hours else "date" if days else "time"), ""
    if "%" in bare:
        return "share", ""
    return ("money", next(filter(None, money.groups())).strip()) if money else ("number", "")


def shown(raw: str, form: tuple[str, str], since_1904: bool = False) -> str:
    """A number as people read it in the sheet; what is no number is shown as written."""
    try:
        value = float(raw)
    except ValueError:
        return raw
    kind, currency = form
    if kind in ("date", "datetime", "time"):
        return _moment(value, kind, since_1904) or plain(value)
    if kind == "share":
        return plain(round(value * 100, 6)) + "%"
    return f"{plain(value)} {currency}" if kind == "money" else plain(value)


def plain(value: float) -> str:
    """A number without the noise of its binary form and without an exponent where it is short."""
    if value != value or abs(value) > 1e300:
        return ""
    text = f"{value:.12g}"
    return (
        f"{value:.10f}".rstrip("0").rstrip(".")
        if "e-0" in text
        else f"{value:.0f}"
        if "e+1" in text
        else text
    )


def _moment(value: float, kind: str, since_1904: bool) -> str:
    """A serial number of days as a date (1900 or 1904 system; the 29 February 1900 that never was is 1 day)."""
    if not 0 <= value <= _LAST_SERIAL:
        return ""
    days = value + (1462 if since_1904 else 0)
    if kind == "time" or (days < 1 and kind != "date"):
        minutes = round(value * 24 * 60)
        return f"{minutes // 60:02}:{minutes % 60:02}"
    moment = _EPOCH + timedelta(days=days + (1 if days < 60 else 0), microseconds=500)
    whole = kind == "date" or days == int(days)
    return f"{moment:%Y-%m-%d}" if whole else f"{moment:%Y-%m-%d %H:%M}"
