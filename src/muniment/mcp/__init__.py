"""Reach the operations over MCP: each tool runs one of them, and what was stored comes back quoted."""
