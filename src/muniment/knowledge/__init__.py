"""Turn what was said into what is believed, and what is believed into what is worth knowing."""
