"""What a turn says, names and asks for; code, traces and recalled lines say nothing."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.model.frame import framed
from kg.model.names import name_key
from kg.recall.phrases import looks_ahead, wanted
from kg.recall.turn import EMBEDDED, possible_names, read_turn, without_code

TRACE = """Traceback (most recent call last):
  File "/srv/northwind/app.py", line 12, in <module>
    client.renew(contract)
  File "/srv/northwind/client.py", line 88, in renew
    raise ValueError("no contract for Northwind")
ValueError: no contract for Northwind"""

JAVA = """java.lang.IllegalStateException: Northwind is closed
\tat com.northwind.Client.renew(Client.java:88)
\tat com.northwind.App.main(App.java:12)
Caused by: java.io.IOException: broken pipe
\t... 3 more"""

CODE = """def renew(contract):
    for item in contract.items:
        northwind.send(item, retries=3)
    return {"ok": True, "id": contract.id}"""

LOG = """2026-11-04 09:12:33,120 INFO northwind.client renewed 3 contracts
2026-11-04 09:12:34,007 ERROR northwind.client no answer
[WARN] retry in 5 s"""

DIFF = """--- a/northwind.py
+++ b/northwind.py
@@ -1,3 +1,3 @@
 const fee = getFee(client);"""

JSON = """{
  "client": "Northwind",
  "fee": 48000
}"""


@pytest.mark.parametrize("pasted", [TRACE, JAVA, CODE, LOG, DIFF, f"```python\n{CODE}\n```", f"~~~\n{TRACE}"])
def test_pasted_code_leaves_nothing_to_look_up(pasted: str) -> None:
    turn = read_turn(pasted)
    assert (turn.words, turn.names, turn.pasted) == ((), {}, True)


def test_a_json_document_leaves_no_line_that_names() -> None:
    assert "northwind" not in read_turn(JSON).names


@pytest.mark.parametrize("pasted", [TRACE, JAVA, CODE, LOG, f"```\n{CODE}\n```"])
def test_what_was_said_around_pasted_code_stays(pasted: str) -> None:
    turn = read_turn(f"Why does this fail for Harborlight?\n\n{pasted}\n\nDana Reyes saw it first.")
    assert "harborlight" in turn.names and "dana reyes" in turn.names
    assert "northwind" not in turn.names


@pytest.mark.parametrize(
    "prose",
    [
        "When should we start the renewal conversation with Northwind?",
        "- buy toner\n- call Dana (she is back on Monday)",
        "The fee is 48,000 EUR; notice: 60 days.",
        "R&D said AC/DC is off. Use tool (x).",
        "1. first, we ask Tom\n2. then we wait",
        "Betreff: Vertrag\nLiebe Dana, wie besprochen.",
        "Return policy: what is it?",
        "for the record: I agree",
    ],
)
def test_prose_is_not_taken_for_code(prose: str) -> None:
    assert without_code(prose) == prose


def test_recalled_lines_in_a_turn_are_no_part_of_it() -> None:
    turn = read_turn("Is that so?\n" + framed(["Northwind fee: 48,000 EUR a year (a.md)"]))
    assert turn.prose == "Is that so?" and "northwind" not in turn.names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("When does Northwind's term end?", "Northwind"),
        ("(Northwind) — any news?", "northwind"),
        ("ask “Dana Reyes” please", "Dana Reyes"),
        ("Wann endet Northwinds Vertrag?", "Northwind"),
        ("der Northwind-Vertrag", "Northwind"),
        ("what about AC/DC?", "AC/DC"),
        ("is C++ in use?", "C++"),
        ("tb-12 is broken", "tb-12"),
        ("the R&D budget.", "R&D"),
        ("acme-widget fails", "acme-widget"),
        ('Cosmic "Crabs" came', 'Cosmic "Crabs"'),
        ("O'Hara's Mill burned", "O'Hara's Mill"),
        ("was kostet {brace}?", "{brace}"),
        ("see `tick`.", "`tick`"),
        ("pay $price now", "$price"),
        ("灯台の鍵は誰が持っている？", "灯台"),
        ("林小雨在青石镇经营什么？", "林小雨"),
        ("김하늘은 언제 시장에 가요?", "김하늘"),
        ("where does The Bank of New Harbor sit", "The Bank of New Harbor"),
        ("flights to İZMİR", "izmir"),
        ("Straße 9 is where?", "STRASSE 9"),
        ("ask Will about it", "Will"),
        ("the IT budget", "IT"),
    ],
)
def test_a_name_in_a_turn_is_looked_for(text: str, name: str) -> None:
    assert name_key(name) in possible_names(text)


def test_a_long_run_without_blanks_is_read_at_its_end() -> None:
    assert name_key("灯台") in possible_names(
        "昨日は天気がとても良かったので散歩に行きました。" * 40 + "灯台の鍵は？"
    )


@pytest.mark.parametrize("word", ["will", "it", "may", "good", "thanks", "today", "die", "la"])
def test_common_words_are_no_names_unless_written_so(word: str) -> None:
    assert word not in possible_names(f"i think {word} is fine")
    assert word not in possible_names(f"{word.capitalize()} is fine")
    assert word in possible_names(f"we asked {word.capitalize()} again")


def test_lower_case_words_are_marked_as_perhaps_only_words() -> None:
    names = possible_names("did apple or Apple or node7 pay")
    assert names["node7"].plain is False
    assert possible_names("an apple pie")["apple"].plain is True
    assert possible_names("ask Apple")["apple"].plain is False


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=400))
def test_any_text_can_be_read(text: str) -> None:
    turn = read_turn(text)
    assert len(turn.asked) <= max(EMBEDDED, len(turn.prose) if len(turn.prose) <= EMBEDDED else EMBEDDED)
    assert all(0 <= spot.start < spot.end <= len(turn.prose) for spot in turn.names.values())


def test_a_long_turn_is_read_in_little_time_and_asks_by_its_questions() -> None:
    story = "We walked along the quay and talked about nothing much. " * 2_000
    began = time.process_time()
    turn = read_turn(story + "When does Northwind renew? " + story)
    assert time.process_time() - began < 2.0
    assert turn.asked == "When does Northwind renew?"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("When do we start?", "date"),
        ("Bis wann gilt das?", "date"),
        ("¿Cuándo termina?", "date"),
        ("更新はいつ？", "date"),
        ("how long is the notice?", "duration"),
        ("How much is the fee?", "money"),
        ("what does the office cost us?", "money"),
        ("how many seats?", "quantity"),
        ("who owns it", "person"),
        ("誰が持っている？", "person"),
        ("where is the printer", "place"),
        ("où est-il ?", "place"),
    ],
)
def test_the_kind_of_answer_is_known(text: str, kind: str) -> None:
    assert kind in wanted(text)


def test_no_kind_is_asked_for_by_a_statement() -> None:
    assert wanted("Northwind pays on time.") == frozenset()


def test_turns_that_look_ahead() -> None:
    assert looks_ahead("When should we start the renewal conversation?")
    assert looks_ahead("Sollen wir verlängern?")
    assert not looks_ahead("What was the fee?")
