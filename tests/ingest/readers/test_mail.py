"""Mail: headers, bodies in any charset, and who said what when."""

from base64 import b64encode
from datetime import date

import pytest

from ingest.card import make_card
from ingest.readers import read
from kg.model.document import Entry, NotRead, ReadText

HEAD = (
    "From: Dana Reyes <dana@northwind.example>\nTo: Sam Ode <sam@acme.example>\nSubject: RE: AW: Renewal\n"
    "Date: Wed, 4 Nov 2026 23:30:00 -0500\n"
)
FOURTH = date(2026, 11, 4)


def _read(mail: str | bytes) -> ReadText:
    outcome = read("m.eml", mail.encode() if isinstance(mail, str) else mail)
    assert isinstance(outcome, ReadText)
    return outcome


def _by(outcome: ReadText, words: str) -> Entry:
    return next(each for each in outcome.entries if words in outcome.text[each.start : each.end])


def test_headers_are_title_day_fields_and_the_top_of_the_text() -> None:
    outcome = _read(HEAD + "\nJanuary suits us.\n")
    assert (outcome.title, outcome.dated, outcome.media_type) == ("Renewal", FOURTH, "message/rfc822")
    assert outcome.fields["From"] == "Dana Reyes <dana@northwind.example>"
    assert outcome.text.startswith("Subject: RE: AW: Renewal\nFrom: Dana Reyes")
    (entry,) = outcome.entries
    assert (entry.speaker, entry.said_at) == ("Dana Reyes", FOURTH)


THREAD = (
    HEAD
    + """
Hi Sam,

we want January.
- fee stays

Best regards,
Dana Reyes
Head of Ops, Northwind

On Tue, Nov 3, 2026 at 9:12 AM Sam Ode <sam@acme.example> wrote:

> When do you want to talk?
>
> Sam
>
> On 2 Nov 2026, at 08:00, Lee Park <lee@x.example>
> wrote:
>> The term ends 30 June.

Am 01.11.2026 um 10:00 schrieb Kim Bauer <kim@x.example>:
> Moin zusammen

-----Original Message-----
From: Jun Park [mailto:jun@x.example]
Sent: Monday, October 26, 2026 4:00 PM
To: Dana Reyes
Subject: Renewal

Budget is 10k.
"""
    + "-- \nJun\n"
)


@pytest.mark.parametrize(
    ("words", "kind", "speaker", "day"),
    [
        ("we want January", "paragraph", "Dana Reyes", FOURTH),
        ("fee stays", "item", "Dana Reyes", FOURTH),
        ("Head of Ops", "signature", "Dana Reyes", FOURTH),
        ("want to talk", "paragraph", "Sam Ode", date(2026, 11, 3)),
        ("> Sam", "signature", "Sam Ode", date(2026, 11, 3)),
        ("term ends", "paragraph", "Lee Park", date(2026, 11, 2)),
        ("Moin", "paragraph", "Kim Bauer", date(2026, 11, 1)),
        ("Budget", "paragraph", "Jun Park", date(2026, 10, 26)),
        ("-- \nJun", "signature", "Jun Park", date(2026, 10, 26)),
    ],
)
def test_quoted_words_belong_to_who_wrote_them(words: str, kind: str, speaker: str, day: date) -> None:
    entry = _by(_read(THREAD), words)
    assert (entry.kind, entry.speaker, entry.said_at) == (kind, speaker, day)


def test_lines_that_announce_a_quote_are_no_entries() -> None:
    outcome = _read(THREAD)
    told = " ".join(outcome.text[each.start : each.end] for each in outcome.entries)
    assert "wrote" not in told and "Original" not in told and "mailto" not in told


def test_a_sentence_that_ends_in_wrote_is_no_quote() -> None:
    outcome = _read(HEAD + "\nOn Monday we read what the board wrote and agreed.\nIt was short.\n")
    assert {each.speaker for each in outcome.entries} == {"Dana Reyes"}


@pytest.mark.parametrize(
    ("charset", "encoding", "words"),
    [
        ("utf-8", "utf-8", "Größe: 契約"),
        ("iso-8859-1", "cp1252", "Größe – “big”"),
        ("us-ascii", "utf-8", "Größe"),
        ("gb2312", "gb18030", "合同到期"),
        ("ks_c_5601-1987", "cp949", "계약 종료"),
        ("iso-2022-jp", "iso2022_jp", "契約"),
        ("x-unknown", "utf-8", "Größe"),
        ("utf-7", "utf-8", "Größe"),
    ],
)
@pytest.mark.parametrize("transfer", ["8bit", "base64"])
def test_bodies_are_read_whatever_charset_they_claim(
    charset: str, encoding: str, words: str, transfer: str
) -> None:
    raw = words.encode(encoding)
    head = f"{HEAD}Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {transfer}\n\n".encode()
    outcome = _read(head + (b64encode(raw) if transfer == "base64" else raw) + b"\n")
    assert words in outcome.text


def test_headers_are_decoded_and_unfolded() -> None:
    outcome = _read(
        b"From: =?utf-8?B?" + b64encode("Zoé Müller".encode()) + b"?= <z@x.example>\nDate: nonsense\n"
        b"Subject: =?iso-8859-1?Q?Gr=FC=DFe?=\n  aus =?utf-8?Q?K=C3=B6ln?=\n\nHallo.\n"
    )
    assert outcome.title == "Grüße aus Köln"
    assert (outcome.entries[0].speaker, outcome.dated) == ("Zoé Müller", None)


PAGE = "<html><style>p{}</style><p>January suits us.</p><blockquote><p>Shall we meet?</p></blockquote></html>"


def _alternatives(plain: str) -> str:
    return (
        "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n"
        f"{plain}\n--b\nContent-Type: text/html\n\n{PAGE}\n--b--\n"
    )


def test_the_plain_part_is_read_and_the_page_only_without_one() -> None:
    both = _read(HEAD + _alternatives("January it is."))
    assert "January it is." in both.text and "suits" not in both.text
    page = _read(HEAD + _alternatives(" "))
    assert "January suits us.\n\n> Shall we meet?" in page.text
    assert "<p>" not in page.text and "p{}" not in page.text


def test_attachments_are_counted() -> None:
    outcome = _read(
        HEAD
        + "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee the plan.\n--b\nContent-Type: application/pdf\n\nx\n"
        "--b\nContent-Disposition: attachment; filename=a.txt\n\nsecret words\n--b\nContent-Type: message/rfc822\n\n"
        "Subject: inner\n\nother mail\n--b--\n"
    )
    assert "secret words" not in outcome.text and "other mail" not in outcome.text
    (warned,) = outcome.warnings
    assert warned.code == "attachments"
    assert (
        warned.message == "3 attachments of this mail were not read: application/pdf, a.txt, message/rfc822."
    )


def test_flowed_lines_are_joined() -> None:
    outcome = _read(
        HEAD + "Content-Type: text/plain; format=flowed\n\nThe term \nends in \nJune.\nFee: 3\n-- \nDana\n"
    )
    assert "The term ends in June.\nFee: 3\n-- \nDana" in outcome.text


def test_old_headers_with_a_space_before_the_colon_are_headers() -> None:
    outcome = _read("From  : Jo Doe <j@x.example>\nSubject : Hello\n\nHi.\n")
    assert (outcome.title, outcome.entries[0].speaker) == ("Hello", "Jo Doe")


def test_what_is_no_mail_is_plain_text_and_binaries_are_named() -> None:
    assert _read("just words\n\nmore words\n").media_type == "text/plain"
    picture = read("m.eml", b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    assert isinstance(picture, NotRead) and picture.code == "binary"


def test_an_empty_mail_keeps_its_title_and_has_nothing_to_remember() -> None:
    outcome = _read(HEAD + "\n\n")
    assert (outcome.title, outcome.entries) == ("Renewal", ())


def test_mail_that_nests_without_end_is_read_as_far_as_its_headers() -> None:
    boundaries = "".join(
        f"--b{at}\nContent-Type: multipart/mixed; boundary=b{at + 1}\n\n" for at in range(5_000)
    )
    nested = _read(f"{HEAD}Content-Type: multipart/mixed; boundary=b0\n\n{boundaries}")
    assert (nested.title, nested.entries) == ("Renewal", ())
    brackets = _read(f"From: Dana <{'(' * 900}\nSubject: Renewal\n\nJanuary.\n")
    assert brackets.title == "Renewal" and make_card(brackets).title == "Renewal"


def test_a_broken_clock_dates_nothing() -> None:
    assert _read("From: a@x.example\nDate: Mon, 30 Jun 3609 15:33:50 +0600\n\nx\n").dated is None
