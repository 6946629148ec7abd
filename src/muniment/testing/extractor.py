"""Extract what a script says, so that a test decides what a message claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from muniment.model.claims import Act, Claim, Message
from muniment.ports.extractor import Extraction


class ScriptedExtractor:
    """Answer each text with the claims that the script has for it, and other texts with none."""

    def __init__(
        self, script: Mapping[str, Sequence[Claim]], *, by: str = "script", quick: bool = True
    ) -> None:
        self._script = script
        self._by = by
        self._quick = quick
        self.heard: list[Message] = []
        """Every message that was read, in order."""

    @property
    def by(self) -> str:
        """Tell who reads."""
        return self._by

    @property
    def is_quick(self) -> bool:
        """Tell what the test says."""
        return self._quick

    async def extract(self, message: Message) -> Extraction:
        """Return what the script has for a message's text."""
        self.heard.append(message)
        return Extraction(claims=tuple(self._script.get(message.text, ())), by=self._by)


def claim_of(subject: str, predicate: str, object_: str, **others: object) -> Claim:
    """Return a claim about the first letter of a message; `others` are fields of a claim."""
    act = Act(str(others.pop("act", Act.STATE)))
    said = {
        Act.STATE: f"{subject} {predicate} {object_}.",
        Act.CORRECT: f"{subject} {predicate} {object_}.",
        Act.END: f"{subject} {predicate} {object_} no more.",
        Act.DENY: f"{subject} does not {predicate} {object_}.",
    }[act]
    given: dict[str, object] = {"sentence": said, "span": (0, 1), **others}
    return Claim(subject=subject, predicate=predicate, object=object_, act=act, **given)  # type: ignore[arg-type]  # a test names fields of a claim
