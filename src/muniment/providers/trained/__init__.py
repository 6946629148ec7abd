"""The model of the default embedder: MiniLM, trained further for this project on questions written for it.

`tokenizer.json` is that of sentence-transformers/all-MiniLM-L6-v2 as it was published (Apache-2.0).
"""
