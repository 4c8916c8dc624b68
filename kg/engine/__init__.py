"""A real Neo4j as a process of its own, with nothing to install by hand."""
