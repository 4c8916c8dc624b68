// Two meaning-level indexes, never joined, each with a full-text twin over words made by kg.model.lucene.
CYPHER 25 CREATE VECTOR INDEX passages IF NOT EXISTS FOR (n:Passage|Card) ON (n.embedding) WITH [n.audience, n.project]
OPTIONS {indexConfig: {`vector.dimensions`: 384, `vector.similarity_function`: 'cosine',
`vector.quantization.enabled`: false, `vector.hnsw.m`: 32, `vector.hnsw.ef_construction`: 200,
`vector.default_search_expansion_factor`: 5.0}};
CYPHER 25 CREATE VECTOR INDEX memory IF NOT EXISTS FOR (n:Pointer|Fact) ON (n.embedding) WITH [n.audience, n.project]
OPTIONS {indexConfig: {`vector.dimensions`: 384, `vector.similarity_function`: 'cosine',
`vector.quantization.enabled`: false, `vector.hnsw.m`: 32, `vector.hnsw.ef_construction`: 200,
`vector.default_search_expansion_factor`: 5.0}};
CYPHER 25 CREATE FULLTEXT INDEX passages_text IF NOT EXISTS FOR (n:Passage|Card)
ON EACH [n.terms, n.context_terms, n.audience, n.project_token]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}};
CYPHER 25 CREATE FULLTEXT INDEX memory_text IF NOT EXISTS FOR (n:Pointer|Fact)
ON EACH [n.terms, n.context_terms, n.audience, n.project_token]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}};
