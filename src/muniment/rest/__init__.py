"""Reach the operations over HTTP: translate a request, run one operation, translate its answer."""
