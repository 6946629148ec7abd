"""Ask language models to decide, and check every word of theirs before anything rests on it."""
