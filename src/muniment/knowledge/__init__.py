"""Turn what was said into what is believed, and what is believed into what is worth knowing.

From a turn to beliefs: `learning` takes in rounds of turns and calls the others. `extraction` reads
claims by patterns of words, `parsed` by a dependency parse, `roles` and `staging` by a language
model; `reading_by_rules`, `reading_by_parse` and `reading_by_tags` are what the first two come to, and
what a tagger adds. `statements` binds what names nothing to what is believed, `resolution` judges what
each claim does to it.

From beliefs to what is worth knowing: `answering` quotes what answers a question, `pages` compiles
topics and persons, `reviewing` looks back, `names` tells which entity a name stands for.

What all of these know of English is here: `wordlists` and `stems` (words), `kinds` and `differing`
(values), `attributes` (what a question asks for), `earnest` (what is only supposed).
"""
