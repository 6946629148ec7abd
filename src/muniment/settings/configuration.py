"""Say everything that can be configured, in one type."""

from __future__ import annotations

import re
import tomllib
from functools import partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final
from unicodedata import normalize

import platformdirs
from pydantic import (
    AfterValidator,
    Field,
    SecretStr,
    StringConstraints,
    ValidationError,
    field_validator,
)
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from muniment.errors import UnknownSetting
from muniment.settings.access import AccessSettings
from muniment.settings.addresses import AbsolutePath
from muniment.settings.background import WorkerSettings
from muniment.settings.keys import ENV_DELIMITER, ENV_PREFIX, keys_of
from muniment.settings.model_sections import ModelsSettings
from muniment.settings.sections import (
    EmbedderSettings,
    ExtractionSettings,
    LimitSettings,
    PoolSettings,
    RecallSettings,
    RoleName,
    VisibilityName,
)
from muniment.settings.service import RestSettings, WebSettings
from muniment.settings.sources import Given, given, settings_file, told


def _without_margins(name: str) -> str:
    if not re.fullmatch(r"\S(?:.*\S)?", name):
        raise ValueError("write it without white space at its ends, on one line")
    return name


Name = Annotated[
    str, StringConstraints(min_length=1, max_length=256), AfterValidator(_without_margins)
]
"""A name of 1 to 256 characters with no white space at its ends."""

ComposedName = Annotated[Name, AfterValidator(partial(normalize, "NFC"))]
"""A name in the form in which requests name the same; of users and tenants another form is refused."""

DEFAULT_TENANT: Final = "local"
"""The tenant that is there from the start."""
DEFAULT_USER: Final = "local"
"""Whom one works for who names nobody."""


class Settings(BaseSettings):
    """Configure Muniment: code over environment over `~/.muniment.toml` over defaults.

    Environment variables are `MUNIMENT_` and the name in capitals, sections joined by two
    underscores: `MUNIMENT_EMBEDDER__NAME`. In code a section is a mapping, merged key by key
    with the other sources: `Settings(embedder={"name": "none"})`. `MUNIMENT_CONFIG` names
    another file. An empty variable counts as unset, and `null` as None.

    Raises:
        UnknownSetting: a key that does not exist, in any source, or a value that is not
            allowed. The message names the key, where it was given, and never the value.
    """

    model_config = SettingsConfigDict(
        env_prefix=ENV_PREFIX,
        env_nested_delimiter=ENV_DELIMITER,
        env_ignore_empty=True,
        env_parse_none_str="null",
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        validate_default=True,
    )
    given_where: ClassVar[str] = "in code"
    """Where what it is made with was given, in what is told of a wrong value."""

    home: AbsolutePath = Field(
        default_factory=lambda: platformdirs.user_data_path("muniment", appauthor=False),
        description="The directory for the bundled server and the files Muniment writes. Default: the user's "
        "data directory.",
    )
    database_url: SecretStr | None = Field(
        None,
        description="Your own PostgreSQL, as the application's role: a postgresql:// URL or a "
        "'host=… dbname=…' string. Unset: the bundled server. Never shown with its password.",
    )
    owner_url: SecretStr | None = Field(
        None,
        description="The same PostgreSQL, as the role that owns the schema; only `init` and migrations use "
        "it. Never shown with its password.",
    )
    tenant: Name = Field(DEFAULT_TENANT, description="The tenant to work in.")
    user: Name | None = Field(
        DEFAULT_USER,
        description="The user to work for; null for no user, who sees what no user owns.",
    )
    namespace: ComposedName = Field("default", description="The namespace of writes and reads.")
    agent: ComposedName | None = Field(
        None, description="The agent that writes, noted as provenance."
    )
    role: RoleName | None = Field(
        None,
        description="The agent's role, which limits what it may do: 'orchestrator', 'planner', "
        "'executor', 'researcher', 'reviewer' or 'monitor'. Unset: all that a user may do.",
    )
    read_only: bool = Field(False, description="Whether writing is forbidden, whatever the role.")
    visibility: VisibilityName = Field(
        "team",
        description="Which agents may read what is written: 'private' (the agent that wrote it), "
        "'team' (those in its namespace) or 'public' (any namespace of the same user).",
    )
    project: ComposedName = Field("inbox", description="The project that sessions belong to.")
    session: ComposedName | None = Field(
        None,
        description="The session that writes belong to. Unset: one per day, by the database's clock (UTC).",
    )
    token_budget: int | None = Field(
        None,
        ge=0,
        le=1_000_000_000,
        description="How many tokens all recalls of one agent's context may take together. Unset: no bound.",
    )
    language: str = Field(
        "english",
        pattern=r"^[a-z_][a-z0-9_]{0,62}$",
        description="The PostgreSQL text search configuration that splits and stems words.",
    )
    embedder: EmbedderSettings = Field(
        default_factory=EmbedderSettings, description=str(EmbedderSettings.__doc__)
    )
    extraction: ExtractionSettings = Field(
        default_factory=ExtractionSettings, description=str(ExtractionSettings.__doc__)
    )
    models: ModelsSettings = Field(
        default_factory=ModelsSettings, description=str(ModelsSettings.__doc__)
    )
    recall: RecallSettings = Field(
        default_factory=RecallSettings, description=str(RecallSettings.__doc__)
    )
    limits: LimitSettings = Field(
        default_factory=LimitSettings, description=str(LimitSettings.__doc__)
    )
    pool: PoolSettings = Field(default_factory=PoolSettings, description=str(PoolSettings.__doc__))
    access: AccessSettings = Field(
        default_factory=AccessSettings, description=str(AccessSettings.__doc__)
    )
    rest: RestSettings = Field(default_factory=RestSettings, description=str(RestSettings.__doc__))
    worker: WorkerSettings = Field(
        default_factory=WorkerSettings, description=str(WorkerSettings.__doc__)
    )
    web: WebSettings = Field(default_factory=WebSettings, description=str(WebSettings.__doc__))

    def __init__(self, **code: Any) -> None:
        sources: Given | None = None
        try:
            sources = given(keys_of(type(self)), code, self.given_where)
            super().__init__(**code)
        except ValidationError as wrong:
            raise UnknownSetting(told(wrong, sources)) from None
        except SettingsError as wrong:
            raise UnknownSetting(f"The environment cannot be read: {wrong}.") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as wrong:
            raise UnknownSetting(
                f"The settings file {settings_file()} cannot be read: {wrong}."
            ) from None

    @field_validator("database_url", "owner_url")
    @classmethod
    def _connectable(cls, url: SecretStr | None) -> SecretStr | None:
        if url is None:
            return None
        text = url.get_secret_value()
        if text.startswith(("postgresql://", "postgres://")) or ("://" not in text and "=" in text):
            return url
        raise ValueError("write a postgresql:// URL or a 'host=… dbname=…' string")

    @property
    def trace_path(self) -> Path:
        """Return the file of a 'jsonl' trace."""
        return self.recall.trace_path or self.home / "recalls.jsonl"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Order the sources: code, environment, file; `.env` files are not read."""
        file = TomlConfigSettingsSource(settings_cls, toml_file=settings_file())
        return init_settings, env_settings, file
