"""Answer questions: what was believed, at a basis, and why it was found.

`recaller` answers a question, in this order. Before the lanes: `basis` and `grounds` (when, and where to
look), `question`, `whose`, `tenses`, `thesaurus` and `expressions` (who, in which words and when).
`lanes` asks the database; `gathered` and `candidates` hold what it finds. `ranking` is pure and has a
module for each step: `fusion`, `support`, `affinity`, `decay`, `gate`, `diversity`, `pairing`, `budget`.
After it: `hydration` reads in full, `answering` puts the answer and its receipt together, `trace` keeps it.

`times` reads the times that any text tells, by `time_rules` (patterns), `time_readings` (what they
mean), `time_words`, `calendar_spans`, and what is counted or told by halves, numbers or distance.

`lookup` answers what is asked without ranking.
"""
