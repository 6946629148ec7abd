"""Run a session: the model calls tools until it finalizes or its budget ends; refusals go back to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Protocol

from muniment.errors import ModelAnswerUnusable
from muniment.knowledge.prompts import prompt
from muniment.knowledge.roles.asking import NO_ANSWER, degraded, read_object
from muniment.knowledge.staging.session import Session
from muniment.knowledge.staging.staged import Adjudicated
from muniment.knowledge.staging.tools import TOOLS, Reads, Stages
from muniment.model.claims import Message
from muniment.model.plain import Plain
from muniment.model.quoting import quoted
from muniment.model.tokens import tokens_estimated
from muniment.ports.language_model import (
    Ask,
    JsonObject,
    LanguageModel,
    Part,
    Reply,
    Said,
    Stop,
    ToolCall,
    ToolResult,
)

STEPS_MAX: Final = 24
CALLS_MAX: Final = 16
"""How many calls of one reply are answered; the others are refused."""
TOKENS_MAX: Final = 200_000
"""How many tokens one session may spend, both ways; by length, where a server counts less."""
GO_ON: Final = "Call a tool: stage what is left, or finalize."


class Look(Protocol):
    """What answers the tools that look."""

    async def look(self, tool: Reads, told: JsonObject, session: Session) -> str:
        """Return what a tool finds.

        Raises:
            ModelAnswerUnusable: the arguments are no good.
        """
        ...


async def adjudicate(model: LanguageModel, session: Session, looking: Look) -> Adjudicated:
    """Return what a model staged about the messages of a session; nothing is written.

    A session that is not finalized in 24 replies and 200,000 tokens has staged nothing.
    """
    parts: list[Part] = [Said(text=quoted(_round(session.messages)))]
    steps = tokens = 0
    try:
        while steps < STEPS_MAX and tokens < TOKENS_MAX and not session.is_finalized:
            ask = Ask(instructions=prompt("adjudicate"), parts=tuple(parts), tools=TOOLS)
            reply = await model.reply(ask)
            steps += 1
            whole = replace(ask, parts=(*parts, reply))
            tokens += max(reply.tokens_in + reply.tokens_out, tokens_estimated(whole.characters))
            if reply.stop in {Stop.LENGTH, Stop.REFUSED}:
                raise ModelAnswerUnusable(f"the session ended with {reply.stop.value}.")
            parts.append(reply)
            parts += await _results(reply, session, looking)
        if not session.is_finalized:
            raise ModelAnswerUnusable(f"the session was not finalized in {steps} replies.")
    except NO_ANSWER as error:
        lacking = degraded("adjudicator", model, error)
        return Adjudicated(refused=tuple(session.refused), steps=steps, degraded=lacking)
    return Adjudicated(
        staged=tuple(session.staged.values()),
        refused=tuple(session.refused),
        summary=session.summary or "",
        is_finalized=True,
        steps=steps,
    )


async def _results(reply: Reply, session: Session, looking: Look) -> list[Part]:
    if not reply.calls:
        return [Said(text=GO_ON)]
    results: list[Part] = []
    for place, call in enumerate(reply.calls):
        try:
            if place >= CALLS_MAX:
                raise ModelAnswerUnusable(f"{CALLS_MAX} calls in one reply are the most.")
            results.append(ToolResult(call_id=call.id, text=await _called(call, session, looking)))
        except ModelAnswerUnusable as error:
            text = f"refused: {error.message}"
            results.append(ToolResult(call_id=call.id, text=text, is_refusal=True))
    return results


async def _called(call: ToolCall, session: Session, looking: Look) -> str:
    told = read_object(call.arguments)
    if told is None:
        raise ModelAnswerUnusable("the arguments are not a JSON object.")
    if call.name in set(Reads):
        return await looking.look(Reads(call.name), told, session)
    if call.name in set(Stages):
        return session.stage(Stages(call.name), told)
    known = ", ".join(tool.name for tool in TOOLS)
    raise ModelAnswerUnusable(f"there is no tool {call.name!r:.80}; there are {known}.")


def _round(messages: Mapping[str, Message]) -> Mapping[str, Plain]:
    return {
        "messages": [
            {
                "key": key,
                "speaker": message.speaker,
                "role": message.role.value,
                "said_at": message.occurred_at.isoformat(),
                "text": message.text,
            }
            for key, message in messages.items()
        ]
    }
