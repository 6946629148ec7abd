"""List what Muniment can do: one typed request and result for each operation, behind every surface."""
