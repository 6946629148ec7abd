"""Hold what operations work with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from muniment.access.acting import Acting
from muniment.access.principal import Principal
from muniment.ledger.drafts import checked_name
from muniment.ledger.writer import Ledger
from muniment.model.claims import Role
from muniment.model.memory import Visibility
from muniment.operations.tenancy import Tenancy
from muniment.operations.watching import WatchedEmbedder
from muniment.ports.extractor import Extractor
from muniment.ports.language_model import LanguageModel, ModelRole
from muniment.ports.progress import Seen, unseen
from muniment.ports.tagger import Tagger
from muniment.recall.basis import now_at
from muniment.recall.recaller import Recaller
from muniment.settings import Settings
from muniment.store.pool import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The wired rooms, and the principal that calls run as unless they name another."""

    settings: Settings
    store: Store
    ledger: Ledger
    recaller: Recaller
    embedder: WatchedEmbedder | None
    extractor: Extractor
    """What reads messages for claims."""
    principal: Principal
    tenancy: Tenancy
    """Whether the principal's tenant is there."""
    server: str
    """Where the database is, told without a password."""
    tagger: Tagger | None = None
    """What reads messages beside the rules, for those who ask whether it is fit."""
    models: Mapping[ModelRole, LanguageModel] = field(default_factory=dict)
    """Who plays which role; a role that is not here is done by rules, or not at all."""
    is_keeper: bool = True
    """Whether the principal is told of the installation itself: its server, its roles, its schema."""
    is_abroad: bool = False
    """Whether who asks is told over a network."""
    seen: Seen = unseen
    """Who is told how far an operation is that takes long."""

    async def now(self) -> datetime:
        """Return the database's time, or that of the tenant's head where it is ahead."""
        async with self.store.reading(self.principal.as_setting()) as work:
            return await now_at(work, self.principal)

    def namespace_of(self, given: str | None) -> str:
        """Return the namespace that a request names, or the configured one, as it is stored.

        Raises:
            InvalidValue, UnstorableText: no namespace can have that name.
            NotPermitted: none is named, and the configured one is beyond what is reached.
        """
        if given is None:
            self.principal.refuse_astray(self.settings.namespace)
        name = self.settings.namespace if given is None else given
        return checked_name(name, "namespace", self.settings.limits)

    def speaker_of(self, given: str | None = None) -> str:
        """Return who says I in a request: whom it names, or the user, or somebody called `user`.

        Raises:
            InvalidValue, UnstorableText: nobody can have that name.
        """
        name = checked_name(given, "speaker", self.settings.limits)
        return name or self.principal.user or Role.USER.value

    def visibility_of(self, given: str | None = None) -> Visibility:
        """Return the visibility that a request names, or the configured one."""
        return Visibility(self.settings.visibility if given is None else given)

    def speaking(self, language: str | None) -> Services:
        """Return these services for words of a language; None leaves them as they are."""
        if language is None or language == self.ledger.language:
            return self
        return replace(
            self, ledger=self.ledger.speaking(language), recaller=self.recaller.speaking(language)
        )

    def acting_as(self, acting: Acting) -> Services:
        """Return these services as an agent: its rights, its namespace, its visibility.

        Raises:
            NotPermitted: the agent is to work for another user, and the principal does not govern.
        """
        return self.running_as(
            acting.narrowed(self.principal),
            namespace=acting.namespace,
            visibility=acting.visibility,
        )

    def running_as(
        self, principal: Principal, *, namespace: str | None, visibility: str | None
    ) -> Services:
        """Return these services as a principal, with what its writes say of themselves; None: as before."""
        given = {"namespace": namespace, "visibility": visibility}
        return replace(
            self,
            principal=principal,
            settings=self.settings.model_copy(
                update={name: value for name, value in given.items() if value is not None}
            ),
        )
