"""Open a home in a process of its own, use it once, and print what that took, as JSON."""

from __future__ import annotations

import json
import resource
import sys
from time import perf_counter

import muniment

_KIBIBYTE = 1 if sys.platform == "darwin" else 1024  # the unit of ru_maxrss


def main(home: str) -> None:
    """Print the seconds to open the home, library loaded, and the peak of memory in MB."""
    began = perf_counter()
    with muniment.AgentMemory(home=home) as memory:
        opened_s = perf_counter() - began
        memory.add("Nora keeps bees on the roof", entity="Nora", category="hobby")
        memory.recall("What does Nora keep?")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KIBIBYTE / 1e6
    print(json.dumps({"opened_s": opened_s, "peak_mb": peak}))


if __name__ == "__main__":
    main(sys.argv[1])
