"""Turn what was said into what is believed: claims read from messages, and the times they speak of."""
