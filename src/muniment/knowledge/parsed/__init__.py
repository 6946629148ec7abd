"""Read claims from the words of a parsed message: subject, verb and complements of each clause.

Modules that do here what is done in `extraction` over patterns have its names: `rules`, `clauses`, `moods`,
`frames`, `drafting`. `subjects` tells whom a clause is about, `nouns` what a word stands for; the
others each read the verbs of one subject matter.
"""
