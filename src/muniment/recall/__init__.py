"""Answer questions: what was believed, at a basis, and why it was found."""
