"""Answer what is stored at a basis, without ranking: one memory, a list, a history, a difference."""
