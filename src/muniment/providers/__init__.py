"""Embed texts with a model in an installed package, or with a server over HTTP."""
