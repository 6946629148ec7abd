"""Hold the nouns and adjectives that tell what a statement is worth: properties, states, what is no count."""

from __future__ import annotations

from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.wordlists import words
from muniment.recall.time_words import MONTHS

TEMPORAL: Final = words("deadline date day time slot birthday anniversary expiry start end")
"""What has a time for its value."""

MOMENTS: Final = words("date day time")
"""What of something is a time, whatever it is."""

TIMED: Final = words("best record pb pace split duration")
"""What has a length of time for its value."""

VALUED: Final = lexicon.PROPERTIES | words("""
membership plan tier order shift role network carrier team club school pharmacy class band rank level photographer
florist caterer electrician plumber gardener belt licence permit label category policy package contract tariff
broadband route insurance tuition pension income bonus overdraft loan visa heating flooring coverage cover internet
usage consumption reading intake footprint best editor browser
""")
"""What one says the value of."""

STATES: Final = lexicon.STATES | words("""
pending ordered packed processing processed submitted accepted declined returned refunded lost stalled ready done
stuck active inactive unpaid settled running healthy sick recovering available backordered draft drafted reviewed
scheduled dispatched stable critical green red amber vacant occupied rented let listed backlogged queued granted back
up home over underway under denied pregnant dormant seeded sprouted flowering incomplete enrolled waitlisted
shortlisted hired certified
""")
"""In which a thing can be."""

NO_COUNT: Final = frozenset(MONTHS) | words("""
year month week hour minute second time percent o'clock degree euro dollar pound cedi kilo metre mile kilometer
kilometre of old am pm more other less way bit coffee tea beer wine drink cup glass pint slice piece
""")
"""What is measured, dated or drunk, not counted."""
