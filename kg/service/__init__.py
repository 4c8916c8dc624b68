"""Thin translators of the same use cases: command line, and later HTTP and MCP."""
