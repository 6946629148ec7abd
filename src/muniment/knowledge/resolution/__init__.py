"""Judge what a claim does to what is believed, and write what came of it."""
