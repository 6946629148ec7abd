"""Learn from turns: read them, judge each claim under the lock, and write beliefs and decisions at once."""
