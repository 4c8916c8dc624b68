"""A step is heard when it is entered and left, and logged without a word of any text."""

import logging

import pytest

from kg import observe


def test_a_step_is_heard_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[tuple[str, str]] = []
    observe.listen(lambda name, edge: heard.append((name, edge)))
    try:
        with caplog.at_level(logging.DEBUG, "kg"), observe.step("look"):
            assert heard == [("look", "enter")]
        with pytest.raises(OSError), observe.step("facts.write"):
            raise OSError
    finally:
        observe.listen(None)
    with observe.step("text.write"):
        pass
    assert heard == [("look", "enter"), ("look", "leave"), ("facts.write", "enter")]
    assert [record.getMessage().split()[0] for record in caplog.records] == ["look"]
