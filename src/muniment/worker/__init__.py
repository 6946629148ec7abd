"""Run what is due in the background, in a process of its own or inside a service."""
