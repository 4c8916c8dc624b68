"""Detectors of detect-secrets, as a library of patterns: none of its file, filter or network parts runs.

Its patterns are searched only near what each of their matches must contain, in a window of set size, so
that a long line costs no more than its length. The library takes a quarter of a second to import, so it is
loaded when the first such place is met.
"""

import functools
import importlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from policy.guard.rule import Span


@dataclass(frozen=True, slots=True)
class Detector:
    """A plugin, and where to look for what it knows: every match contains one of `anchors`, begins at
    most `lead` characters before it and ends at most `reach` after its start. Of the plugin's patterns the
    first `skip` are left out: what they find is public."""

    plugin: str
    class_name: str
    kind: str
    anchors: tuple[str, ...]
    lead: int
    reach: int
    skip: int = 0

    def find(self, text: str, at: int) -> Iterator[Span]:
        """What the plugin knows around an anchor found at `at`, without delimiters a pattern took along."""
        for pattern in _patterns(self.plugin, self.class_name)[self.skip :]:
            for match in self._matches(pattern, text, at):
                bare = match[0].strip(_DELIMITERS)
                start = match.start() + match[0].index(bare)
                yield start, start + len(bare)

    def _matches(self, pattern: re.Pattern[str], text: str, at: int) -> Iterable[re.Match[str]]:
        if self.lead > 1:
            return pattern.finditer(text, max(0, at - self.lead), at + self.reach)
        starts = range(max(0, at - self.lead), at + 1)
        return filter(None, (pattern.match(text, start, at + self.reach) for start in starts))


_DELIMITERS = " \t\r\n=:\"'"

DETECTORS = (
    Detector("artifactory", "ArtifactoryDetector", "artifactory-key", ("AKC",), 1, 200),
    Detector("azure_storage_key", "AzureStorageKeyDetector", "azure-key", ("AccountKey=",), 0, 110),
    Detector(
        "gitlab_token", "GitLabTokenDetector", "gitlab-token", ("gldt-", "glft-", "glsoat-", "glrt-"), 0, 80
    ),
    Detector(
        "gitlab_token",
        "GitLabTokenDetector",
        "gitlab-token",
        ("GR1348941", "glcbt-", "glimt-", "glptt-"),
        0,
        80,
    ),
    Detector("gitlab_token", "GitLabTokenDetector", "gitlab-token", ("glagent-", "gloas-"), 0, 1040),
    Detector("mailchimp", "MailchimpDetector", "mailchimp-key", ("-us",), 32, 8),
    Detector("openai", "OpenAIDetector", "openai-key", ("T3BlbkFJ",), 220, 40),
    Detector("pypi_token", "PypiTokenDetector", "pypi-token", ("pypi-Ag",), 0, 400),
    Detector("sendgrid", "SendGridDetector", "sendgrid-key", ("SG.",), 0, 80),
    Detector("square_oauth", "SquareOAuthDetector", "square-key", ("sq0csp-",), 0, 60),
    Detector("stripe", "StripeDetector", "stripe-key", ("k_live_",), 1, 60),
    Detector("telegram_token", "TelegramBotTokenDetector", "telegram-token", (":AA",), 10, 40),
    Detector("twilio", "TwilioKeyDetector", "twilio-key", ("SK",), 0, 40, skip=1),
)

DISCORD = Detector("discord", "DiscordBotTokenDetector", "discord-token", (), 26, 40)
"""Its tokens have no literal in them: the caller looks for their two dots."""


@functools.cache
def _patterns(plugin: str, class_name: str) -> tuple[re.Pattern[str], ...]:
    module = importlib.import_module(f"detect_secrets.plugins.{plugin}")
    return tuple(getattr(module, class_name).denylist)
