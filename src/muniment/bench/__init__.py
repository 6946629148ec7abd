"""Measure what Muniment promises, quality and speed, and show it in a demonstration that proves."""
