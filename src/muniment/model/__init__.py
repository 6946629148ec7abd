"""Name the frozen values that every room shares."""
