"""A running log that grows: what an append costs.

The data is a folder with one change log, newest version first. Versions are turned so that the oldest comes
first, the last `BASE` before the measured ones are synced as one file at the rung `facts`, then the others are
appended one by one, each followed by a sync. An append is measured in segments extracted, model calls, and
bytes of text embedded beside those appended."""

import re
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ingest.deps import SyncOptions
from ingest.sync import sync
from kg.bootstrap.app import App, absolute, opened
from kg.config import Settings
from kg.errors import UsageError
from kg.model.receipt import SyncReceipt
from kg.observe import Progress
from kg.ports import Embedder, Vector
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.bench.options import Options, Result, own_workspace, quantile

VERSIONS, BASE = 50, 200
_VERSION = re.compile(r"(?m)^(?=\d+\.\d+\.\d+\n=+\n)")


class Counting:
    """An embedder that counts the bytes it is given."""

    def __init__(self, inner: Embedder) -> None:
        self.sent = 0
        self._inner = inner

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def dimensions(self) -> int:
        return self._inner.dimensions

    async def embed(self, texts: Sequence[str]) -> tuple[Vector | None, ...]:
        self.sent += sum(len(text.encode()) for text in texts)
        return await self._inner.embed(texts)

    async def embed_query(self, text: str) -> Vector | None:
        return await self._inner.embed_query(text)

    async def close(self) -> None:
        await self._inner.close()


def versions(folder: Path, options: Options) -> tuple[list[str], list[str]]:
    """The sections that stand first, and those that are appended, oldest first."""
    files = [path for path in sorted(folder.iterdir()) if path.suffix in (".rst", ".md", ".txt")]
    if not files:
        raise UsageError(f"There is no change log in {folder}. Nothing was measured.")
    parts = max((_VERSION.split(path.read_text("utf-8"))[1:] for path in files), key=len)
    oldest_first = parts[::-1]
    first = len(oldest_first) - VERSIONS
    chosen = range(first, first + VERSIONS)
    if options.only is not None:
        chosen = range(first + options.only[0], min(first + options.only[1] + 1, len(oldest_first)))
    return oldest_first[max(0, chosen.start - BASE) : chosen.start], [oldest_first[at] for at in chosen]


async def measure(settings: Settings, options: Options, progress: Progress) -> Result:
    """See the module."""
    standing, appended = versions(options.folder(), options)
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as made:
        async with own_workspace(settings, progress) as own, opened(own) as app:
            return await _appends(app, absolute(Path(made)), standing, appended, progress)


async def _appends(
    app: App, root: Path, standing: list[str], appended: list[str], progress: Progress
) -> Result:
    body, memory = Counting(app.body_embedder), Counting(app.memory_embedder)
    deps = replace(app.sync_deps, body_embedder=body, memory_embedder=memory)
    await app.store.set_folder(FolderSetting(root.as_posix(), Rung.FACTS))
    log = root / "CHANGELOG.md"
    log.write_text("# Changelog\n\n" + "".join(standing), "utf-8")
    first = await sync(root, deps, SyncOptions())
    receipts: list[SyncReceipt] = []
    embedded: list[int] = []
    for done, section in enumerate(appended, start=1):
        before = body.sent + memory.sent
        with log.open("a", encoding="utf-8") as file:
            file.write(section)
        receipts.append(await sync(root, deps, SyncOptions()))
        embedded.append(body.sent + memory.sent - before)
        progress("appends", done, len(appended))
    again = await sync(root, deps, SyncOptions())
    return _result(first, receipts, again, embedded, [len(section.encode()) for section in appended])


def _result(
    first: SyncReceipt, receipts: list[SyncReceipt], again: SyncReceipt, embedded: list[int], added: list[int]
) -> Result:
    extracted = [float(receipt.work.segments.extracted) for receipt in receipts]
    seconds = [receipt.seconds for receipt in receipts]
    return {
        "name": "growing-log",
        "n": len(receipts),
        "segments_before": first.work.segments.total,
        "segments_extracted_max": int(max(extracted)),
        "segments_extracted_mean": sum(extracted) / len(extracted),
        "segments_extracted_total": int(sum(extracted)),
        "bytes_appended_mean": sum(added) / len(added),
        "bytes_embedded_mean": sum(embedded) / len(embedded),
        "bytes_embedded_per_byte": sum(embedded) / sum(added),
        "model_calls": sum(receipt.work.usage.calls for receipt in receipts),
        "calls_unchanged": again.work.usage.calls,
        "embeddings_unchanged": again.work.embeddings,
        "seconds_p50": quantile(seconds, 0.5),
        "seconds_p95": quantile(seconds, 0.95),
    }
