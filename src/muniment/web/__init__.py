"""Show people what is believed, since when and why, in pages that can only read."""
