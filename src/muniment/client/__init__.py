"""Reach a service of Muniment over HTTP: send, try again where that is safe, and read what it says."""
