"""Work beside a coding agent: what it is told when it starts, what is kept of what it did, how it is set up."""
