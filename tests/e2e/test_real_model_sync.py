"""A small folder through a real model into the real graph: calls as planned, replies bound, rejections counted."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.deps import SyncDeps
from ingest.extract.llm import LlmExtractor
from ingest.sync import plan, sync
from kg.config import Endpoint
from kg.endpoint.call import Limits
from kg.endpoint.completion import EndpointCompleter
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.fakes.embedder import FakeEmbedder

if TYPE_CHECKING:
    from kg.store import GraphStore

FILES = {
    "quay.md": "Quayside Ltd pays a berth fee of 4,200 EUR a year. Dana Reyes works at Quayside Ltd.\n",
    "crane.md": "Crane HL-2 was replaced by Tomas Okafor on 4 May 2026. It lifts 12 tonnes.\n",
}


async def test_a_folder_costs_the_calls_of_its_bill(
    real_model: Endpoint, store: "GraphStore", tmp_path: Path
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    await store.set_folder(FolderSetting(tmp_path.as_posix(), Rung.FACTS))
    extractor = LlmExtractor(EndpointCompleter(real_model, Limits(seconds=300, reply_tokens=150)))
    deps = SyncDeps(
        store, FakeEmbedder(name="body"), FakeEmbedder(name="memory"), extractor, lambda: datetime.now(UTC)
    )
    bill = await plan(tmp_path, deps)
    receipt = await sync(tmp_path, deps)
    again = await sync(tmp_path, deps)
    await extractor.close()

    assert bill.estimate.calls == len(FILES)
    work = receipt.work
    # A reply that did not parse is asked for once more, and its document waits: the only difference allowed.
    assert bill.estimate.calls <= work.usage.calls <= 2 * bill.estimate.calls
    assert work.segments.extracted + work.waiting == len(FILES)
    assert work.usage.tokens_in > 1_000 and work.usage.tokens_out > 0
    assert work.facts.rejected == sum(work.rejected.values())
    assert work.facts.written + work.facts.rejected > 0
    if not work.waiting:
        assert again.work.usage.calls == 0
    assert again.work.segments.extracted == 0
