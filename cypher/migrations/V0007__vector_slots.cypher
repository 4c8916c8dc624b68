// A second place for vectors, so that they can be made anew beside the ones that are in use; and which is in use.
CYPHER 25 CREATE CONSTRAINT vector_index_name IF NOT EXISTS FOR (n:VectorIndex) REQUIRE (n.workspace, n.name) IS UNIQUE;
CYPHER 25 CREATE RANGE INDEX vector_index_by_name IF NOT EXISTS FOR (n:VectorIndex) ON (n.name);
CYPHER 25 CREATE VECTOR INDEX passages_b IF NOT EXISTS FOR (n:Passage|Card) ON (n.embedding_b) WITH [n.audience, n.project]
OPTIONS {indexConfig: {`vector.dimensions`: 384, `vector.similarity_function`: 'cosine',
`vector.quantization.enabled`: false, `vector.hnsw.m`: 32, `vector.hnsw.ef_construction`: 200,
`vector.default_search_expansion_factor`: 5.0}};
CYPHER 25 CREATE VECTOR INDEX memory_b IF NOT EXISTS FOR (n:Pointer|Fact) ON (n.embedding_b) WITH [n.audience, n.project]
OPTIONS {indexConfig: {`vector.dimensions`: 384, `vector.similarity_function`: 'cosine',
`vector.quantization.enabled`: false, `vector.hnsw.m`: 32, `vector.hnsw.ef_construction`: 200,
`vector.default_search_expansion_factor`: 5.0}};
