"""Tokens one can tell by their own form: a vendor's prefix, a check digit, a known engine's pattern.

Sources of the forms: each vendor's documentation of its tokens; ISO 13616 and ISO/IEC 7812 for numbers.
"""

import re

from policy.guard.engine import DETECTORS, DISCORD
from policy.guard.rule import Accept, Rule, Span, here, listed
from policy.guard.values import has_digit, is_card, is_iban, is_mixed


def _token(id_: str, prefixes: str, tail: str, accept: Accept = bool) -> Rule:
    """A token with one of these prefixes (blanks between them), which are not the rest of a longer word."""
    anchors = listed(prefixes)
    word = r"[\w-]" if tail.startswith(r"[\w") else "[A-Za-z0-9]"
    return Rule(id_, id_, anchors, here(rf"(?<!{word})(?:{'|'.join(map(re.escape, anchors))}){tail}", accept))


_PREFIXED = (
    _token("aws-key", "AKIA ASIA ABIA ACCA", r"[A-Z0-9]{16}(?![A-Z0-9])", has_digit),
    _token("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", r"[A-Za-z0-9]{36,255}"),
    _token("github-token", "github_pat_", r"\w{22,255}"),
    _token("gitlab-token", "glpat-", r"[\w-]{20,64}"),
    _token(
        "slack-token", "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-", r"[A-Za-z0-9-]{10,255}", has_digit
    ),
    _token("slack-webhook", "hooks.slack.com/", r"(?:services|workflows)/(?P<s>[\w/]{20,120})"),
    _token(
        "discord-webhook", "discord.com/api/ discordapp.com/api/", r"webhooks/(?P<s>\d{10,25}/[\w-]{40,90})"
    ),
    _token("stripe-key", "sk_live_ rk_live_ sk_test_ rk_test_ whsec_", r"[A-Za-z0-9]{16,255}"),
    _token("anthropic-key", "sk-ant-", r"[\w-]{20,255}", has_digit),
    _token("openai-key", "sk-proj- sk-svcacct- sk-admin- sk-", r"[\w-]{20,255}", is_mixed),
    _token("openrouter-key", "sk-or-v1-", r"[0-9a-f]{40,80}"),
    _token("google-key", "AIza", r"[\w-]{35}(?![\w-])"),
    _token("google-token", "ya29. 1//0", r"[\w-]{20,255}", is_mixed),
    _token("google-secret", "GOCSPX-", r"[\w-]{24,40}"),
    _token("npm-token", "npm_", r"[A-Za-z0-9]{36}(?!\w)"),
    _token("pypi-token", "pypi-", r"[\w-]{50,400}"),
    _token("rubygems-key", "rubygems_", r"[0-9a-f]{48}"),
    _token("docker-token", "dckr_pat_ dckr_oat_", r"[\w-]{20,80}"),
    _token("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", r"[0-9a-f]{64}"),
    _token("huggingface-token", "hf_", r"[A-Za-z0-9]{30,60}(?!\w)"),
    _token("shopify-token", "shpat_ shpca_ shppa_ shpss_", r"[0-9a-fA-F]{32}"),
    _token("square-key", "sq0atp- sq0csp- sq0idp-", r"[\w-]{22,50}"),
    _token("mailgun-key", "key-", r"[0-9a-f]{32}(?!\w)"),
    _token("brevo-key", "xkeysib-", r"[0-9a-f]{64}-\w{16}"),
    _token("postman-key", "PMAK-", r"[0-9a-f]{24}-[0-9a-f]{34}"),
    _token("newrelic-key", "NRAK-", r"[A-Z0-9]{27}"),
    _token("grafana-token", "glsa_ glc_", r"[\w+/=]{30,255}", has_digit),
    _token("databricks-token", "dapi", r"[0-9a-f]{32}(?:-\d)?(?!\w)"),
    _token("sentry-token", "sntrys_ sntryu_", r"[\w+/=-]{30,400}"),
    _token("linear-key", "lin_api_ lin_oauth_", r"[A-Za-z0-9]{32,80}"),
    _token("notion-token", "ntn_ secret_", r"[A-Za-z0-9]{40,60}(?!\w)", is_mixed),
    _token("figma-token", "figd_ figo_ figu_", r"[\w-]{36,80}"),
    _token("airtable-token", "pat", r"[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    _token("atlassian-token", "ATATT3 ATCTT3", r"[\w=-]{50,300}"),
    _token("vault-token", "hvs. hvb. hvr.", r"[\w-]{24,255}", has_digit),
    _token("doppler-token", "dp.pt. dp.st. dp.ct. dp.sa.", r"[\w.-]{40,80}"),
    _token("planetscale-token", "pscale_tkn_ pscale_pw_ pscale_oauth_", r"[\w.=-]{32,64}"),
    _token("supabase-key", "sbp_ sb_secret_", r"[\w-]{20,60}", has_digit),
    _token("tailscale-key", "tskey-", r"[a-z]{3,10}-[\w-]{20,80}"),
    _token("groq-key", "gsk_", r"[A-Za-z0-9]{40,60}"),
    _token("xai-key", "xai-", r"[A-Za-z0-9]{60,100}"),
    _token("replicate-token", "r8_", r"[A-Za-z0-9]{36,45}"),
    _token("perplexity-key", "pplx-", r"[A-Za-z0-9]{40,60}"),
    _token("artifactory-key", "AKC", r"[A-Za-z0-9]{10,100}", is_mixed),
    _token("age-key", "AGE-SECRET-KEY-1", r"[A-Z0-9]{50,70}"),
    _token("jwt", "eyJ", r"(?<![\w-]eyJ)[\w-]{8,4000}+\.eyJ[\w-]{5,8000}+\.[\w-]{0,2000}"),
)

TOKENS = (
    *_PREFIXED,
    *(Rule(f"engine:{found.plugin}", found.kind, found.anchors, found.find) for found in DETECTORS),
)
"""In order of precision: where two find the same place, the earlier one names it."""

SHORTEST = 20
"""Characters of the shortest token, and so of the shortest word that needs looking at."""

_EDGE = r"(?![\w-]|[.,]\d)"
_CARD = re.compile(rf"(?<![\w.,-])\d{{13,19}}{_EDGE}")
_CARD_WORD = re.compile(
    r"\b(?:(?:credit|debit|kredit)?[ -]?(?:cards?|karten?)|carte|tarjeta|visa|mastercard|amex|maestro|pan)\b",
    re.I,
)


def _plain_card(text: str, at: int) -> tuple[Span, ...]:
    """Digits in one run are a card number only near a word for one: every tenth id passes the check digit."""
    match = _CARD.match(text, at)
    if match is None or not is_card(match[0]) or not _CARD_WORD.search(text, max(0, at - 60), at):
        return ()
    return (match.span(),)


_FOURS = rf"(?<![\w.,-])\d{{4}}(?P<sep>[ -])\d{{4}}(?P=sep)\d{{4}}(?P=sep)\d{{4}}{_EDGE}"
_AMEX = rf"(?<![\w.,-])\d{{4}}[ -]\d{{6}}[ -]\d{{5}}{_EDGE}"
_IBAN = r"(?<![A-Za-z0-9])[A-Z]{2}\d\d(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])"

FORMS = (
    (r"[A-Z]{2}\d\d(?: ?[A-Z0-9]{4}){2}", Rule("iban", "iban", (), here(_IBAN, is_iban))),
    (r"[2-6]\d{3}[ -]\d{4}[ -]\d{4}[ -]", Rule("card-grouped", "card-number", (), here(_FOURS, is_card))),
    (r"3[47]\d\d[ -]\d{6}[ -]", Rule("card-amex", "card-number", (), here(_AMEX, is_card))),
    (r"[2-6]\d{12}", Rule("card-plain", "card-number", (), _plain_card)),
    (r"\.[\w-]{6}\.[\w-]{27}", Rule("engine:discord", DISCORD.kind, (), DISCORD.find)),
)
"""What has no literal to look for, each with the pattern it is searched by."""
