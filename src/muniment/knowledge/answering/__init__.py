"""Answer a question by rules from what was recalled: quote it and say why, abstain, or say what is lacking."""
