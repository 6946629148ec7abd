"""Read claims from the words of a parsed message: subject, verb and complements of each clause."""
