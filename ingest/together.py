"""Several pieces of work at once, ended together."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def together(*works: Awaitable[T]) -> list[T]:
    """The results in order. When one fails or the caller is cancelled, the others are cancelled and waited
    for, and the first failure is raised as it is."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
