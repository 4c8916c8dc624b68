"""Fetches pinned jars from Maven with jgo, one artifact at a time and without reading the dependency graph.

Reading the graph's POMs takes as long again as fetching the jars, and would only say what `jars.lock` already
holds. Repositories and the local Maven repository named in jgo's own configuration are used.
"""

import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tenacity import retry, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from kg.engine.jars import Advance, Jar, is_whole

TIMEOUT_SECONDS = 30
"""Longest silence of the repository before a jar is asked for again."""


class MavenFetcher:
    """The `Fetch` that goes out. jgo is loaded with the first jar: an engine that is here needs none."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._settings: _Settings | None = None

    def __call__(self, jar: Jar, target: Path, advance: Advance) -> None:
        with self._lock:
            settings = self._settings = self._settings or _Settings()
        local = settings.local(jar)
        if is_whole(local, jar):
            shutil.copyfile(local, target)
            advance(jar.size)
        else:
            settings.download(jar, target, advance)


class _Settings:
    """What jgo knows of this user's Maven."""

    def __init__(self) -> None:
        from jgo.config import GlobalSettings
        from jgo.constants import MAVEN_CENTRAL_URL
        from jgo.maven import MavenContext, PythonResolver

        found = GlobalSettings.load()
        self._context, self._resolver = MavenContext, PythonResolver
        self._local: Path = found.repo_cache
        self._remote: dict[str, str] = {"central": MAVEN_CENTRAL_URL, **found.repositories}

    def local(self, jar: Jar) -> Path:
        """Where the user's own Maven would keep it."""
        path = self._context(repo_cache=self._local).create_dependency(jar.coordinates).artifact.cached_path
        return Path(path or "")

    @retry(
        retry=retry_if_exception_type(OSError),
        stop=stop_after_attempt(4),
        wait=wait_random_exponential(multiplier=0.5, max=8),
        reraise=True,
    )
    def download(self, jar: Jar, target: Path, advance: Advance) -> None:
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            resolver = self._resolver(progress_callback=_reporting(advance))
            context = self._context(
                resolver=resolver, repo_cache=Path(folder), remote_repos=self._remote, timeout=TIMEOUT_SECONDS
            )
            try:
                arrived = resolver.download(context.create_dependency(jar.coordinates).artifact)
            except RuntimeError as error:
                raise OSError("not in the repositories") from error
            Path(arrived or "").replace(target)


def _reporting(advance: Advance) -> Callable[[str, int], AbstractContextManager[Advance]]:
    @contextmanager
    def report(name: str, size: int) -> Iterator[Advance]:
        yield advance

    return report
