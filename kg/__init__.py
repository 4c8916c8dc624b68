"""The knowledge core: the graph, its answers and the service around them."""
