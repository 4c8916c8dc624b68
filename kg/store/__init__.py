"""The only room that speaks to Neo4j."""
