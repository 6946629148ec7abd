"""Hold the small words that give clauses their shape."""

from __future__ import annotations

from typing import Final

from muniment.knowledge.wordlists import words

SENTENCE_ENDS: Final = words(". ! ? ...") | {"\n"}
MARKS: Final = frozenset({",", ";", ":", "-", "(", ")", '"', "[", "]", "/"})
CONJUNCTIONS: Final = words(
    "and but so because although though while whereas which who plus then or yet cause except"
)
"""Words that may begin another clause; if what follows is none, they only join words."""
SUPPOSING: Final = words(
    "if unless suppose supposing imagine imagining pretend assuming whether wish wished hypothetically picture lest"
)
UNSURE: Final = words(
    "maybe perhaps might could would should 'd probably possibly may hopefully hope hoping presumably supposedly"
    " allegedly apparently ought considering wonder wondering tempted doubt unlikely"
)
"""What makes a clause a guess, a wish or an idea."""
WHEN: Final = words("when whenever after before once until till while as where than")
BEFORE_A_CLAUSE: Final = (WHEN - {"while"}) | words("since if unless that whether why how")
"""Words that begin a clause where a subject follows; else they are prepositions."""

SPEAKER: Final = words("i we")
ANAPHORS: Final = words("he she they it its")
NOBODY: Final = words(
    "you this that these those there what who which everyone everybody someone somebody anyone anybody nobody"
    " nothing something anything everything here one ones people y'all"
)
PRONOUNS: Final = SPEAKER | ANAPHORS
NAMELESS: Final = ANAPHORS | NOBODY
MINE: Final = words("my our")
THEIRS: Final = words("his her their its")
ARTICLES: Final = words("a an the")
OPENING: Final = ARTICLES | MINE
DETERMINERS: Final = (
    ARTICLES
    | MINE
    | THEIRS
    | words("your this that these those some any no every each another both all one's")
)
PREPOSITIONS: Final = words(
    "in at on for with from to into as by near outside of over under about against through than off out around"
    " between behind beside inside during without within towards toward past via onto like per across up after before"
    " since until till below above beyond despite except instead upon along down opposite next"
)
BE: Final = words("am is are was were be been being")
AUXILIARIES: Final = BE | words(
    "have has had do does did will shall can could would should might may must 'd"
)
UNREAL: Final = words("would could should might may must shall ought")
NO_LONGER: Final = words("anymore more longer")
"""What says after a no that something was so until now."""
WH: Final = words("what why how who whom whose where when which")
ADVERBS: Final = words("""
really just now currently also still actually recently finally only always usually mostly officially already even
definitely certainly totally absolutely honestly truly mainly primarily generally normally often sometimes frequently
regularly occasionally both all kinda sorta quite rather very so too pretty fully completely simply originally newly
soon again eventually lately technically presently permanently temporarily happily proudly sadly secretly personally
obviously clearly literally basically practically apparently unfortunately thankfully luckily gladly deeply strongly
strictly exclusively nearly almost about roughly approximately exactly then there here ever bloody fucking freaking
damn kind sort particularly especially mildly severely slightly badly once straight no-longer professionally seriously
fluently indeed sure initially previously formerly essentially probably proper properly nowadays
""")
NEGATIONS: Final = words("not never neither hardly barely n't nor")
FILLERS: Final = words("""
well so oh ah hey hi hello yes yeah yep yup no nope nah ok okay right hmm hm um uh er btw fyi anyway also and but then
now look listen honestly actually sorry please thanks oops wow lol haha hahaha ha still plus though however meanwhile
besides basically frankly luckily sadly unfortunately apparently currently nowadays today these days mostly usually
correction anyhow alas man dude bro guys folks sure speaking tbh imo imho ngl omg personally recently finally lately
wait nevermind clearly obviously indeed technically ugh meh yay sometimes occasionally normally generally originally
officially already just
""")
"""What may stand before the subject of a clause and says nothing of it."""
TAILS: Final = words(
    "too though now anymore currently lately anyway btw lol haha again nowadays either already instead yet actually please"
    " tho honestly however still together alone obviously unfortunately sadly thankfully hahaha basically really"
    " permanently full-time meanwhile officially apparently recently mostly mainly soon ok okay right ha today then afterwards"
    " tbh imo imho ngl fr obvs asap fyi sometimes myself ourselves there here also dearly whatsoever much quite fine well fluently"
)
"""What may stand after the value and is no part of it."""
STOPS: Final = (CONJUNCTIONS - {"then"}) | words("""
whom whose where when if unless since until till not rather instead however that than twice thrice no what how
""")
"""What ends a value where the clause goes on."""

SAYING: Final = words(
    "confirm say claim tell reckon insist swear think believe write text ask suggest argue mention announce guess joke assume"
    " hear suspect feel mean find know deny admit promise warn email remind fear complain doubt imagine pretend explain declare"
)
"""Verbs whose complement is somebody's words or thought."""
JOKING_CLAUSE: Final = words("technically basically practically virtually literally")
"""What makes the clause that it stands in a manner of speaking."""
