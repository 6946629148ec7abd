"""What a server may write as its Retry-After, and for how long it is left alone then."""

from __future__ import annotations

TOLD_AT = "Sun, 06 Nov 1994 08:49:37 GMT"

PAUSES = [
    ("7", 7.0),
    ("29", 29.0),
    ("soon", 0.5),
    ("-1", 0.5),
    ("nan", 0.5),
    ("Sun, 06 Nov 1994 08:49:49 GMT", 12.0),
    ("Sunday, 06-Nov-94 08:49:49 GMT", 12.0),
    ("Sun Nov  6 08:49:49 1994", 12.0),
    ("Sun, 06 Nov 1994 08:49:30 GMT", 0.5),
    ("Sun, 36 Nov 1994 08:49:49 GMT", 0.5),
]
"""What is asked for, and how many seconds that is where the server's clock says TOLD_AT and half a second is the least."""
