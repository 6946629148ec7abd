"""Hold the table of frames: which reader makes something of a person's clause, by its verb."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from muniment.knowledge.extraction.lexicon import ABILITIES, LEISURE
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.parsed import (
    being,
    having,
    health,
    living,
    naming,
    pastimes,
    tastes,
    working,
)
from muniment.knowledge.parsed.drafting import Statement

Frame = Callable[[Statement], Iterator[Draft]]


def _table(*rows: tuple[Frame, str]) -> dict[str, tuple[Frame, ...]]:
    table: dict[str, tuple[Frame, ...]] = {}
    for frame, verbs in rows:
        for verb in verbs.split(","):
            table[verb.strip()] = (*table.get(verb.strip(), ()), frame)
    return table


FRAMES: Final = _table(
    (living.lives, "live, reside, dwell, base, settle"),
    (living.moves, "move, relocate, move in, move out, move back, move over, emigrate, settle, settle down, resettle"),
    (living.comes, "come, come over, hail, grow up, grow, bear, raise, originate"),
    (living.leaves, "leave"),
    (working.works, "drive, write, deliver, consult, work, freelance, intern, employ"),
    (working.takes_post, "join, start, start off, begin, get, land, take, accept, hire, sign on"),
    (working.becomes, "become, promote, appoint, elect, make, name"),
    (working.runs, "run, manage, lead, head, teach, lecture, supervise, direct, head up"),
    (working.gives_up_post, "make, quit, resign, retire, lay off, fire, sack, lose, leave, hand in, step down"),
    (working.takes_over, "take over"),
    (working.switches, "switch, change, retrain, transfer, go over"),
    (working.learns, "study, learn, major, train, enroll, enrol"),
    (working.takes_degree, "do, take, start, pursue, finish, get, complete, earn"),
    (working.practises, ("do, clean, groom, sell, repair, fix, build, design, translate, edit, write, grow, breed, coach, bake, import, "
     "export, install, test, develop, weave, brew, carve, sew, make, tutor, cut, milk, farm, drive, ship, proofread, restore, "
     "photograph, cater, deliver, sort, stack, pick")),
    (having.keeps, "run, keep, own, farm, raise, employ, teach, manage, breed"),
    (having.has, "have, get"),
    (having.gets, "buy, get, adopt, inherit, purchase, acquire"),
    (having.drives, "drive, ride, own, rent, lease"),
    (having.loses, "sell, give away, scrap, donate, rid, trade in, ditch"),
    (having.cancels, "cancel, drop, give up"),
    (having.swaps, "swap, trade, trade in, replace, exchange"),
    (having.pays, "pay, earn, make, weigh, cost"),
    (tastes.likes, "love, like, enjoy, adore, prefer, hate, dislike, loathe, detest, despise"),
    (tastes.bears, "stand, bear, stomach, abide"),
    (tastes.supports, "support"),
    (tastes.eats, "eat, drink, touch"),
    (tastes.thinks, "think, believe, find, reckon, consider"),
    (pastimes.plays, "play"),
    (pastimes.takes_up, "take up, give up, quit, drop"),
    (pastimes.goes_for, "go"),
    (pastimes.collects, "collect, volunteer, keep"),
    (pastimes.does_again, ", ".join(sorted(LEISURE - {"play", "collect", "volunteer", "act"}))),
    (pastimes.speaks, "speak, read, write, understand, know"),
    (pastimes.can, ", ".join(sorted(ABILITIES))),
    (health.suffers, "diagnose, suffer, come down, live, struggle"),
    (health.is_hurt, "break, sprain, tear, fracture, twist, dislocate, injure, pull, hurt, strain, rupture, burn"),
    (health.takes_medicine, "take, use, inject"),
    (health.walks, "walk"),
    (health.enters_state, "get, become, go, turn, engage, separate, widow, marry, divorce"),
    (health.marries, "marry, divorce"),
    (health.parts, "break up, split up, split"),
    (health.dies, "die, pass away, pass"),
    (health.turns, "turn"),
    (naming.is_called, "call, name"),
    (naming.goes_by, "go"),
    (naming.attends, "go, attend"),
    (being.is_so, "be"),
)  # fmt: skip
"""The readers of each verb, tried in turn until one yields something."""
