"""Hold the patterns in which clauses state a value: what it is of, the value, perhaps the old one."""

from __future__ import annotations

import re
from typing import Final

from muniment.knowledge.statements.kinds import CLOCK, DATE, DAY, MEASURE, MONEY, NUMBER

ADV: Final = (
    r"(?:(?:now|currently|officially|actually|already|just|finally|still|also|always|usually|normally|then|both|all|really|definitely"
    r"|clearly|simply|hereby|once more|these days|only|meanwhile|in fact|by now|even)\s+)*"
)
_PUT: Final = r"(?:stored|kept|parked|hidden|located|saved|filed|held|set|scheduled|booked|planned|down|due|penned in|pencilled in|fixed|locked|moored|stashed|listed|priced|hosted|housed)"
BE: Final = (
    rf"(?:(?:is|are|was now|gets?|stays?) (?:now |currently |still |all )?{_PUT}(?: for| to)?(?= )|is|are|stands? at|sits? at|comes? to|runs? to|amounts? to|remains?"
    r"|(?:has |have )?(?:just )?bec(?:ame|ome)|turn(?:s|ed) out to be|(?:is|has|are|have) (?:going )?to be|will be|will now be|falls? on|goes by|is called|reads?|equals"
    r"|(?:starts?|begins?|meets?|launches|takes place|take place|happens?|kicks off|runs|opens|comes|goes live|departs?|leaves?|lands?|arrives?|closes?|ends?|expires?)(?= (?:now |only |at|on|in|every|next|this|from|\d)))"
)
SHIFT: Final = (
    r"(?:moved|pushed|shifted|rescheduled|changed|switched|bumped|brought|postponed|delayed|put|raised|lowered|cut|increased|reduced|upped|upgraded"
    r"|raise|lower|cut|stretch|stretched|push|move|increase|reduce|reschedule|change|switch|postpone|bump|extend|downgraded|extended|shortened|transferred|relocated|converted|gone|went|jumped|dropped|climbed|rose|risen|fell|fallen|grew|grown|shrunk|shrank|came|come"
    r"|crept|slipped|turned|renamed|promoted|bounced|reassigned|swapped|adjusted|migrated|sent|taken|slid|hiked|nudged|dialled|tapered|defected|pivoted|repriced"
    r"|rebooked|graduated|reclassified|amended|corrected|updated|revised|negotiated|bargained|haggled|trimmed|doubled|halved|relegated|demoted|handed|passed|signed)"
)
WAY: Final = r"(?:(?:back|forward|up|down|out|over|again|around|all the way|along|ahead|on|right|straight|across|forwards|backwards|off)\s+)*"
_FROM: Final = r"(?:from (?P<old>.+?) )?"
WHO: Final = r"(?:i|we|they|he|she|you|someone|somebody|[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?|(?:my|our|the|his|her|their) [\w'’ -]+?)"
_HAVE: Final = r"(?:['’]ve|['’]s|['’]m|['’]d|['’]re)?"

MOVED: Final = re.compile(
    rf"^(?P<what>.+?) (?:(?:was|were|got|gets|been|has|have|had|is|are|['’]s|being|just|now|also|finally|then)\s+)*{SHIFT} {WAY}{_FROM}(?:to|until|till|into|at) (?P<value>.+)$",
    re.IGNORECASE,
)
MOVES: Final = re.compile(
    rf"^(?:(?P<who>{WHO}){_HAVE} )?(?:(?:have|has|had|just|finally|now|also|then|am|are|is|been|all|both|did|got|went|gone and|officially|recently|eventually|having to|to) )*"
    rf"{SHIFT} (?P<what>(?!to |from |back |up |down |out |over |into |it |them |that |this ).+? )?(?:it |them |that |this )?{WAY}{_FROM}(?:to|until|till|into|at) (?P<value>.+)$",
    re.IGNORECASE,
)
REPLACED: Final = re.compile(
    r"\b(?:replaced|swapped|traded|exchanged|ditched|dropped|left|dumped|trade|swap|sold|gave up|returned|binned|retired|switched|replacing|swapping|trading) (?P<old>.+?) ?(?:in |out )?\b(?:with|by|for|in favou?r of) (?P<value>.+)$",
    re.IGNORECASE,
)
TAKEN_OVER: Final = re.compile(
    r"^(?P<value>.+?) (?:(?:has|have|is|['’]s|just|now|will be|['’]ve|officially) )*(?:(?:took over|taken over|taking over|takes over|stepped in|stepped up|takes over)(?: from (?P<old>.+?))?(?:(?: for| as| the role of) (?P<what>.+))?|(?:replaced|replaces|replacing|succeeded|succeeds|took over from)(?: (?P<old2>.+?))?(?: as (?P<what2>.+))?)$",
    re.IGNORECASE,
)
AS: Final = re.compile(
    r"^(?P<value>(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?(?!I\b|We\b|He\b|She\b|They\b|It\b|The\b|My\b|Our\b)[^\W\d_a-z][\w'’-]*(?: [^\W\d_a-z][\w'’-]*)*)(?:['’]s| is| has| will| was| have)? .*?\bas (?P<what>(?:my|our|the|his|her|their|a|an|\w+['’]s) .+|lead .+|head .+)$",
)
HAS_AS: Final = re.compile(
    r"^(?P<whose>.+?)(?:['’]s got|['’]ve got| has got| have got| have| has| got| uses?| chose| chosen| hired| picked) (?P<value>.+?) (?:as|for) (?P<what>(?:my|our|the|his|her|their|a|an|its) .+)$",
    re.IGNORECASE,
)
HAS: Final = re.compile(
    r"^(?P<whose>.+?)(?: has| have| had now) (?:now )?(?:an?|the|its|his|her|their|my|our) (?P<what>[\w -]+?) (?:of|on|at|in|from) (?P<value>.+)$",
    re.IGNORECASE,
)
IT_IS: Final = re.compile(
    rf"^(?:it|that|this|they|those|these|mine|ours|(?:the|my|our) (?:new|latest|current|updated|revised) (?:one|ones|figure|number|price|value|date|time))(?:['’]s|['’]re| is| are| will be| will now be|['’]ll be| has to be| became| has become| makes| comes to| goes| starts| runs| stands at|['’]d be) {ADV}(?P<value>.+)$",
    re.IGNORECASE,
)
MAKE_IT: Final = re.compile(
    r"^(?:(?:please |rather |let['’]s |we |they |i |better |so )*(?:make|call|say|made|makes)) (?:it|that|them|us|me)(?: a)? (?P<value>.+)$",
    re.IGNORECASE,
)
BARE: Final = re.compile(
    rf"^(?:now |only |just |about |already |and |it['’]s )*(?P<value>{MONEY}|{MEASURE}|(?:on |at |every )?(?:{DAY}|{DATE}|{CLOCK})(?:,? (?:at |the |on )*(?:{DAY}|{DATE}|{CLOCK}))*)(?: now| instead| these days| already| from now on)?$",
    re.IGNORECASE,
)
DID: Final = re.compile(
    r"^(?:i|we|they|he|she)(?:['’]ve|['’]s| have| has)? (?:(?:just|finally|now|already|officially) )*(?P<value>sold|fixed|repaired|finished|completed|cancelled|canceled|shipped|delivered|signed|submitted|paid|closed|launched|deployed|merged|approved|rejected|rented|renovated|restarted|resumed|paused|archived) (?P<what>(?:the|my|our) .+)$",
    re.IGNORECASE,
)
INSTEAD_OF: Final = re.compile(
    r"\b(?:got|bought|have|picked up|hired|chose|found) (?P<value>.+?) to replace (?P<old>.+)$",
    re.IGNORECASE,
)
COPULA: Final = re.compile(rf"^(?P<what>.+?)(?P<be> {BE}) {ADV}(?P<value>.+)$", re.IGNORECASE)
COPULA_SHORT: Final = re.compile(
    rf"^(?P<what>(?:my|our|the)? ?[\w -]+?)(?<=\w)['’]s {ADV}(?P<value>(?:on|in|at|under|due|zone|now|\d|[A-Z]\d).*)$",
    re.IGNORECASE,
)
REVERSED: Final = re.compile(
    rf"^(?P<value>.+?)(?: (?:is|are|has become|became|will be|was named|has been named|was made)|['’]s) {ADV}(?P<what>(?:my|our|his|her|their|[A-Z]\w+['’]s)\b .+|(?:the|when|where) .+)$",
    re.IGNORECASE,
)
ELIDED: Final = re.compile(
    rf"^(?:is|are|has become|became|is now|was named) {ADV}(?P<what>(?:my|our|his|her|their|the|[A-Z]\w+['’]s)\b .+)$",
    re.IGNORECASE,
)
POINTED: Final = re.compile(
    r"\b(?:that['’]s|that is|that makes (?:him|her|it|them)|he['’]s|she['’]s|he is|she is|they are|they['’]re|he became|she became|(?:call|calling|made|makes) (?:him|her|it|them)) (?:now |officially |also )?(?P<what>(?:my|our|his|her|their|the|[A-Z]\w+['’]s) (?!turn|fault|job|problem|idea|point|plan\b|week|life)[\w' -]+)$",
    re.IGNORECASE,
)
COUNTED: Final = re.compile(
    rf"^(?P<who>.*?)(?:['’]ve|\bhave|\bhas|['’]s|\bown|\bowns|\bkeep|\bkeeps|\brun|\bruns|\bteach|\bteaches|\bmanage|\bmanages|\bemploy|\bemploys|\bcoach|\bcoaches|\blook after|\blooks after|\bam|\bare|\bis|['’]m|['’]re|\blead|\bleads|\braise|\bsupervise|\bmentor|\bget|\bfoster|\bhost|\bcare for|\bread|\bholds)"
    rf"(?: (?:got|had|now|currently|only|just|exactly|about|around|a total of|down to|up to|left with|at|already|still|all in all|looking after|managing|teaching|nearly|over|roughly|as many as|some))* (?P<value>{NUMBER}) (?P<what>[^\d].*)$",
    re.IGNORECASE,
)
THERE: Final = re.compile(
    rf"^(?:there(?:['’]s| is| are|['’]re)|that(?:['’]s| is)|that makes(?: it)?|which makes(?: it)?|this makes(?: it)?|making(?: it| that)?|(?:that |which )?(?:brings|takes|leaves|puts) (?:it|us|me|him|her|them) (?:to|with|at|up to|down to))(?: (?:now|currently|about|exactly|already))* (?P<value>{NUMBER})(?: (?P<what>[^\d].*))?$",
    re.IGNORECASE,
)
HOW_MANY_DONE: Final = re.compile(
    rf"^(?P<value>{NUMBER}) (?P<what>[a-z][\w -]*?(?: of (?:my|our|the) [\w -]+?)?) (?:are|have been|were|have) (?:now )?(?:done|finished|written|ready|complete|completed|left|planted|sold|in|on|read|paid|booked|signed|installed|confirmed|coming)\b.*$",
    re.IGNORECASE,
)
DOWN: Final = re.compile(
    r"^(?:.*?\b(?:i|we|it|that|this|he|she|they|which))?(?:['’]m|['’]re|['’]s|['’]ve| am| are| is| has| have| was)? ?(?:now |just )?(?:gone |went |come |came |grown |got |jumped |dropped )?(?:back |all the way )?(?:(?:down|up) )?(?:from (?P<old>.+?) )(?:down |up )?to (?P<value>.+)$|^(?:.*?\b(?:i|we|it|that|this|he|she|they))?(?:['’]m|['’]re|['’]s|['’]ve| am| are| is) (?:now )?(?:back )?(?:down|up) (?:to|at) (?P<value2>.+)$",
    re.IGNORECASE,
)
THATS_WHEN: Final = re.compile(
    r"^(?:that|this|it)(?:['’]s| is) (?:now )?(?:when|where|what|how much|who) (?P<what>.+?) (?:is|are|will be|takes? place|happens?|meets?|starts?|lives?|costs?|runs?)\b.*$",
    re.IGNORECASE,
)
STORED: Final = re.compile(
    rf"^(?:(?:i|we|he|she|they){_HAVE} )?(?:(?:have|has|now|just|finally|am|are|is|been|also) )*(?P<verb>locked|lock|put|keep|keeps|kept|keeping|store|stored|storing|moved|stash|stashed|hid|hide|parked|park|placed|left|leave|filed|hung|shoved|tucked|transferred|lives?) (?P<what>it|them|this|that|(?:my|our|the|his|her) [\w -]+?) (?:away |now |up |back |over |instead )*(?P<value>(?:in|on|at|under|behind|inside|beside|with|near|next to|into|onto) .+)$",
    re.IGNORECASE,
)
ON: Final = re.compile(
    r"^(?P<who>i|we)(?:['’]m|['’]re| am| are|['’]ve been)? (?:now |still |currently |back )*(?:put |moved )?on (?:the |an? |my |our )?(?P<value>[\w'’ +-]+?) (?P<what>(?:(?:phone|mobile|family|data|health|dental|internet|pension|payment|service|gym|energy|electricity|broadband) )?(?:plan|tier|tariff|package|contract|deal|scheme|subscription|rota|track|band|level))(?P<with> (?:from|with|at) [A-Z]\w+)?$",
    re.IGNORECASE,
)
FITTED: Final = re.compile(
    r"^(?P<whose>(?:my|our|the) .+?|i|we|[A-Z][\w'’ ]+?) (?:still |now |already )*(?:has|have|got|has got|have got) (?:an? |now )?(?P<value>[\w-]+(?: [\w-]+)?) (?P<what>heating|flooring|insulation|coverage|cover|clearance|citizenship|lighting|insurance|broadband|internet|tyres|status|residency|membership|certification|accreditation)$",
    re.IGNORECASE,
)
AT: Final = re.compile(
    rf"^(?P<what>(?:my|our|the) .+?) (?:is|are|stands?|stand) (?:now )?(?:at|up to|down to) (?P<value>{NUMBER})$",
    re.IGNORECASE,
)
BARE_STATE: Final = re.compile(
    r"^(?P<what>(?:the |my |our )?[\w# -]+?) (?:was |were |got |has been |have been |been )?(?:just |now |finally |already )?(?P<value>[a-z][\w-]+)$",
    re.IGNORECASE,
)
NOT_BUT: Final = re.compile(
    r"^(?:no longer|not) (?P<old>.+?)(?: any ?more)?,? but (?:rather |now )?(?P<value>.+)$",
    re.IGNORECASE,
)
VALUE_AS: Final = re.compile(
    r"^(?P<value>.+?) as (?P<what>(?:my|our|the|his|her|their|a) .+)$|^(?P<value2>[^\W\d_a-z]\S*(?: [^\W\d_a-z]\S*)*) for (?P<what2>(?:my|our|the|his|her|their) .+)$",
    re.IGNORECASE,
)
CHANGED: Final = re.compile(
    r"\b(?:now|these days|nowadays|no longer|instead|any ?more|any longer|from (?:now|here) on|going forward|as of|effective|from (?:next|this|today|tomorrow|\w+day)"
    r"|new|switch\w*|chang\w+|mov(?:ed|ing)|became|become|turned out|turns out|replac\w+|took over|taken over|takes over|after all|since|starting|meanwhile|latest|used to"
    r"|upgraded|downgraded|wrong|correction|scrap that|rather than|mistake|up to|down to|up from|down from|by now|finally|official(?:ly)?|promot\w+|another|settled on"
    r"|take .* back|dethroned|beaten|overtaken|that makes|make it|make that|makes it|which makes|today|ended up|left|quit|gone|resched\w+|repric\w+|postponed|pushed|shifted|raised"
    r"|lowered|doubled|halved|extended|relocat\w+|agreed on|approved|granted|merged|grew|grown|joined|final(?:ly|ised|ized)?|already|real|updated?|revised|amended"
    r"|lost|gained|bought|sold|added|hired|born|adopted|died|retired|yesterday|this morning|last (?:week|night|month|\w+day)|wasn['’]t|weren['’]t|isn['’]t|aren['’]t)\b",
    re.IGNORECASE,
)
LOSES: Final = re.compile(
    r"\b(?:instead of|rather than|not|no longer|used to be|replaces|replacing|replaced|in place of|goodbye|bye bye|ditched|dropped|was) (?P<old>[^,.;!?]{2,40})",
    re.IGNORECASE,
)
