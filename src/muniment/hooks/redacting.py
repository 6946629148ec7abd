"""Take secrets out of what a coding agent saw and did, before any of it is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import merge
from typing import Final

MASK: Final = "[redacted]"

_WHOLE: Final = re.compile(
    r"""
    -----BEGIN\ [A-Z ]*PRIVATE\ KEY(?:\ BLOCK)?-----.*?(?:-----END\ [A-Z ]*PRIVATE\ KEY(?:\ BLOCK)?-----|\Z)
    | \beyJ[\w-]{8,2000}\.[\w-]{8,}\.[\w-]*                    # JSON Web Tokens
    | \b(?:AKIA|ASIA|AGPA|AIDA|AROA)[0-9A-Z]{16}\b             # AWS
    | \bAIza[\w-]{35}                                          # Google
    | \bya29\.[\w-]{20,}
    | \bgh[pousr]_\w{20,} | \bgithub_pat_\w{20,}               # GitHub
    | \bglpat-[\w-]{16,}                                       # GitLab
    | \bxox[abeoprs]-[\w-]{10,} | \bxapp-[\w-]{10,}            # Slack
    | \bhooks\.slack\.com/services/\S+
    | \bsk-[\w-]{16,} | \b[rs]k_(?:live|test)_\w{10,}          # OpenAI, Anthropic, Stripe
    | \bnpm_\w{30,} | \bpypi-[\w-]{40,} | \bhf_\w{20,} | \bpcsk_\w{20,} | \bpa-[\w-]{30,}
    | \bSG\.[\w-]{16,}\.[\w-]{16,}                             # SendGrid
    | \bmuniment_[\w-]{40,}                                    # our own keys
    """,
    re.VERBOSE | re.DOTALL,
)
_URL: Final = re.compile(
    r"(?P<before>\b[a-zA-Z][\w+.-]{0,30}://[^\s/:@]{0,200}:)[^\s/@]{1,500}(?P<after>@)"
)
_HEADER: Final = re.compile(
    r"(?P<before>\b(?:bearer|basic|token)\s+)[\w.~+/=-]{12,}", re.IGNORECASE
)
_NAMED: Final = re.compile(
    r"""
    (?P<before>
        (?:passw(?:or)?d|passphrase|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|
            credentials?|client[_-]?secret|auth[_-]?key|pgpassword)[\w-]{0,64}["']?
        \s{0,64}(?:=>|:=|==?|:)\s*
    )
    (?P<value>\[redacted\] | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | [^\s"',;)}\]]+)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_FLAG: Final = re.compile(
    r"(?P<before>(?:^|\s)--?(?:password|pass|token|secret|api-key|apikey|auth-token)(?:=|\s+))\S+",
    re.IGNORECASE,
)
_LOGIN: Final = re.compile(
    r"""
    (?P<before>
        \b(?:curl|wget|https?|xh)\s[^\n|;&]{0,300}?(?<=\s)(?:-u|-a|-U|--user|--auth|--proxy-user)[=\s]?\s?["']?[^\s:"'$]{1,100}:
        | \b(?:mysql|mysqldump|mysqladmin|mariadb)\s[^\n|;&]{0,300}?(?<=\s)-p["']?
        | \bsshpass\s+-p\s?["']?
    )
    (?!//|\$)[^\s"'|;&]+
    """,
    re.VERBOSE,
)
"""Programs that are told a name and a password, or a password, without saying which it is."""
_HARMLESS: Final = re.compile(
    r"""^["']?(?:\[redacted\]|\.+|\$\{?\w+\}?|%\w+%|<[^>]*>|\*+|x{3,}|none|null|true|false|undefined|str|string|bytes|int|\d{1,4}|
    (?:os\.|process\.|settings\.|self\.|config\.|env\.|getenv)[\w.()\[\]"']*)["']?$""",
    re.VERBOSE | re.IGNORECASE,
)
"""Values that stand for a secret, and are none."""
_LETTERS: Final = (("\u0130", "i"), ("\u0131", "i"), ("\u017f", "s"))
"""What a pattern that asks for no case takes for a letter, and `lower` does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule:
    """What secrets look like, and what is quick to find: one of these words is in each.

    With each word, how far before it a secret may begin at most.
    """

    pattern: re.Pattern[str]
    words: Mapping[str, int]
    any_case: bool = False
    """Whether the pattern asks for no case; the words are written small then."""


_RULES: Final = (
    _Rule(
        pattern=_WHOLE,
        words=dict.fromkeys(
            [
                "-----BEGIN ", "eyJ", "AKIA", "ASIA", "AGPA", "AIDA", "AROA", "AIza", "ya29.", "ghp_", "gho_",
                "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox", "xapp-", "hooks.slack.com", "sk-",
                "rk_live_", "rk_test_", "sk_live_", "sk_test_", "npm_", "pypi-", "hf_", "pcsk_", "pa-", "SG.",
                "muniment_",
            ],
            0,
        ),
    ),
    _Rule(pattern=_URL, words={"://": 31}),
    _Rule(pattern=_HEADER, words={"bearer": 0, "basic": 0, "token": 0}, any_case=True),
    _Rule(
        pattern=_LOGIN,
        words=dict.fromkeys(["curl", "wget", "http", "xh", "mysql", "mariadb", "sshpass"], 0),
    ),
    _Rule(
        pattern=_FLAG,
        words=dict.fromkeys(["-pass", "-token", "-secret", "-api", "-auth-token"], 2),
        any_case=True,
    ),
    _Rule(
        pattern=_NAMED,
        words={"passw": 0, "passphrase": 0, "secret": 0, "token": 0, "credential": 0, "key": 8},
        any_case=True,
    ),
)  # fmt: skip
"""They are followed one after the other, each in what the one before made of the text."""


def redacted(text: str) -> str:
    """Return a text with every secret masked that looks like one, or is called one."""
    for rule in _RULES:
        text = _followed(rule, text)
    return text


def _followed(rule: _Rule, text: str) -> str:
    """Return what `rule.pattern.sub` would, without trying the pattern where no word of the rule is."""
    seen = _small(text) if rule.any_case else text
    parts: list[str] = []
    done = 0
    for place, before_max in merge(*(_places(seen, *each) for each in rule.words.items())):
        for start in range(max(place - before_max, done), place + 1):
            found = rule.pattern.match(text, start)
            if found is not None:
                parts += (text[done:start], _masked(found))
                done = found.end()
                break
    return "".join((*parts, text[done:])) if parts else text


def _places(text: str, word: str, before_max: int) -> Iterator[tuple[int, int]]:
    place = text.find(word)
    while place >= 0:
        yield place, before_max
        place = text.find(word, place + 1)


def _small(text: str) -> str:
    """Return a text of the same length in small letters, as a pattern that asks for no case takes them."""
    if not text.isascii():
        for strange, letter in _LETTERS:
            text = text.replace(strange, letter)
    return text.lower()


def _masked(found: re.Match[str]) -> str:
    parts = found.groupdict("")
    if _HARMLESS.match(parts.get("value", "")):
        return found[0]
    return parts.get("before", "") + MASK + parts.get("after", "")
