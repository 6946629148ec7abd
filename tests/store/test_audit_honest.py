"""An honest ledger verifies, whoever wrote it and however often it was changed."""

from __future__ import annotations

from muniment.audit.verify import verify
from tests.database import Desk
from tests.store.ledgers import write_a_bit_of_everything


async def test_an_honest_ledger_verifies(desk: Desk) -> None:
    await write_a_bit_of_everything(desk)
    seen = await verify(desk.store, desk.principal)

    assert seen.findings == ()
    assert seen.is_complete
    assert seen.transactions > 10
