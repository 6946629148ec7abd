"""Say what Muniment asks of the models it calls out to."""
