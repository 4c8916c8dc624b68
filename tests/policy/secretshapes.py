"""Secrets made up at run time: nothing that looks like one stands in a file."""

import base64
import json
import random
import string

HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + string.digits
WORD = string.ascii_letters + string.digits


def chars(random: random.Random, alphabet: str, count: int) -> str:
    """Random characters, a digit, a small and a capital letter among them where the alphabet has them."""
    body = [random.choice(alphabet) for _ in range(count)]
    for place, pool in zip((count - 1, count // 2, 1), (string.digits, "abcdef", "ABCDEF"), strict=True):
        body[place] = random.choice([char for char in pool if char in alphabet] or body)
    return "".join(body)


def jwt(random: random.Random) -> str:
    """A signed token with header and claims of its own."""
    parts = [
        json.dumps({"alg": "HS256", "kid": chars(random, WORD, 8)}),
        json.dumps({"sub": chars(random, WORD, 9)}),
    ]
    coded = [base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in parts]
    return ".".join([*coded, chars(random, WORD, 43)])


def card(random: random.Random, start: str = "4", length: int = 16) -> str:
    """Digits with a right check digit."""
    body = start + "".join(random.choice(string.digits) for _ in range(length - len(start) - 1))
    total = sum(sum(divmod(int(digit) * (2 - place % 2), 10)) for place, digit in enumerate(reversed(body)))
    return body + str(-total % 10)


def iban(random: random.Random, country: str = "DE", length: int = 18) -> str:
    """An account number with right check digits."""
    body = "".join(random.choice(string.digits) for _ in range(length))
    number = int("".join(str(int(char, 36)) for char in body + country + "00"))
    return f"{country}{98 - number % 97:02d}{body}"


def block(random: random.Random, name: str, lines: int = 6) -> str:
    """A private key as a file has it."""
    body = "\n".join(chars(random, WORD + "+/", 64) for _ in range(lines))
    dashes = "-" * 5
    return f"{dashes}BEGIN {name}{dashes}\n{body}\n{chars(random, WORD, 20)}==\n{dashes}END {name}{dashes}"


def tokens(random: random.Random) -> dict[str, str]:
    """A token of each vendor whose tokens have a form of their own, by the kind of its placeholder."""
    return {
        "aws-key": "AK" + "IA" + chars(random, UPPER, 16),
        "github-token": "gh" + "p_" + chars(random, WORD, 36),
        "gitlab-token": "glp" + "at-" + chars(random, WORD, 20),
        "slack-token": "xo" + "xb-" + chars(random, string.digits, 12) + "-" + chars(random, WORD, 24),
        "stripe-key": "sk" + "_live_" + chars(random, WORD, 24),
        "anthropic-key": "sk-" + "ant-api03-" + chars(random, WORD, 80),
        "openai-key": "sk-" + "proj-" + chars(random, WORD, 60),
        "google-key": "AI" + "za" + chars(random, WORD, 35),
        "google-secret": "GOC" + "SPX-" + chars(random, WORD, 28),
        "npm-token": "np" + "m_" + chars(random, WORD, 36),
        "pypi-token": "py" + "pi-AgEIcHlwaS5vcmc" + chars(random, WORD, 90),
        "digitalocean-token": "dop" + "_v1_" + chars(random, HEX, 64),
        "huggingface-token": "h" + "f_" + chars(random, WORD, 34),
        "shopify-token": "shp" + "at_" + chars(random, HEX, 32),
        "mailgun-key": "ke" + "y-" + chars(random, HEX, 32),
        "mailchimp-key": chars(random, HEX, 32) + "-u" + "s12",
        "sendgrid-key": "S" + "G." + chars(random, WORD, 22) + "." + chars(random, WORD, 43),
        "twilio-key": "S" + "K" + chars(random, HEX, 32),
        "telegram-token": chars(random, string.digits, 10).replace("0", "1") + ":A" + "A" + chars(random, WORD, 33),
        "discord-token": "M" + chars(random, WORD, 23) + "." + chars(random, WORD, 6) + "." + chars(random, WORD, 27),
        "artifactory-key": "AK" + "C" + chars(random, WORD, 20),
        "azure-key": "Account" + "Key=" + chars(random, WORD + "+/", 86) + "==",
        "square-key": "sq0" + "csp-" + chars(random, WORD, 43),
        "airtable-token": "pa" + "t" + chars(random, WORD, 14) + "." + chars(random, HEX, 64),
        "vault-token": "hv" + "s." + chars(random, WORD, 24),
        "linear-key": "lin" + "_api_" + chars(random, WORD, 40),
        "postman-key": "PM" + "AK-" + chars(random, HEX, 24) + "-" + chars(random, HEX, 34),
        "jwt": jwt(random),
        "iban": iban(random),
    }  # fmt: skip
