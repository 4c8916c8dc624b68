"""Answers: push, pull, and what is known about an entity."""
