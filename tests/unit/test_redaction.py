"""That a connection can be shown without what opens it."""

from __future__ import annotations

import pytest

from muniment.model.redaction import redacted


@pytest.mark.parametrize(
    "url, shown",
    [
        ("postgresql://db.test/app", "postgresql://db.test/app"),
        ("postgresql://ada@db.test:5432/app", "postgresql://ada@db.test:5432/app"),
        ("postgresql://ada:pw@db.test:5432/app", "postgresql://ada:***@db.test:5432/app"),
        ("postgresql://ada:p@w@db.test/app", "postgresql://ada:***@db.test/app"),
        ("postgresql://ada:p/w?x#y@db.test/app", "postgresql://ada:***@db.test/app"),
        ("postgresql://ada:@db.test", "postgresql://ada:***@db.test"),
        ("postgresql://ada:pw@[::1]:5432/app", "postgresql://ada:***@[::1]:5432/app"),
        ("postgresql://a:pw@h1:1,h2:2/app", "postgresql://a:***@h1:1,h2:2/app"),
        ("postgresql://ada:pw", "postgresql://ada:***"),
        (
            "postgresql://db/app?sslmode=require&password=pw&sslpassword=pw",
            "postgresql://db/app?sslmode=require&password=***&sslpassword=***",
        ),
        ("postgresql://db/app?p%61ssword=pw", "postgresql://db/app?p%61ssword=***"),
        ("postgresql:///app?host=/run/db", "postgresql:///app?host=/run/db"),
        ("postgresql://db/app#pw", "postgresql://db/app#***"),
        ("http://key:pw@models.test/v1", "http://key:***@models.test/v1"),
        ("host=db user=ada password=pw dbname=app", "host=db user=ada password=*** dbname=app"),
        (r"host=db password='it\'s pw' port=1", "host=db password=*** port=1"),
        ("host = db password = pw", "host=db password=***"),
        ("password='never closed pw", "***"),
        ("pw", "***"),
        ("", ""),
    ],
)
def test_a_connection_is_shown_without_its_secrets(url: str, shown: str) -> None:
    assert redacted(url) == shown
