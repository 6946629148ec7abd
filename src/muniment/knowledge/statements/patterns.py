"""Hold the patterns in which clauses state a value: what it is of, the value, perhaps the old one."""

from __future__ import annotations

import re
from typing import Final

from muniment.knowledge.kinds import NUMBER
from muniment.knowledge.wordlists import any_of

ADV: Final = (
    r"(?:(?:now|currently|officially|actually|already|just|finally|still|also|always|usually|normally|then|both|all|really|definitely"
    r"|clearly|simply|hereby|once more|these days|only|meanwhile|in fact|by now|even)\s+)*"
)
_PUT: Final = r"(?:stored|kept|parked|hidden|located|saved|filed|held|set|scheduled|booked|planned|down|due|penned in|pencilled in|fixed|locked|moored|stashed|listed|priced|hosted|housed|based)"
BE: Final = (
    rf"(?:(?:is|are|was now|gets?|stays?) (?:now |currently |still |all )?{_PUT}(?: for| to)?(?= )|is|are|stands? at|sits? at|comes? to|runs? to|amounts? to|remains?"
    r"|(?:has |have )?(?:just )?bec(?:ame|ome)|turn(?:s|ed) out to be|(?:is|has|are|have) (?:going )?to be|will be|will now be|falls? on|goes by|is called|reads?|equals"
    r"|(?:meets?|takes? place|happens?)(?= (?:now |only |at|on|in|every|next|this|from|\d)))"
)

HAS: Final = re.compile(
    r"^(?P<whose>.+?)(?: has| have| had now) (?:now )?(?:an?|the|its|his|her|their|my|our) (?P<what>[\w -]+?) (?:of|on|at|in|from) (?P<value>.+)$",
    re.IGNORECASE,
)
COPULA: Final = re.compile(rf"^(?P<what>.+?)(?: {BE}) {ADV}(?P<value>.+)$", re.IGNORECASE)
COPULA_SHORT: Final = re.compile(
    rf"^(?P<what>(?:my|our|the)? ?[\w -]+?)(?<=\w)['’]s {ADV}(?P<value>(?:on|in|at|under|due|zone|now|\d|[A-Z]\d).*)$",
    re.IGNORECASE,
)
REVERSED: Final = re.compile(
    rf"^(?P<value>.+?)(?: (?:is|are|has become|became|will be|(?:has |have )?agreed to be|was named|has been named|was made)|['’]s) {ADV}(?P<what>(?:my|our|his|her|their|[A-Z]\w+['’]s)\b .+|(?:the|when|where) .+)$",
    re.IGNORECASE,
)
POINTED: Final = re.compile(
    r"\b(?:that['’]s|that is|it['’]s|it is|still|that makes (?:him|her|it|them)|he['’]s|she['’]s|he is|she is|they are|they['’]re|he became|she became|(?:call|calling|made|makes) (?:him|her|it|them)) (?:now |officially |also |still )?(?P<what>(?:my|our|his|her|their|the|[A-Z]\w+['’]s) (?!turn|fault|job|problem|idea|point|plan\b|week|life)[\w' -]+)$",
    re.IGNORECASE,
)
COUNTED: Final = re.compile(
    rf"^.*?(?:['’]ve|\bhave|\bhas|['’]s|\bown|\bowns|\bkeep|\bkeeps|\brun|\bruns|\bteach|\bteaches|\bmanage|\bmanages|\bemploy|\bemploys|\bcoach|\bcoaches|\blook after|\blooks after|\bam|\bare|\bis|['’]m|['’]re|\blead|\bleads|\braise|\bsupervise|\bmentor|\bget|\bfoster|\bhost|\bcare for|\bread|\bholds|\bpay for|\bpays for|\bsubscribe to)"
    rf"(?: (?:got|had|now|currently|only|just|exactly|about|around|a total of|down to|up to|left with|at|already|still|all in all|looking after|managing|teaching|nearly|over|roughly|as many as|some))* (?P<value>{NUMBER}) (?P<what>[^\d].*)$",
    re.IGNORECASE,
)
THERE: Final = re.compile(
    rf"^(?:(?:in|on|at) (?:my|our|the) [\w -]{{2,30}}?,? )?(?:there(?:['’]s| is| are|['’]re)|that(?:['’]s| is)|that makes(?: it)?|which makes(?: it)?|this makes(?: it)?|making(?: it| that)?|(?:that |which )?(?:brings|takes|leaves|puts) (?:it|us|me|him|her|them) (?:to|with|at|up to|down to))(?: (?:now|currently|about|exactly|already))* (?P<value>{NUMBER})(?: (?P<what>[^\d].*))?$",
    re.IGNORECASE,
)
HOW_MANY_DONE: Final = re.compile(
    rf"^(?P<value>{NUMBER}) (?P<what>[a-z][\w -]*?(?: of (?:my|our|the) [\w -]+?)?) (?:are|have been|were|have) (?:now )?(?:done|finished|written|ready|complete|completed|left|planted|sold|in|on|read|paid|booked|signed|installed|confirmed|coming)\b.*$",
    re.IGNORECASE,
)
VALUE_AS: Final = re.compile(
    r"^(?P<value>.+?) as (?P<what>(?:my|our|the|his|her|their|a) .+)$|^(?P<value2>[^\W\d_a-z]\S*(?: [^\W\d_a-z]\S*)*) for (?P<what2>(?:my|our|the|his|her|their) .+)$",
    re.IGNORECASE,
)
CHANGED: Final = any_of(r"""
now, these days, nowadays, today, yesterday, this morning, last (?:week|night|month|\w+day), already, finally, latest, new,
since, starting, meanwhile, at last, in the end, by now, as of, effective, proper now, from (?:now|here) on, going forward,
from (?:next|this|today|tomorrow|\w+day), no longer, no more, any ?more, any longer, used to, instead, rather than, after all,
wrong, correction, mistake, wasn't, weren't, isn't, aren't, scrap that, make it, make that, (?:that|which) makes, makes it,
up (?:to|from), down (?:to|from), over to, another, real, became, become, turn(?:ed|s) out, ended(?: up)?, official(?:ly)?,
final(?:ised|ized)?, switch\w*, chang\w+, mov(?:ed|ing|es to), replac\w+, relocat\w+, promot\w+, resched\w+, repric\w+,
took over, taken(?: over)?, tak(?:es|ing) over, (?:will|['’]ll) take over, take .* back, dethroned, beaten, overtaken, tastes, left, quit, gone, lost, gained,
bought, sold, added, hired, joined, born, adopted, died, retired, upgraded, downgraded, postponed, pushed, shifted, delayed,
raised, lowered, doubled, tripled, halved, upped, increased, decreased, reduced, extended, cut, rose, risen, fell, fallen,
grew, grown, merged, dropped, scrapped, cancell?ed, ditched, closed, called off, let go, gave (?:in|up), given up, picked,
chose, decided, settled on, agreed on, approved, granted, signed, transferred, reassigned, renamed, updated?, revised,
amended, handed (?:over|in), brought forward, put (?:up|back|off|forward|down), went (?:up|down|over), (?:have|has|'ve|'s) put
""")
"""What tells that something is otherwise now."""
