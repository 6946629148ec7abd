"""The model of the default embedder: MiniLM, trained further for this project on questions written for it."""
