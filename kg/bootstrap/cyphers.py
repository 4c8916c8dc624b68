"""Cypher that people and programs bring along, through the gate; and the cookbook."""
