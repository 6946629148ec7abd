"""Compile pages by rules: grouped and quoted, each sentence with its citations."""
