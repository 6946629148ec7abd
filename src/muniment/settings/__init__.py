"""Hold the one configuration: what may be set, where it is read from, and what is refused."""

from __future__ import annotations

from pydantic import SecretStr

from muniment.settings.access import AccessSettings
from muniment.settings.background import WorkerSettings
from muniment.settings.configuration import DEFAULT_TENANT, DEFAULT_USER, Settings
from muniment.settings.model_sections import (
    ModelProvider,
    ModelSettings,
    ModelsSettings,
    RewriteMode,
)
from muniment.settings.reference import SettingEntry, settings_reference
from muniment.settings.sections import (
    EmbedderName,
    EmbedderSettings,
    ExtractionSettings,
    LimitSettings,
    ParserName,
    PoolSettings,
    RecallSettings,
    TaggerName,
    TraceTarget,
    VectorSearch,
)

__all__ = [
    "DEFAULT_TENANT",
    "DEFAULT_USER",
    "AccessSettings",
    "EmbedderName",
    "EmbedderSettings",
    "ExtractionSettings",
    "LimitSettings",
    "ModelProvider",
    "ModelSettings",
    "ModelsSettings",
    "ParserName",
    "PoolSettings",
    "RecallSettings",
    "RewriteMode",
    "SecretStr",
    "SettingEntry",
    "Settings",
    "TaggerName",
    "TraceTarget",
    "VectorSearch",
    "WorkerSettings",
    "settings_reference",
]
