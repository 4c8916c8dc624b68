"""Mail boxes: messages in order, and nothing that one quotes from another read twice."""

import time

from tests.ingest.readers.told import by, told, words

BOX = """From dana@x Wed Nov  4 10:00:00 2026
From: Dana Reyes <dana@x.example>
Subject: Renewal
Date: Wed, 4 Nov 2026 10:00:00 +0100

We want January. The fee stays as
it is.
>From here on we pay.

From sam@x Wed Nov  4 11:00:00 2026
From: Sam Ode <sam@x.example>
Subject: Re: Renewal
Date: Thu, 5 Nov 2026 10:00:00 +0100

Fine.

On 4 Nov 2026, Dana Reyes wrote:
> We want January.
> The fee stays as it is.

On 1 Nov 2026, Lee wrote:
> Who pays?

From dana@x Wed Nov  4 12:00:00 2026
From: Dana Reyes <dana@x.example>
Subject: Re: Renewal
Date: Fri, 6 Nov 2026 10:00:00 +0100

Good.

On 5 Nov 2026, Sam Ode wrote:
> Fine.
>
> On 1 Nov 2026, Lee wrote:
> > Who pays?
"""
SAID = [
    ("Dana Reyes", 4, "We want January. The fee stays as\nit is.\nFrom here on we pay."),
    ("Sam Ode", 5, "Fine."),
    ("Lee", 1, "> Who pays?"),
    ("Dana Reyes", 6, "Good."),
]


def _said(text: str) -> list[tuple[str | None, int, str]]:
    outcome = told("Inbox.mbox", text)
    days = [each.said_at.day if each.said_at else 0 for each in outcome.entries]
    return list(zip([each.speaker for each in outcome.entries], days, words(outcome), strict=True))


def test_each_message_is_read_once_with_its_writer_and_day() -> None:
    assert _said(BOX) == SAID
    assert _said(BOX.replace("\n", "\r\n")) == SAID


def test_an_answer_that_stands_before_what_it_answers_is_not_read_twice_either() -> None:
    messages = ["From " + each for each in BOX.split("\nFrom ")]
    messages[0] = messages[0].removeprefix("From ")
    turned = [
        each for each in _said("\n".join(["", messages[2], messages[1], messages[0]])) if each[0] != "Lee"
    ]
    assert sorted(turned) == sorted(each for each in SAID if each[0] != "Lee")


def test_a_message_is_found_by_its_subject_and_the_box_by_its_name() -> None:
    outcome = told("Inbox.mbox", BOX)
    assert by(outcome, "Good.").heading == ("Renewal",)
    assert (outcome.title, outcome.title_from, outcome.fields["messages"]) == ("Inbox", "name", "3")
    assert "Subject: Renewal\nFrom: Dana Reyes <dana@x.example>" in outcome.text


def test_a_sentence_that_begins_with_from_opens_no_message() -> None:
    text = BOX.replace("Good.", "Good.\n\nFrom now on we pay 3 EUR.\n\nFrom: here, too")
    assert len([each for each in _said(text) if each[0] == "Dana Reyes"]) > 2
    assert told("a.mbox", text).fields["messages"] == "3"


def test_what_is_no_box_is_plain_text() -> None:
    assert told("a.mbox", "Dear all,\n\nthe term ends.\n").media_type == "text/plain"


def test_attachments_of_all_messages_are_counted_together() -> None:
    mail = "From x Wed Nov  4 10:00:00 2026\nFrom: a@x.example\nContent-Type: application/pdf\n\nx\n\n"
    (warned,) = told("a.mbox", mail * 3).warnings
    assert warned.code == "attachments" and warned.message.startswith("3 messages")


def test_fifty_thousand_openings_are_bounded() -> None:
    started = time.process_time()
    outcome = told("a.mbox", b"From a 2020\nFrom:b\n\n" * 50_000)
    assert [each.code for each in outcome.warnings] == ["cut"]
    assert time.process_time() - started < 2
