"""Run models, in an installed package or on a server over HTTP: they embed, parse, tag and reply."""
