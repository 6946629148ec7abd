"""Know the forms of common English verbs."""

from __future__ import annotations

from typing import Final, NamedTuple

from muniment.knowledge.wordlists import words
from muniment.recall.tenses import IRREGULAR


class Form(NamedTuple):
    """What a word may be a form of; `tags` hold any of base, s, past, pp, ing."""

    lemma: str
    tags: frozenset[str]


_REGULAR: Final = """
lie love submit commit omit scrub stir rip clip flip trim pin pencil step retrain sponsor curate abandon accept ache adjust age alternate anchor approach assist assume attack babble bark battle bet bind bless bloom bounce bully bury calm cater chair cheer chill chop chuck claw click coach collapse combine comfort command compile confuse conquer contribute cope craft crack crave crawl creak cure curse customise customize debug defend demolish deny describe deserve detach determine disable disagree disturb dominate drown dub elope emigrate enable endure enforce ensure envy equip erase exhaust expand experiment fancy fetch fiddle flare flee flirt float flourish fold force form frighten function gamble gaze glow grab grind guarantee haunt hesitate hoover hug hum hunt hurry hydrate hyperventilate illustrate immigrate implement impress inform insert insist inspire insure interrupt invent itch jam kid knock lack last lease line litter lodge loop lug meditate microwave mine mow nag narrow nominate nod obey object occupy oversleep owe paddle panic parent pet phone photograph plough pop possess power preach predict prevent prioritise prioritize prompt pronounce propose puncture quote rate rebuild reconsider recycle reflect regret rejoin relate rely remarry remodel represent resemble reunite reverse risk roam rock roll row rush sack sample sand scale scare scream seal select sell share shave sigh sip smash sneeze snore soak spot spray squeeze stack stamp stare stitch strain strike struggle stutter sublet succeed surprise surround survey suspend sweat swell switch symbolise target tease telephone tempt thrive throb throw tick tile time tinker toast tolerate toss trace trade trap treat trek trigger tuck tumble twist unlock unpack value vanish vape vary video vomit wander whisper wipe wire worship yawn yell zoom groom discharge service lapse rehearse moor station situate mend refurbish insulate rewire downsize resit redo burgle evict mug rob furlough prescribe achieve add admit adopt adore advise agree aim allow announce answer appear apply appoint
appreciate approve argue arrange arrive ask assemble assign attend avoid award back bake ban base bathe beg
believe belong bike blame blog boil book borrow box brew brush bump cancel camp care carry celebrate change
charge chat check claim clean clear climb close code collect commute compete complain complete compose
compost confirm connect consider contain contact continue contract convert cook copy count cover crash
create crochet cross cry cycle damage dance date decide decline decorate delay delete deliver demote depend
deploy deposit design despise detest develop diagnose die direct disappear discontinue discover discuss dislike
dislocate dispatch distribute divorce donate double download downgrade drag drop dump dye earn edit elect email
embroider employ empty end engage enjoy enlist enrol enroll enter escape estimate exceed exchange exercise
exist expect expire explain explore extend face fail faint farm fast fear feed file fill film finalise finalize
finish fire fish fix flood focus follow found foster fracture freelance furnish gain garden gather glue graduate
grill guess guide handle happen harvest hate head heal help hike hire hope host house identify imagine import
improve include increase inherit injure inspect install intend interview introduce invest invite iron issue jog
join joke juggle jump kick kill kiss knit label land laugh launch launder learn license lift like limit list
listen live load loathe locate lock log look loosen lower maintain manage march mark marry master match matter
measure mention mentor merge migrate mind miss modify mount mourn move name need note notice nurse observe
obtain occur offer open operate order organise organize overhaul own pack paint park pass pause perform pick plan
plant play pledge plug point polish postpone pour practice practise praise pray prefer prepare present preserve
press pretend print process produce program promise promote protect prove publish pull purchase push qualify
question race rain raise reach react realise realize receive reckon recommend record recover reduce refactor
refer refund refuse register reheat reject relax release relocate remain remember remind remove rename renew
renovate rent repaint repair replace reply report request require rescue research reschedule reserve reside resign
resolve rest restart restore retake retire return review roast ruin sail save say scan schedule score scrap
search sculpt seem separate serve settle shift ship shop sign skate sketch ski skip slip smell smile smoke
snow snowboard solve sort sound spell sprain stain start state stay stop store stream stretch study
subscribe suffer suggest supply support suppose surf survive suspect swap swear tackle talk taste tend
terminate test text thank tidy tie top total touch track train transfer translate travel
trip trust try turn tutor type undergo unsubscribe update upgrade upload use vacate vaccinate visit volunteer
vote wait walk wake want warn wash waste watch water weave weigh welcome whistle widen wish wonder work worry wrap
wreck yearn zip busk forage bowl fence kayak canoe paraglide dive scuba seat sleep
co-own co-found refinance rehome neuter babysit moonlight intern audition tour debut
"""
_THIRD: Final = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_DOUBLED: Final = words("""
admit submit commit omit scrub stir rip clip flip trim pin step ban beg chat drag drop fit jog knit occur pat permit
plan plug prefer program refer rub ship shop sit skip slip snap stop swap tap trip wrap zip enrol babysit cancel
travel hop dip hug rob scrap strip transfer get run put cut swim win begin quit set let hit forget split
""")


def third_person_of(verb: str) -> str:
    """Return the form of the third person of a verb."""
    if verb in _THIRD:
        return _THIRD[verb]
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def gerund_of(verb: str) -> str:
    """Return the -ing form of a verb."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb in _DOUBLED:
        return verb + verb[-1] + "ing"
    if verb.endswith("e") and not verb.endswith(("ee", "ye")) and verb != "be":
        return verb[:-1] + "ing"
    return verb + "ing"


def _ed(verb: str) -> str:
    if verb in _DOUBLED:
        return verb + verb[-1] + "ed"
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return verb + "ed"


def _forms() -> dict[str, Form]:
    found: dict[str, dict[str, set[str]]] = {}

    def note(form: str, lemma: str, *tags: str) -> None:
        found.setdefault(form, {}).setdefault(lemma, set()).update(tags)

    for lemma, past, participle in IRREGULAR:
        note(lemma, lemma, "base")
        note(third_person_of(lemma), lemma, "s")
        note(gerund_of(lemma), lemma, "ing")
        note(past, lemma, "past")
        note(participle, lemma, "pp")
    for lemma in ["learn", "burn", "dream", *_REGULAR.split()]:
        note(lemma, lemma, "base")
        note(third_person_of(lemma), lemma, "s")
        note(gerund_of(lemma), lemma, "ing")
        note(_ed(lemma), lemma, "past", "pp")
    for form, lemma, tag in (
        ("has", "have", "s"), ("got", "get", "pp"), ("is", "be", "s"), ("am", "be", "s"),
        ("are", "be", "s"), ("were", "be", "past"), ("does", "do", "s"), ("goes", "go", "s"),
        ("travelling", "travel", "ing"), ("traveling", "travel", "ing"), ("cancelled", "cancel", "past"),
        ("canceled", "cancel", "past"), ("canceled", "cancel", "pp"), ("cancelled", "cancel", "pp"),
        ("dying", "die", "ing"), ("enrolled", "enrol", "pp"), ("focussed", "focus", "past"),
    ):  # fmt: skip
        note(form, lemma, tag)
    return {
        form: Form(lemma=lemma, tags=frozenset(tags))
        for form, lemmas in found.items()
        for lemma, tags in [next(iter(lemmas.items()))]
    }


FORMS: Final = _forms()
"""What each word is a form of; of two verbs with one form the first that is listed."""


_ING: Final = words("ing")
_ED: Final = words("past pp")
_NO_VERBS: Final = words(
    "boring interesting amazing exciting annoying surprising confusing charming outstanding willing stunning nothing something anything everything morning evening during red bed indeed tired bored excited interested used hundred need seed feed speed weed ned fred worried supposed concerned allowed naked wicked beloved spring string king ring thing wing sibling ceiling building wedding pudding clothing housing lightning exhausted scared allergic"
)


def form_of(word: str) -> Form | None:
    """Return what verb a lower-case word is a form of, if it is a common one."""
    return FORMS.get(word)


def is_form(word: str, kind: str) -> bool:
    """Tell whether a word may be a verb in a form: base, s, past, pp or ing."""
    form = form_of(word)
    return form is not None and kind in form.tags


def guessed_form(word: str) -> Form | None:
    """Return what verb a word looks like a form of, where only a verb can stand."""
    known = FORMS.get(word)
    if known is not None or word in _NO_VERBS or len(word) < 5 or not word.isalpha():
        return known
    stem = word[:-3] if word.endswith("ing") else word[:-2]
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsfz":
        stem = stem[:-1]
    if word.endswith("ing"):
        return Form(lemma=stem, tags=_ING)
    if word.endswith("ed"):
        return Form(lemma=stem, tags=_ED)
    return None
