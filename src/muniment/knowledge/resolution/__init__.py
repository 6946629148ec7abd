"""Judge what a claim does to what is believed, and write what came of it.

`resolving` judges, by what `picking` finds that the claim could be about: `stating` where something is
so, `ending` where it is not, `advised` where a model gave advice. `judged` describes claims, beliefs and
verdicts; `likeness` and `families` tell what is the same and what takes turns. `checking` refuses,
`drafting` writes, `tagging` adds what people call it; `recalled_text` and `replacing_words` read messages first.
"""
