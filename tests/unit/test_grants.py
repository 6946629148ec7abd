"""Who acts by grants may no more than they allow, than its role allows, and than it could before."""

from __future__ import annotations

from muniment.access.authority import GrantFound, still_granted
from muniment.access.principal import OWN, Confines, Permission, Principal
from muniment.model.ids import tenant_named, user_named

ACME = tenant_named("acme")


def acting(permissions: frozenset[Permission] = OWN, confines: Confines | None = None) -> Principal:
    return Principal(
        tenant_id=ACME,
        tenant="acme",
        user_id=user_named(ACME, "mike"),
        user="mike",
        acting="ann",
        permissions=permissions,
        confines=confines,
    )


def granted(level: str, namespace: str | None = None) -> GrantFound:
    return GrantFound(level=level, namespace=namespace, container=None)


def test_what_is_granted_later_reaches_no_further_than_what_was_granted_before() -> None:
    before = acting(confines=Confines(namespaces=("a", "b")))
    grants = [granted("read", "a"), granted("read", "c")]
    now = still_granted(before, grants, Permission.READ)
    assert now.confines == Confines(namespaces=("a",))


def test_a_grant_allows_nobody_more_than_its_role() -> None:
    reader = acting(permissions=frozenset({Permission.READ}))
    now = still_granted(reader, [granted("admin")], Permission.READ)
    assert now.permissions == {Permission.READ}


def test_what_one_grant_allows_in_one_place_it_allows_in_no_other() -> None:
    grants = [granted("admin", "a"), granted("read", "b")]
    now = still_granted(acting(), grants, Permission.READ)
    assert now.permissions == {Permission.READ}
    assert now.confines == Confines(namespaces=("a", "b"))
