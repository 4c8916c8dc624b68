"""A TCP proxy on loopback that speaks enough Bolt to cut a connection exactly where it hurts.

It stands between kg and Neo4j (or a model server), counts what it is asked, and for chosen connections is late,
cuts after so many bytes, drops an answer, or cuts between a COMMIT and its answer: the server has kept the
transaction, and the client is not told.

Bolt messages (https://neo4j.com/docs/bolt/current/bolt/message/) travel in chunks: two bytes of length, then as many
bytes, and a chunk of length zero ends a message. A message begins with a marker byte and its tag; COMMIT is 0x12.
"""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

COMMIT = 0x12
_PART = 2**16


@dataclass
class Faults:
    """What is done to connections from now on."""

    cut_commits: Callable[[int], bool] = lambda _: False
    """Asked with the number of each COMMIT, from 1: whether its answer is cut off."""
    cut_bytes: int | None = None
    """After so many bytes from the server a connection is cut."""
    refuse: Callable[[int], bool] = lambda _: False
    """Asked with the number of each new connection, from 1: whether it is closed at once."""
    cut_messages: Callable[[int], bool] = lambda _: False
    """Asked with the number of each message of a client, from 1: whether the connection is cut instead."""
    latency: float = 0.0
    """Seconds that every answer of the server is late."""
    drop_answers: bool = False
    """What the server says is thrown away, and the connection stays open."""


class Proxy:
    """Listens on a free port for the server at `host` and `port`."""

    def __init__(self, host: str, port: int) -> None:
        self.faults = Faults()
        self.commits = self.cuts = self.messages = self.connections = self.refused = 0
        self._to = (host, port)
        self._open: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._client, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    @property
    def port(self) -> int:
        return int(self._server.sockets[0].getsockname()[1])

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        self.connections += 1
        try:
            if self.faults.refuse(self.connections):
                self.refused += 1
                return
            with contextlib.suppress(OSError):
                await self._join(reader, writer)
        except asyncio.CancelledError:
            return
        finally:
            self._open.discard(task)
            writer.transport.abort()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        near, far = await asyncio.open_connection(*self._to)
        cut = asyncio.Event()
        pumps = [
            asyncio.ensure_future(self._up(reader, far, cut)),
            asyncio.ensure_future(self._down(near, writer, cut)),
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            far.transport.abort()

    async def _up(self, reader: asyncio.StreamReader, far: asyncio.StreamWriter, cut: asyncio.Event) -> None:
        """What the client says. When a COMMIT is to be cut, nothing that comes after it is told to the client."""
        watch = Messages()
        while data := await reader.read(_PART):
            for tag in watch.begun_in(data):
                self.messages += 1
                if self.faults.cut_messages(self.messages):
                    self.cuts += 1
                    return
                self.commits += tag == COMMIT
                if tag == COMMIT and self.faults.cut_commits(self.commits):
                    self.cuts += 1
                    cut.set()
            far.write(data)
            await far.drain()

    async def _down(
        self, near: asyncio.StreamReader, writer: asyncio.StreamWriter, cut: asyncio.Event
    ) -> None:
        """What the server says. It has answered before the connection is cut, so it has kept the transaction."""
        told = 0
        while data := await near.read(_PART):
            if cut.is_set():
                return
            if self.faults.latency:
                await asyncio.sleep(self.faults.latency)
            if self.faults.drop_answers:
                continue
            limit = self.faults.cut_bytes
            if limit is not None and told + len(data) > limit:
                writer.write(data[: max(0, limit - told)])
                await writer.drain()
                return
            told += len(data)
            writer.write(data)
            await writer.drain()


class Messages:
    """Follows one direction of a Bolt connection, chunk by chunk, across parts of any size."""

    HANDSHAKE, CHOICE = 20, 5
    """Bytes before the first chunk: the magic number and four versions; then, where the server listed what it
    speaks, the version chosen and one byte of capabilities."""

    def __init__(self) -> None:
        self._skip = self.HANDSHAKE
        self._buffer = b""
        self._greeted = False
        self._begins = True
        """Whether the next chunk begins a message."""

    def begun_in(self, data: bytes) -> list[int]:
        """The tags of the messages that begin in these bytes."""
        skipped = min(self._skip, len(data))
        self._skip -= skipped
        self._buffer += data[skipped:]
        if not self._greeted and len(self._buffer) >= 2:
            # No message begins with an empty chunk, and every version with two zero bytes.
            self._greeted = True
            chosen = self._buffer[:2] == b"\x00\x00"
            self._skip = max(0, self.CHOICE - len(self._buffer)) if chosen else 0
            self._buffer = self._buffer[self.CHOICE :] if chosen else self._buffer
        found = []
        while len(self._buffer) >= 2:
            size = int.from_bytes(self._buffer[:2], "big")
            if len(self._buffer) < 2 + size:
                break
            chunk, self._buffer = self._buffer[2 : 2 + size], self._buffer[2 + size :]
            if self._begins and len(chunk) >= 2:
                found.append(chunk[1])
            self._begins = size == 0
        return found
