"""Secrets one can tell by the words before them: `password:` in a note, `token=` in a setting, a header.

Anchors are searched in the text's lower case; the rules look at the text itself.
"""

import re
from collections.abc import Iterable

from policy.guard.rule import Accept, Find, Rule, Span, here, listed
from policy.guard.values import has_digit, is_key, is_password, is_phrase, is_stated, is_strong, stands_in

_SUFFIX = r"(?P<suffix>s?+(?:[_-]\w{1,30}+|(?-i:[A-Z0-9])\w{0,30}+){0,3}+)"
"""What may follow the word in a name: `password_prod`, `tokenValue`, `secrets`."""

_CLOSE = r"[\"'`*_\])]{0,4}"
_ASIDE = r"(?:\s?\([^()\r\n]{0,60}\)|\s(?:for|of|on|to|für|zu|zum|pour|para|de)\s[^:=|\r\n]{1,60}?)?"
_SIGN = (
    r"[ \t]{0,20}+(?P<sign>:=|=>|->|={1,3}|[:：→|>]|[-–—](?=[ \t]))"
    r"(?P<line>[*_]{0,3}[ \t]{0,20}+\r?\n[ \t>]{0,20}+)?"
)
"""In mails the value often stands on the next line."""

_OPEN = r"[*_]{0,3}[ \t]{0,20}+"
_BARE = r"(?:[^\s\"'`,;&|<>]|[,;&](?![\s\"']|$|[\w-]{1,30}\s?[\"']?[=:])|[\"'`](?=\w)){1,200}"
_VALUE = (
    r"(?:\"(?P<double>[^\"\r\n]{1,200})\"|'(?P<single>[^'\r\n]{1,200})'|`(?P<tick>[^`\r\n]{1,200})`"
    rf"|(?P<bare>{_BARE}))"
)
_IS = (
    r"(?:\s{1,3}+(?!(?:is|was|ist|war)\s)[^\s:=.!?]{1,20}+){0,6}"
    r"\s{1,3}+(?:is|was|ist|war|lautet|auf|est|es|è|é|jest|это|to)"
    r"(?:\s(?:now|still|jetzt|nun|set to))?\s{1,3}+[:*_(]{0,3}"
)
_CHANGED = r"(?:\s{1,3}+(?!to\s)[^\s:=.!?]{1,20}+){0,6}\s{1,3}+(?:to|auf|zu|à|a)\s{1,3}+[:*_(]{0,3}"

_ABOUT = re.compile(
    r"s?[_-]?(?:ids?|names?|types?|ur[li]|file\w*|path|dir|count|limits?|len\w*|size|policy|field\w*|ttl|label"
    r"|expir\w*|reset\w*|hint|rotat\w*|manage\w*|age|version|prefix|param\w*|header|format|created\w*"
    r"|updated\w*|enabled|required|us(?:ed|age)|budget|index|m(?:in|ax)\w*|store|input|class)",
    re.I,
)
"""A name about a secret that holds none: `token_count`, `password_policy`."""

_SENTENCE = re.compile(r"[ \t]+[^\W\d_]+(?![\w ]{0,20}[:=])")
"""The line goes on with a word that opens no further field."""


def _value(match: re.Match[str]) -> tuple[str, Span, bool]:
    """The value, its place, and whether it was quoted; a bare one without the sentence's punctuation."""
    name = next(name for name in ("double", "single", "tick", "bare") if match[name] is not None)
    value, start = match[name], match.start(name)
    if name == "bare":
        value = _bare(value)
    return value, (start, start + len(value)), name != "bare"


def _bare(value: str) -> str:
    """Without what ends a sentence, emphasis or a bracket that was opened before the value."""
    shorter = value.rstrip(".,;:\"'`").removesuffix("**").removesuffix("__")
    if shorter.endswith((")", "]", "}")) and not any(char in shorter for char in "([{"):
        shorter = shorter[:-1]
    return value if shorter == value else _bare(shorter)


def _assigned(words: str, accept: Accept, elsewhere: Accept) -> Find:
    """`word: value`, `word_x = "value"`, `word (for that) -> value`. In a table cell, in an element, after a
    dash and on the next line, where anything may stand as well, `elsewhere` judges."""
    regex = re.compile(rf"(?:{words}){_SUFFIX}{_CLOSE}{_ASIDE}{_SIGN}{_OPEN}{_VALUE}", re.I)

    def find(text: str, at: int) -> Iterable[Span]:
        match = regex.match(text, at)
        if match is None or _ABOUT.fullmatch(match["suffix"]):
            return ()
        value, span, quoted = _value(match)
        unsure = match["line"] or match["sign"] in "|>-–—"
        if not (elsewhere if unsure else accept)(value):
            return ()
        spaced = text[span[0] - 1].isspace()
        goes_on = spaced and not quoted and value.isalpha() and _SENTENCE.match(text, span[1])
        return () if goes_on else (span,)

    return find


def _stated(words: str, accept: Accept, link: str, believe: bool = False) -> Find:
    """`the word for that is value`, `changed the word to value`. `believe` a quoted value of one word."""
    regex = re.compile(rf"(?:{words}){link}{_VALUE}", re.I)

    def find(text: str, at: int) -> Iterable[Span]:
        match = regex.match(text, at)
        if match is None:
            return ()
        value, span, quoted = _value(match)
        said = (
            believe
            and quoted
            and len(value) >= 4
            and not any(map(str.isspace, value))
            and not stands_in(value)
        )
        return (span,) if said or accept(value) else ()

    return find


def _any(*finds: Find) -> Find:
    """The first of several forms that is met."""

    def find(text: str, at: int) -> Iterable[Span]:
        return next((spans for one in finds if (spans := tuple(one(text, at)))), ())

    return find


_PASSWORDS = (
    "mot de |passe",
    *listed(
        """
        password passwort passwd passphrase passcode kennwort contraseña contrasena wa|chtwoord lö|senord
        adgangs|kode salasana şifre пароль 密码 密碼 パスワード 비밀번호
        """
    ),
)
_SHORT = listed("pwd pw senha ha|sło")
_SETTING = ("_pass", "-pass")
_SESSION = ("session|_id", "session|-id", "sessionid", "phpsessid", "j|sessionid", "connect.sid")


def _keys() -> tuple[str, ...]:
    """`api_key`, `access-key`, `authkey` and the like."""
    owners = listed("api access auth private account client service signing encryption shared master")
    return tuple(f"{owner}{sep}|key" for owner in owners for sep in ("", "-", "_", " "))


def _pattern(anchors: Iterable[str]) -> str:
    return "|".join(re.escape(anchor.replace("|", "")) for anchor in anchors)


def _password(anchors: Iterable[str], before: str = "", behind: str = "") -> Find:
    words = f"{before}(?:{_pattern(anchors)}){behind}"
    return _any(
        _assigned(words, is_password, is_strong),
        _stated(words, is_strong, r"[:*_]{0,2}\s{1,3}+"),
        _stated(words, is_stated, _IS, believe=True),
        _stated(words, is_stated, _CHANGED, believe=True),
    )


def _long_key(value: str) -> bool:
    return len(value) >= 16 and is_key(value)


def _keyed(anchors: Iterable[str]) -> Find:
    words = _pattern(anchors)
    return _any(
        _assigned(words, is_key, is_key),
        _stated(words, _long_key, r"\s{1,3}+"),
        _stated(words, _long_key, _IS),
    )


def _rule(id_: str, kind: str, anchors: Iterable[str], pattern: str, accept: Accept = bool) -> Rule:
    return Rule(id_, kind, tuple(anchors), here(pattern, accept, re.I))


_PAIR = re.compile(r"[\w.\[\]-]{1,80}=[^\s;,]{6,}")


def _has_pair(value: str) -> bool:
    return _PAIR.search(value, 0, 400) is not None


def _is_credential(value: str) -> bool:
    head = value[1:100]
    return (has_digit(head) or head != head.lower()) and not stands_in(value[:100])


def _is_account(value: str) -> bool:
    return 6 <= sum(map(str.isdigit, value)) <= 17


_URL_PASSWORD = r"://[^\s:/?#@\"'<>]{0,100}:(?P<s>[^\s/@\"'<>]{1,200})@(?=[\w\[])"
_URL_TOKEN = r"://(?P<s>[\w-]{20,255})@(?=\w)"
_PIN = (
    r"(?<!\w)(?:(?-i:PIN)\s|pin(?:\s(?:code|number)){0,1}(?:\s{0,3}[:=]|\s(?:is|ist|lautet|code|number))"
    r"(?:\s(?:is|ist|lautet))?)\s{0,3}(?P<s>\d{4,8})(?![\w.,]\d|\d)"
)
_PHRASE = (
    r"(?:(?:seed|recovery|backup)[ _-](?:phrase|words)|mnemonic|passphrase)[\"'*]{0,3}\s{0,3}[:=][*]{0,2}"
    r"\s{0,3}[\"']?(?P<s>[a-z]{3,12}(?:[ ,]{1,2}[a-z]{3,12}){3,23})\b"
)
_PHRASES = ["seed phrase", "seed| words", "recovery| phrase", "backup phrase", "mnemonic", "passphrase"]
_SCHEMES = r"bearer|basic|token|digest|negotiate|apikey|key"
_HEADER = r"authorization[\"']?\s{0,3}[:=]\s{0,3}[\"'`]?"
_AUTHORIZATION = rf"{_HEADER}(?:{_SCHEMES})\s{{1,3}}(?P<s>[A-Za-z0-9._~+/=:-]{{8,4000}}+)"
_AUTHORIZATION_BARE = rf"{_HEADER}(?P<s>[A-Za-z0-9._~+/=-]{{16,200}})"
_BEARER = r"(?<!\w)bearer\s{1,3}(?P<s>[A-Za-z0-9._~+/=-]{16,4000}+)"
_COOKIE = r"cookie[\"']?\s{0,2}[:=]\s{0,2}[\"'`]?(?P<s>[^\r\n\"'`]{8,8000}+)"
_SAS = r"[?&]sig=(?P<s>[\w%+/=-]{30,120})"
_ACCOUNTS = (
    "ac|count n",
    "ac|count #",
    "ac|ct n",
    "ac|ct #",
    "ac|ct. n",
    "ro|uting n",
    "kontonr",
    "konto-n",
    "kontonu",
)
_ACCOUNT = (
    r"(?:account|acct|routing|konto)[ .-]{0,2}(?:numbers?|nummer|no|nr|#)[^\w\r\n]{0,8}(?:is|ist)?\s{0,3}"
    r"(?P<s>\d[\d -]{4,22}\d)(?!\w|[.,]\d)"
)

WORDS = (
    _rule("url-password", "password", ["://"], _URL_PASSWORD, is_password),
    _rule("url-token", "token", ["://"], _URL_TOKEN, has_digit),
    _rule("recovery-phrase", "recovery-phrase", _PHRASES, _PHRASE, is_phrase),
    Rule("password", "password", _PASSWORDS, _password(_PASSWORDS)),
    Rule("password-short", "password", _SHORT, _password(_SHORT, r"(?<![^\W_])", r"(?![^\W\d_])")),
    Rule("password-setting", "password", _SETTING, _assigned(_pattern(_SETTING), is_password, is_strong)),
    Rule("pass", "password", ("pass",), _assigned(r"(?<![\w-])pass", is_strong, is_strong)),
    _rule("pin", "pin", ["pin"], _PIN),
    Rule("api-key", "api-key", _keys(), _keyed(_keys())),
    Rule("secret", "secret", ("secret", "credential"), _keyed(("secret", "credentials", "credential"))),
    Rule("token", "token", ("to|ken",), _keyed(("token",))),
    Rule("session", "session", _SESSION, _assigned(_pattern(_SESSION), _long_key, _long_key)),
    _rule("authorization", "token", ["authori|zation"], _AUTHORIZATION, _is_credential),
    _rule("authorization-bare", "token", ["authori|zation"], _AUTHORIZATION_BARE, is_key),
    _rule("bearer", "token", ["bearer"], _BEARER, has_digit),
    _rule("cookie", "cookie", ["cookie"], _COOKIE, _has_pair),
    _rule("sas-signature", "azure-key", ["?|sig=", "&|sig="], _SAS, has_digit),
    _rule("account-number", "account-number", _ACCOUNTS, _ACCOUNT, _is_account),
)
"""In order of precision. Anchors begin with few letters, most of them rare, so that one search passes over
the better part of a text."""
