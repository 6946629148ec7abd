"""Tokens of a trusted issuer are accepted, and none that is of another, for another or too late."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from muniment.access import signed_tokens
from muniment.errors import UnknownSetting
from muniment.settings import Settings
from tests.database import Database
from tests.surfaces.issuer import Issuer, issuing
from tests.surfaces.service import Service, code_of, serving


@pytest.fixture
async def trusting(database: Database, issuer: Issuer) -> AsyncIterator[Service]:
    async with serving(database, access=issuer.settings) as lent:
        yield lent


async def test_a_token_stands_for_its_subject(trusting: Service, issuer: Issuer) -> None:
    async with trusting.bearing(issuer.token()) as mike:
        london = await mike.add("Mike lives in London")
        (*_, last) = await mike.get("/v1/transactions")
    async with trusting.bearing(issuer.token(sub="ann", role="reader")) as ann:
        hidden = await ann.http.get(f"/v1/memories/{london}")
        refused = await ann.http.post("/v1/memories", json={"memories": [{"content": "x"}]})

    assert (last["actor"], last["role"]) == ("mike", "user")
    assert code_of(hidden) == (404, "memory_not_found")
    assert code_of(refused) == (403, "not_permitted")


async def test_what_is_wrong_with_a_token_keeps_it_out(trusting: Service, issuer: Issuer) -> None:
    past = datetime.now(UTC) - timedelta(minutes=5)
    stranger = generate_private_key(public_exponent=65537, key_size=2048)
    public = issuer.key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    wrong: dict[str, str] = {
        "another issuer": issuer.token(iss="https://elsewhere.example"),
        "another audience": issuer.token(aud="billing"),
        "no audience": issuer.token(aud=None),
        "no issuer": issuer.token(iss=None),
        "too late": issuer.token(exp=past),
        "for ever": issuer.token(exp=None),
        "too early": issuer.token(nbf=datetime.now(UTC) + timedelta(hours=1)),
        "nobody": issuer.token(sub=None),
        "a blank name": issuer.token(sub=" "),
        "a name that looks like another": issuer.token(sub="mike "),
        "a name with a NUL": issuer.token(sub="a\x00b"),
        "a name with half of a character": issuer.token(sub="a\ud800b"),
        "an unknown role": issuer.token(role="emperor"),
        "a list of roles": issuer.token(role=["user"]),
        "signed by a stranger": issuer.token(signed_by=stranger),
        "another algorithm": issuer.token(algorithm="RS512"),
        "signed with the public key": _hmac_with(public, issuer),
        "not signed": _unsigned(issuer),
        "changed": _changed(issuer.token()),
        "no token": "sesame",
    }

    accepted = []
    for what, token in wrong.items():
        async with trusting.bearing(token) as caller:
            response = await caller.http.get("/v1/stats")
        if response.status_code != 401 or response.json()["code"] != "not_authenticated":
            accepted.append((what, response.text))
        assert token not in response.text

    assert accepted == []


async def test_who_is_kept_out_is_told_what_is_wrong_with_the_token(
    trusting: Service, issuer: Issuer
) -> None:
    now = datetime.now(UTC)
    stranger = generate_private_key(public_exponent=65537, key_size=2048)
    told = {
        issuer.token(exp=now - timedelta(minutes=5)): "it has expired.",
        issuer.token(nbf=now + timedelta(minutes=5)): "it is not in force yet",
        issuer.token(iat=now + timedelta(minutes=5)): "it is not in force yet",
        issuer.token(aud="billing"): "it is for another audience (`aud`).",
        issuer.token(iss="https://elsewhere.example"): "it comes from another issuer (`iss`)",
        issuer.token(exp=None): "it lacks the claim 'exp'.",
        issuer.token(sub=None): "it lacks the claim 'sub'.",
        issuer.token(signed_by=stranger): "its signature was not made with the key that it names.",
        issuer.token(algorithm="RS512"): "it is signed with an algorithm that",
        issuer.token(sub=7): "it cannot be read as a JSON Web Token.",
        "sesame": "it is not a whole JSON Web Token.",
        issuer.token().rpartition(".")[0]: "it is not a whole JSON Web Token.",
    }
    issuer.kid = "two"
    told[issuer.token()] = "its issuer publishes no key of this name (`kid`)"
    issuer.kid = "one"

    for token, what in told.items():
        async with trusting.bearing(token) as caller:
            refused = await caller.http.get("/v1/stats")
        assert code_of(refused) == (401, "not_authenticated")
        assert refused.json()["detail"].startswith(f"the token is not accepted: {what}")


def _hmac_with(public: bytes, issuer: Issuer) -> str:
    import hashlib
    import hmac

    _, payload, _ = issuer.token().split(".")
    header = _encoded({"alg": "HS256", "typ": "JWT", "kid": "one"})
    signature = hmac.new(public, f"{header}.{payload}".encode(), hashlib.sha256).digest()
    return f"{header}.{payload}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"


def _unsigned(issuer: Issuer) -> str:
    _, payload, _ = issuer.token().split(".")
    return f"{_encoded({'alg': 'none', 'typ': 'JWT', 'kid': 'one'})}.{payload}."


def _changed(token: str) -> str:
    header, payload, signature = token.split(".")
    told = json.loads(base64.urlsafe_b64decode(payload + "=="))
    return f"{header}.{_encoded(told | {'sub': 'ann'})}.{signature}"


def _encoded(value: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


async def test_a_token_names_its_subject_in_one_form(trusting: Service, issuer: Issuer) -> None:
    async with trusting.bearing(issuer.token(sub="Zoe\u0308")) as zoe:
        assert code_of(await zoe.http.get("/v1/search")) == (422, "value_invalid")
    async with trusting.bearing(issuer.token(sub="Zo\xeb")) as zoe:
        assert (await zoe.http.get("/v1/search")).status_code == 200


async def test_the_keys_are_fetched_once_for_many_tokens(
    database: Database, issuer: Issuer
) -> None:
    before = issuer.fetched
    async with serving(database, access=issuer.settings) as service:
        for _ in range(3):
            async with service.bearing(issuer.token()) as caller:
                await caller.get("/v1/stats")

    assert issuer.fetched == before + 1


async def test_an_issuer_that_is_away_is_told_as_that(database: Database, issuer: Issuer) -> None:
    async with serving(database, access=issuer.settings) as service:
        issuer.is_away = True
        try:
            async with service.bearing(issuer.token()) as caller:
                refused = await caller.http.get("/v1/stats")
        finally:
            issuer.is_away = False

    assert code_of(refused) == (503, "service_unavailable")


async def test_a_token_of_an_unknown_key_makes_nobody_ask_the_issuer_again_at_once(
    database: Database,
) -> None:
    with issuing() as issuer:
        async with serving(database, access=issuer.settings) as service:
            known, issuer.kid = issuer.token(), "two"
            strange, issuer.kid = issuer.token(), "one"
            seen = [await _status(service, each) for each in (known, *[strange] * 3, known)]

        assert seen == [200, 401, 401, 401, 200]
        assert issuer.fetched == 1


async def test_a_key_that_took_the_place_of_another_is_taken_up_after_a_while(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signed_tokens, "FETCH_PAUSE_S", 0)
    with issuing() as issuer:
        async with serving(database, access=issuer.settings) as service:
            assert await _status(service, issuer.token()) == 200
            issuer.kid = "two"
            assert await _status(service, issuer.token()) == 200

        assert issuer.fetched == 2


async def test_an_issuer_that_is_away_is_not_asked_again_at_once(database: Database) -> None:
    with issuing() as issuer:
        issuer.is_away = True
        async with serving(database, access=issuer.settings) as service:
            seen = [await _status(service, issuer.token()) for _ in range(3)]

        assert seen == [503, 503, 503]
        assert issuer.fetched == 1


async def test_an_issuer_that_breaks_off_is_told_as_away(database: Database) -> None:
    with issuing() as issuer:
        issuer.breaks_off = True
        async with serving(database, access=issuer.settings) as service:
            assert await _status(service, issuer.token()) == 503


@pytest.mark.parametrize("instead", [b"<html>Log in</html>", b'{"keys": []}', b"7"])
async def test_an_issuer_that_publishes_no_keys_is_told_as_away_and_the_log_says_where_and_why(
    database: Database, caplog: pytest.LogCaptureFixture, instead: bytes
) -> None:
    with issuing() as issuer:
        issuer.instead = instead
        async with (
            serving(database, access=issuer.settings) as service,
            service.bearing(issuer.token()) as caller,
        ):
            refused = [await caller.http.get("/v1/search") for _ in range(2)]

    told = [each.getMessage() for each in caplog.records if each.name == "muniment.access"]
    assert [code_of(each) for each in refused] == [(503, "service_unavailable")] * 2
    assert issuer.url not in refused[0].text
    assert len(told) == 1
    assert told[0].startswith(f"the keys of the tokens' issuer cannot be had at {issuer.url}: ")


async def _status(service: Service, token: str) -> int:
    async with service.bearing(token) as caller:
        return (await caller.http.get("/v1/search")).status_code


async def test_a_claim_names_the_tenant_where_that_is_configured(
    database: Database, issuer: Issuer
) -> None:
    access = issuer.settings | {"jwt_tenant_claim": "org", "jwt_user_claim": "email"}
    async with serving(database, access=access) as service:
        async with service.bearing(issuer.token(org="acme", email="m@a", sub=None)) as acme:
            london = await acme.add("Mike lives in London")
            assert (await acme.get("/v1/stats"))["transactions"] == 2
        async with service.bearing(issuer.token(org="apex", email="m@a")) as apex:
            await apex.add("Ann lives in Lund")
            hidden = await apex.http.get(f"/v1/memories/{london}")
        async with service.bearing(issuer.token(email="m@a")) as nowhere:
            refused = await nowhere.http.get("/v1/stats")

    assert code_of(hidden) == (404, "memory_not_found")
    assert code_of(refused) == (401, "not_authenticated")


async def test_keys_and_tokens_may_both_be_accepted(database: Database, issuer: Issuer) -> None:
    async with serving(database, access=issuer.settings | {"keys": True}) as service:
        for token in (issuer.token(), await service.key()):
            async with service.bearing(token) as caller:
                assert (await caller.get("/v1/stats"))["memories"] == 0


async def test_a_key_is_no_token_where_keys_are_not_asked_for(
    trusting: Service,
) -> None:
    async with trusting.bearing(await trusting.key()) as caller:
        assert code_of(await caller.http.get("/v1/stats")) == (401, "not_authenticated")


@pytest.mark.parametrize(
    "access",
    [
        {"jwt_jwks_url": "https://issuer.example/jwks.json"},
        {"jwt_issuer": "https://issuer.example", "jwt_audience": "muniment"},
        {"jwt_algorithms": ["HS256"]},
        {"jwt_algorithms": ["none"]},
        {"jwt_algorithms": []},
        {"jwt_jwks_url": "file:///etc/passwd", "jwt_issuer": "i", "jwt_audience": "a"},
    ],
)
def test_tokens_are_not_half_configured(access: dict[str, object]) -> None:
    with pytest.raises(UnknownSetting, match=r"access"):
        Settings(access=access)
