"""Read in a message what it claims, by rules, without a model.

`rules` extracts, from the top down: `tokens` cuts a text into words and `clauses` into clauses, `moods`
tells which of them are asserted, `sentences` whom each is about, with what `scene` remembers. Then
each clause is a `Reading` (`drafting`), which the readers of its verb make claims of: `frames`, by the
table `rows`, and what no row can hold (`copula`, `having`, `changing`, `things`, `plans`, `events` and
more); `fragments` reads what has no verb. `wording` says a claim in a sentence.

What they know of English: `lexicon` (nouns), `function_words`, `verbs`, `phrases` and `values`.
"""
