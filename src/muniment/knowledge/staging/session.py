"""Hold a session: the messages, what the model was shown, and what it has staged, each item checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from muniment.errors import ModelAnswerUnusable
from muniment.knowledge.extraction.wording import sentence_of
from muniment.knowledge.names.aliases import ALIAS_OF, names
from muniment.knowledge.names.name_forms import OTHER_WORD, apart, words_of_name
from muniment.knowledge.roles.claim_checks import (
    NAME_CHARACTERS_MAX,
    article_before,
    checked_claim,
    quoted_span,
    said_times,
    said_value,
)
from muniment.knowledge.roles.reading import a_score, a_text, perhaps_text
from muniment.knowledge.staging.staged import Stage, Staged
from muniment.knowledge.staging.tools import Stages
from muniment.model.claims import PREDICATES, WITH_OF, Act, Claim, Message
from muniment.model.ids import MemoryId
from muniment.model.memory import Memory, Scope
from muniment.model.names import called, folded
from muniment.ports.language_model import JsonObject

STAGED_MAX: Final = 40
KEY_CHARACTERS_MAX: Final = 100
RATIONALE_CHARACTERS_MAX: Final = 400


@dataclass(slots=True, kw_only=True)
class Session:
    """One session over the messages of a round.

    A model knows beliefs by keys of this session alone: what it was not shown it cannot name.
    Only beliefs of the scope and namespace that the round is written to can be changed.
    """

    messages: Mapping[str, Message]
    scope: Scope
    namespace: str
    shown: dict[str, Memory] = field(default_factory=dict)
    staged: dict[str, Staged] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    summary: str | None = None
    _keys: dict[MemoryId, str] = field(default_factory=dict)

    @property
    def is_finalized(self) -> bool:
        """Whether the model has ended it."""
        return self.summary is not None

    def show(self, memory: Memory) -> str:
        """Return the key that a belief has in this session; what is shown last is how it stands."""
        key = self._keys.setdefault(memory.id, f"m{len(self._keys) + 1}")
        self.shown[key] = memory
        return key

    def memory(self, told: JsonObject, key: str = "memory") -> Memory:
        """Return a belief that the model was shown.

        Raises:
            ModelAnswerUnusable: it was not.
        """
        named = a_text(told, key, KEY_CHARACTERS_MAX)
        if named not in self.shown:
            raise ModelAnswerUnusable(
                f"{key} is {named!r:.80}, which no tool has shown in this session."
            )
        return self.shown[named]

    def stage(self, tool: Stages, told: JsonObject) -> str:
        """Stage one change, or finalize; return what the model is told.

        Raises:
            ModelAnswerUnusable: it is refused, with the reason.
        """
        try:
            if self.is_finalized:
                raise ModelAnswerUnusable("the session is finalized.")
            return _STAGING[tool](self, told)
        except ModelAnswerUnusable as error:
            self.refused.append(f"{tool.value}: {error.message}")
            raise

    def create(self, told: JsonObject) -> str:
        """Stage a new belief."""
        message = self.messages[self._message(told)]
        claim = checked_claim({**told, "act": Act.STATE.value, "replaces": None}, message)
        return self._add(Stage.CREATE, told, claim)

    def relate(self, told: JsonObject) -> str:
        """Stage how somebody stands to somebody."""
        return self.create({**told, "predicate": "relation", "of": told.get("relation")})

    def confirm(self, told: JsonObject) -> str:
        """Stage evidence for a belief."""
        memory = self._changeable(told)
        claim = self._about(told, memory, Act.STATE, value_of(memory))
        return self._add(Stage.CONFIRM, told, claim, memory=memory)

    def update(self, told: JsonObject) -> str:
        """Stage that a belief was wrong."""
        memory = self._changeable(told)
        quote = self._quote(told)
        value = said_value(told, quote)
        if folded(memory.category or "") == ALIAS_OF:
            self._refuse_alias(told, memory.entity or "", value)
        claim = self._about(told, memory, Act.CORRECT, value)
        claim = replace(
            claim,
            sentence=sentence_of(
                claim.subject,
                claim.predicate,
                value,
                Act.STATE,
                claim.of,
                article=article_before(value, quote),
            ),
            replaces=memory.object,
        )
        return self._add(Stage.UPDATE, told, claim, memory=memory)

    def end(self, told: JsonObject) -> str:
        """Stage that a belief is so no more."""
        memory = self._changeable(told)
        claim = self._about(told, memory, Act.END, value_of(memory))
        return self._add(Stage.END, told, claim, memory=memory)

    def merge(self, told: JsonObject) -> str:
        """Stage that two beliefs say the same."""
        memory, other = self._changeable(told), self._changeable(told, "other")
        if _slot(memory) != _slot(other) or memory.id == other.id:
            raise ModelAnswerUnusable(
                "memory and other are two beliefs of one entity and category."
            )
        claim = self._about(told, memory, Act.STATE, value_of(memory))
        return self._add(Stage.MERGE, told, claim, memory=memory, other=other)

    def contradict(self, told: JsonObject) -> str:
        """Stage that a staged belief contradicts one that is believed."""
        staged, memory = self._of_session(told), self._changeable(told)
        if staged.stage is not Stage.CREATE:
            raise ModelAnswerUnusable(f"{staged.key} is no stage_create: only that can contradict.")
        if staged.claim.slot != _slot(memory):
            raise ModelAnswerUnusable("the two are not about the same entity and category.")
        why = a_text(told, "rationale", RATIONALE_CHARACTERS_MAX)
        self.staged[staged.key] = replace(staged, against=memory, rationale=why)
        return f"{staged.key} will be stored as contested, for a person to settle."

    def name(self, told: JsonObject) -> str:
        """Stage that a name is another name; both stand in the quotation that proves it."""
        name, same_as = (a_text(told, key, NAME_CHARACTERS_MAX) for key in ("name", "same_as"))
        return self._alias(told, name, same_as)

    def link(self, told: JsonObject) -> str:
        """Stage that the subject of a staged change is the entity of a belief, under another name."""
        staged, memory = self._of_session(told), self._changeable(told)
        return self._alias(told, staged.claim.subject, memory.entity or "")

    def finalize(self, told: JsonObject) -> str:
        """End the session."""
        self.summary = perhaps_text(told, "summary", 2_000) or ""
        return f"finalized with {len(self.staged)} changes."

    def _alias(self, told: JsonObject, name: str, same_as: str) -> str:
        self._refuse_alias(told, name, same_as)
        claim = Claim(
            subject=name,
            predicate=ALIAS_OF,
            object=same_as,
            act=Act.STATE,
            sentence=f"{name} is another name of {same_as}",
            span=quoted_span(told, self.messages[self._message(told)]),
            confidence=a_score(told, "confidence"),
        )
        return self._add(Stage.CREATE, told, claim)

    def _refuse_alias(self, told: JsonObject, name: str, same_as: str) -> None:
        """Refuse two names that the quotation does not have, or that cannot be one's.

        Another last name is none that cannot be: people marry.
        """
        quote, message = self._quote(told), self.messages[self._message(told)]
        for each in (name, same_as):
            if not names(quote, each) and folded(each) not in called(message.speaker):
                raise ModelAnswerUnusable(f"the quotation does not say {each!r:.80}.")
        if folded(name) == folded(same_as):
            raise ModelAnswerUnusable("a name is no other name of itself.")
        against = apart(words_of_name(name), words_of_name(same_as))
        if against not in {None, OTHER_WORD}:
            raise ModelAnswerUnusable(f"{name!r:.80} is not {same_as!r:.80}: {against}.")

    def _about(self, told: JsonObject, memory: Memory, act: Act, value: str) -> Claim:
        """Return what a message claims of a belief: the belief's own words, and the message's times."""
        message = self.messages[self._message(told)]
        predicate, of = _predicate_of(memory.category or "")
        valid_from, valid_until, time_words = said_times(told, message, act, predicate)
        return Claim(
            subject=memory.entity or "",
            predicate=predicate,
            object=value,
            act=act,
            sentence=memory.content,
            span=quoted_span(told, message),
            of=of,
            valid_from=valid_from,
            valid_until=valid_until,
            time_words=time_words,
            confidence=a_score(told, "confidence"),
        )

    def _add(
        self,
        stage: Stage,
        told: JsonObject,
        claim: Claim,
        *,
        memory: Memory | None = None,
        other: Memory | None = None,
    ) -> str:
        key = f"s{len(self.staged) + 1}"
        made = Staged(
            key=key,
            stage=stage,
            message=self._message(told),
            claim=claim,
            memory=memory,
            other=other,
        )
        self._refuse_again(made)
        self.staged[key] = made
        return f"staged as {key}: {stage.value} {claim.sentence}"

    def _refuse_again(self, made: Staged) -> None:
        if len(self.staged) >= STAGED_MAX:
            raise ModelAnswerUnusable(f"{STAGED_MAX} changes are staged; that is the most.")
        touched = {each.id for each in (made.memory, made.other) if each is not None}
        for before in self.staged.values():
            if before.what == made.what:
                raise ModelAnswerUnusable(f"{before.key} says that already.")
            both = {each.id for each in (before.memory, before.other) if each is not None}
            if touched & both:
                raise ModelAnswerUnusable(f"{before.key} changes that belief already.")

    def _changeable(self, told: JsonObject, key: str = "memory") -> Memory:
        memory = self.memory(told, key)
        if memory.scope is not self.scope or memory.namespace != self.namespace:
            raise ModelAnswerUnusable(
                f"{key} is of the scope {memory.scope.value} in {memory.namespace!r}; this round "
                f"changes the scope {self.scope.value} in {self.namespace!r} alone."
            )
        if memory.entity is None or memory.category is None:
            raise ModelAnswerUnusable(f"{key} is about no entity and category: leave it as it is.")
        return memory

    def _of_session(self, told: JsonObject) -> Staged:
        key = a_text(told, "staged", KEY_CHARACTERS_MAX)
        if key not in self.staged:
            raise ModelAnswerUnusable(f"staged is {key!r:.80}, which is not staged.")
        return self.staged[key]

    def _message(self, told: JsonObject) -> str:
        key = a_text(told, "message", KEY_CHARACTERS_MAX)
        if key not in self.messages:
            raise ModelAnswerUnusable(
                f"message is {key!r:.80}; it must be one of {', '.join(self.messages)}."
            )
        return key

    def _quote(self, told: JsonObject) -> str:
        message = self.messages[self._message(told)]
        return message.text[slice(*quoted_span(told, message))]


def _slot(memory: Memory) -> tuple[str, str]:
    return folded(memory.entity or ""), folded(memory.category or "")


def value_of(memory: Memory) -> str:
    """Return what a belief says of its entity."""
    return memory.object if memory.object is not None else memory.content


def _predicate_of(category: str) -> tuple[str, str | None]:
    """Return a predicate, and what it is of, whose claims have a category."""
    key = folded(category)
    return (key, None) if key in PREDICATES - WITH_OF else ("attribute", key)


_STAGING: Final[Mapping[Stages, Callable[[Session, JsonObject], str]]] = {
    Stages.CREATE: Session.create,
    Stages.CONFIRM: Session.confirm,
    Stages.UPDATE: Session.update,
    Stages.END: Session.end,
    Stages.MERGE: Session.merge,
    Stages.CONTRADICTION: Session.contradict,
    Stages.ENTITY: Session.name,
    Stages.RELATION: Session.relate,
    Stages.LINK: Session.link,
    Stages.FINALIZE: Session.finalize,
}
