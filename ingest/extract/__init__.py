"""Extractors: a segment to raw claims."""
