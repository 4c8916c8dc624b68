"""The only room that calls a model over the network."""
