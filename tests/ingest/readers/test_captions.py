"""WebVTT and SubRip: cues joined to what each speaker said."""

from datetime import date

import pytest

from tests.ingest.readers.told import told, words

VTT = """WEBVTT - Renewal call

NOTE made by a tool
on two lines

STYLE
::cue { color: red }

1
00:00:01.000 --> 00:00:04.000 align:start
<v Dana Reyes>We want <i>January</i>,</v>

2
00:00:04.100 --> 00:00:06.000
<v Dana Reyes>and the fee &amp; term stay.</v>

00:07.000 --> 00:08.000
<v.loud Sam Ode>Fine.</v>

00:01:07.000 --> 00:01:08.000
<v Sam Ode>One more thing.</v>
"""


def test_cues_of_one_speaker_are_one_entry_until_a_pause() -> None:
    outcome = told("2026-11-04 call.vtt", VTT)
    assert words(outcome) == ["We want January, and the fee & term stay.", "Fine.", "One more thing."]
    assert [each.speaker for each in outcome.entries] == ["Dana Reyes", "Sam Ode", "Sam Ode"]
    assert (outcome.title, outcome.dated, outcome.media_type) == (
        "Renewal call",
        date(2026, 11, 4),
        "text/vtt",
    )
    assert {each.said_at for each in outcome.entries} == {date(2026, 11, 4)}
    assert "Sam Ode [00:01:07]\nOne more thing." in outcome.text


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_subtitles_with_names_in_the_text(line_end: str) -> None:
    text = (
        "1\n00:00:01,000 --> 00:00:04,000\nDana: We want\nJanuary.\n\n2\n00:00:05,000 --> 00:00:06,000\n"
        "- Sam: no.\n- Dana: yes.\n\n3\n00:01:05,000 --> 00:01:06,000\n{\\an8}who?\n"
    )
    outcome = told("a.srt", text.replace("\n", line_end))
    assert words(outcome) == ["We want January.", "no.", "yes.", "who?"]
    assert [each.speaker for each in outcome.entries] == ["Dana", "Sam", "Dana", None]


def test_words_that_are_shown_again_while_they_grow_are_said_once() -> None:
    cues = ["we want", "we want January", "we want January for sure"]
    text = "WEBVTT\n\n" + "".join(
        f"00:0{at}.000 --> 00:0{at + 1}.000\n{words}\n\n" for at, words in enumerate(cues)
    )
    assert words(told("a.vtt", text)) == ["we want January for sure"]


def test_a_long_speech_is_cut_at_the_end_of_a_sentence() -> None:
    cue = "And so we went on for a while, as one does. "
    text = "WEBVTT\n\n" + "".join(
        f"00:{at // 60:02}:{at % 60:02}.000 --> 00:{at // 60:02}:{at % 60:02}.900\n{at} {cue}\n\n"
        for at in range(200)
    )
    lengths = [len(each) for each in words(told("a.vtt", text))]
    assert len(lengths) > 5 and max(lengths) < 800


def test_a_file_without_cues_has_nothing_to_remember() -> None:
    assert told("a.srt", "just words\n").entries == ()
