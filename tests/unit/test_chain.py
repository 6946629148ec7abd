"""The hash of a transaction stays what it was, and covers whatever a later schema added."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.audit.chain import Link, genesis_hash

TENANT, USER, KEY = UUID(int=1), UUID(int=2), UUID(int=3)
FIRST = Link(
    tenant_id=TENANT,
    number=2,
    recorded_at=datetime(2026, 3, 1, 9, 30, tzinfo=UTC),
    actor="ada",
    role="planner",
    operation="add",
    reason=None,
    entries="[]",
    closings="[]",
    units_total=1,
    partitions_total=1,
    previous_hash=genesis_hash(TENANT),
)
TEAM = replace(FIRST, user_id=USER, trail=("chief", "ada"), writes=3)


@pytest.mark.parametrize(
    "link, hash",
    [
        (FIRST, "53e0822426f25298ea37a33c72d0ee3f2ee2c40cdb12fdeea7c769de88899a31"),
        (TEAM, "7556c87427699e62076b5100cf9f2177fd453496be4983ecee1a383225f5b5d4"),
    ],
    ids=["before agents were noted", "before keys were noted"],
)
def test_what_was_written_before_hashes_as_it_did(link: Link, hash: str) -> None:
    assert link.hash().hex() == hash


LINKS = st.builds(
    replace,
    st.just(FIRST),
    user_id=st.sampled_from([None, USER, KEY]),
    session_id=st.sampled_from([None, USER, KEY]),
    trail=st.sampled_from([None, (), ("ada",), (str(KEY),)]),
    writes=st.sampled_from([None, 0, 3]),
    key_id=st.sampled_from([None, USER, KEY]),
)


@given(LINKS, LINKS)
def test_transactions_that_differ_in_anything_hash_otherwise(one: Link, other: Link) -> None:
    assert (one.hash() == other.hash()) == (one == other)
