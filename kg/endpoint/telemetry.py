"""What has to be switched off before a model client is imported. Import clients only after `quiet()`."""

import importlib
import logging
import os
import warnings

SWITCHED_OFF = {
    # graphiti-core reports its use to its makers unless it is told not to.
    "GRAPHITI_TELEMETRY_ENABLED": "false",
    # It also reads a `.env` file above its own folder, which is the user's project when kg is installed in
    # its `.venv`: settings come from the environment and from nowhere else.
    "PYTHON_DOTENV_DISABLED": "true",
}

TALKATIVE = (
    "graphiti_core",
    "openai",
    "anthropic",
    "google_genai",
    "httpx2",
    "httpcore2",
    "httpx",
    "httpcore",
)
"""Their loggers write prompts and replies, at debug level or when something fails."""

SILENT = logging.CRITICAL + 1


def quiet() -> None:
    """Sets what these libraries read at import, silences their loggers, and imports graphiti-core. May be
    called again."""
    for name, value in SWITCHED_OFF.items():
        os.environ[name] = value
    for logger in TALKATIVE:
        logging.getLogger(logger).setLevel(SILENT)
    with warnings.catch_warnings():
        # Its models are written for an older pydantic; nothing a user of kg could do about that.
        warnings.simplefilter("ignore", DeprecationWarning)
        importlib.import_module("graphiti_core")
