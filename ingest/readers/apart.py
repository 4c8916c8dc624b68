"""Work on a file in a process of its own, started when the first such file comes and kept for the next. Whatever
the file does to it, this process goes on: it gets an answer, or learns that there is none."""

import atexit
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

_LENGTH = struct.Struct(">Q")
_FILES = 500
"""Files after which a process is replaced, so that what it leaks stays small."""
_ANSWER = 2**30


class Apart:
    """One process for one kind of work, for one caller at a time; safe to be used from many threads."""

    def __init__(self, script: Path) -> None:
        self._script = script
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._served = 0

    def ask(self, data: bytes, seconds: float) -> bytes | None:
        """The answer to a request; None when the process ended over it, took more than `seconds`, or could not be
        started."""
        with self._lock:
            try:
                process = self._running()
            except OSError:
                return None
            timer = threading.Timer(seconds, process.kill)
            timer.start()
            try:
                answer = _exchange(process, data)
            finally:
                timer.cancel()
            self._served += 1
            if answer is None or self._served >= _FILES:
                self._end()
            return answer

    def close(self) -> None:
        """Ends the process, if there is one."""
        with self._lock:
            self._end()

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is not None and self._process.poll() is not None:
            self._end()
        if self._process is None:
            command = [sys.executable, "-I", str(self._script)]
            pipe, none = subprocess.PIPE, subprocess.DEVNULL
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=none)
            self._served = 0
            atexit.register(self.close)
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    continue
        process.wait()
        atexit.unregister(self.close)


def _exchange(process: "subprocess.Popen[bytes]", data: bytes) -> bytes | None:
    sink, source = process.stdin, process.stdout
    if sink is None or source is None:
        return None
    try:
        sink.write(_LENGTH.pack(len(data)) + data)
        sink.flush()
        head = _read(source, _LENGTH.size)
        size = _LENGTH.unpack(head)[0] if len(head) == _LENGTH.size else _ANSWER
        answer = _read(source, size) if size < _ANSWER else b""
    except (OSError, ValueError):
        return None
    return answer if len(answer) == size else None


def _read(source: IO[bytes], size: int) -> bytes:
    return source.read(size)
