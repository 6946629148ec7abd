"""Take secrets out of what a coding agent saw and did, before any of it is kept."""

from __future__ import annotations

import re
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


def redacted(text: str) -> str:
    """Return a text with every secret masked that looks like one, or is called one."""
    text = _WHOLE.sub(MASK, text)
    text = _URL.sub(rf"\g<before>{MASK}\g<after>", text)
    text = _HEADER.sub(rf"\g<before>{MASK}", text)
    text = _LOGIN.sub(rf"\g<before>{MASK}", text)
    text = _FLAG.sub(rf"\g<before>{MASK}", text)
    return _NAMED.sub(_masked, text)


def _masked(found: re.Match[str]) -> str:
    if _HARMLESS.match(found["value"]):
        return found[0]
    return found["before"] + MASK
