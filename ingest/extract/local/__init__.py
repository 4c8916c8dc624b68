"""Facts by document structure and a small parser, without a model."""

from ingest.extract.local.extractor import LocalExtractor

__all__ = ["LocalExtractor"]
