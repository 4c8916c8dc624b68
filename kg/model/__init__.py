"""Frozen values and the pure rules over them."""
