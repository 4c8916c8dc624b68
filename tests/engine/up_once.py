"""`up` in a process of its own: prints the address that it gets."""

import asyncio
import sys
from pathlib import Path

from kg.engine import LocalConfig, LocalEngine, Memory
from tests.engine.probing import probe

if __name__ == "__main__":
    config = LocalConfig(Path(sys.argv[1]), Path(sys.argv[2]), memory=Memory(512, 64, 256))
    sys.stdout.write(asyncio.run(LocalEngine(config, probe).up()).uri)
