"""What a run asks of the file system, failing where a test says: a bad disk, a full one, no descriptors left."""

import errno
import io
import os
import resource
import sys
import threading
from typing import Any

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class BadDisk:
    """Counts every open, listing and read below a folder, and has the one with the wanted number fail with EIO.
    Number 0 fails none. There is no way back: it is for a process that ends after its run."""

    def __init__(self, root: str, wanted: int) -> None:
        self._root, self._wanted = root, wanted
        self._lock = threading.Lock()
        self.asked = 0
        sys.addaudithook(self._heard)
        usual = os.fdopen

        def opened(descriptor: int, mode: str = "r", *more: Any, **named: Any) -> Any:
            return Read(self, descriptor) if mode == "rb" else usual(descriptor, mode, *more, **named)

        os.fdopen = opened

    def ask(self) -> None:
        with self._lock:
            self.asked += 1
            fails = self.asked == self._wanted
        if fails:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def _heard(self, event: str, args: tuple[Any, ...]) -> None:
        if event in ("open", "os.scandir", "os.listdir") and str(args[0]).startswith(self._root):
            self.ask()


class Read(io.BufferedReader):
    """A file whose reads are counted."""

    def __init__(self, disk: BadDisk, descriptor: int) -> None:
        super().__init__(io.FileIO(descriptor))
        self._disk = disk

    def read(self, size: int | None = -1, /) -> bytes:
        self._disk.ask()
        return super().read(size)


class FullDisk:
    """Every file opened for writing fails with ENOSPC, from now to the end of the process."""

    def __init__(self) -> None:
        self.asked = 0
        sys.addaudithook(self._heard)

    def _heard(self, event: str, args: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(args[0], str | bytes) and args[2] & WRITES:
            self.asked += 1
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def few_descriptors(most: int) -> None:
    """At most so many files and connections are open at once in this process."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
