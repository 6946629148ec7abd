"""Read plain statements, and bind those that leave something out to what is believed."""
