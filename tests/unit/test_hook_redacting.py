"""No secret that looks like one, or is called one, is kept of what a coding agent saw."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from muniment.access.key_tokens import fresh_token
from muniment.hooks import redacting
from muniment.hooks.redacting import redacted
from muniment.model.ids import tenant_named

SECRETS = [
    ("AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
    ("export GITHUB_TOKEN=ghp_abcdefghijklmnopqrstuvwxyz0123", "ghp_"),
    ("github_pat_11ABCDEFG0abcdefghij_KLMNOPQRSTUVWXYZ", "github_pat_11"),
    ("glpat-abcdefghij0123456789", "glpat-a"),
    ("curl -H 'Authorization: Bearer abcdef0123456789.xyz'", "abcdef0123456789"),
    ("sk-" + "ant-api03-abcdefghijklmnopqrst", "ant-api03"),
    ("openai.api_key = 'sk-proj-abcdefghijklmnop'", "sk-proj"),
    ("stripe sk_live_abcdefghijklmnop", "sk_live"),
    ("xoxb-123456789012-abcdefghijkl", "xoxb-1"),
    ("AIzaSyA1234567890abcdefghijklmnopqrstuv", "AIzaSy"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123", "eyJhbGci"),
    ("postgresql://app:hunter2@db:5432/shop", "hunter2"),
    ("mysql -u root --password=hunter2 shop", "hunter2"),
    ("mysql --password hunter2 shop", "hunter2"),
    ('{"password": "hunter2 with spaces"}', "hunter2"),
    ("DB_PASSWORD: hunter2", "hunter2"),
    ("curl -s -u anna:hunter2 https://example.org", "hunter2"),
    ("curl --user 'anna:hunter2' https://example.org", "hunter2"),
    ("curl -uanna:hunter2 https://example.org", "hunter2"),
    ("http -a anna:hunter2 example.org", "hunter2"),
    ("mysql -u root -phunter2 shop", "hunter2"),
    ("sshpass -phunter2 ssh host", "hunter2"),
    ("mysql -p'hunter2' shop", "hunter2"),
    ("sshpass -p hunter2 ssh host", "hunter2"),
    ("client_secret => 'hunter2'", "hunter2"),
    ("PGPASSWORD=hunter2 psql", "hunter2"),
    ("api-key=hunter2hunter2", "hunter2"),
    ("npm_abcdefghijklmnopqrstuvwxyz0123456789", "npm_abc"),
    ("pypi-AgEIcHlwaS5vcmcCJDAxMjM0NTY3ODkwMTIzNDU2Nzg5", "pypi-Ag"),
    ("hf_abcdefghijklmnopqrstuv", "hf_abc"),
    (
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----\nafter",
        "MIIEow",
    ),
    ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz and the file was cut", "b3BlbnNz"),
]
HARMLESS = [
    "curl -u anna https://example.org:8080/a:b",
    "curl -u $USER:$PASS https://example.org",
    "mysql -u root -p shop",
    "make -p all",
    "https://example.org -a x",
    "Mike lives in Bath since 2026-06-01.",
    "password = os.environ['DB_PASSWORD']",
    "def login(user: str, password: str) -> Token: ...",
    "password=None",
    "token: ${GITHUB_TOKEN}",
    "tokens: 20",
    "The secret of good tea is patience.",
    "https://example.org/a:b@c",
    "git@github.com:acme/app.git",
    "sk-learn is not a key",
    "http://localhost:8080/path",
]


@pytest.mark.parametrize("text, secret", SECRETS)
def test_a_secret_is_masked(text: str, secret: str) -> None:
    masked = redacted(f"before {text} after")

    assert secret not in masked
    assert "[redacted]" in masked
    assert masked.startswith("before ")


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_secret_stays(text: str) -> None:
    assert redacted(text) == text


def test_our_own_keys_are_masked() -> None:
    tenant_id = tenant_named("acme")
    token = str(fresh_token(tenant_id, tenant_id))

    assert redacted(f"use {token} please") == "use [redacted] please"


def test_what_comes_after_a_key_stays() -> None:
    key = "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----"

    assert redacted(f"one {key} two {key} three") == "one [redacted] two [redacted] three"


def test_masking_twice_is_masking_once() -> None:
    for text, _ in SECRETS:
        assert redacted(redacted(text)) == redacted(text)


def test_a_long_text_is_masked_in_good_time() -> None:
    text = "a" * 200_000 + " password=hunter2 " + "-" * 100_000

    assert "hunter2" not in redacted(text)


PIECES = [
    *(text for text, _ in SECRETS),
    *HARMLESS,
    *(word for rule in redacting._RULES for word in rule.words),
    *("pg", "client_", "private-", "api", "_key", "x", "-", "--", "a" * 20, "0", "=", ": ", "'", '"', "\\", " ", "\n"),
    *("/", "@", ".", "postgres", "İ", "ı", "ſ", "paſſword", "toKen", "apı_key", "-----END PRIVATE KEY-----"),
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@example("private_key: hunter2 client_secret=hunter2 pgpassword=hunter2 auth-key hunter2")
@example("İ" * 40 + " paſſword=hunter2 api_\u212aEY=hunter2")
def test_what_is_found_quickly_is_all_that_the_patterns_find(text: str) -> None:
    masked = text
    for rule in redacting._RULES:
        masked = rule.pattern.sub(redacting._masked, masked)

    assert redacted(text) == masked


def test_no_pattern_is_tried_where_none_of_its_words_is(monkeypatch: pytest.MonkeyPatch) -> None:
    never = cast("re.Pattern[str]", None)
    rules = tuple(replace(rule, pattern=never) for rule in redacting._RULES)
    monkeypatch.setattr(redacting, "_RULES", rules)
    text = "Lorem ipsum dolor sit amet.\n" * 1_000

    assert redacted(text) == text
    with pytest.raises(AttributeError):
        redacted(f"{text}token")
