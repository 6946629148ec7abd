"""The parser is what the settings name; by itself it is spaCy where that is installed."""

from __future__ import annotations

import pytest

from muniment.errors import ExtraMissing
from muniment.providers import choose_parser
from muniment.providers.choose_parser import parser_named
from muniment.providers.spacy_parser import SpacyParser
from muniment.settings import ExtractionSettings, ParserName


def installed(monkeypatch: pytest.MonkeyPatch, *, there: bool) -> None:
    monkeypatch.setattr(choose_parser, "has_spacy", lambda: there)


@pytest.mark.parametrize(
    "name,there,expected",
    [
        (ParserName.AUTO, True, SpacyParser),
        (ParserName.AUTO, False, type(None)),
        (ParserName.SPACY, True, SpacyParser),
        (ParserName.PATTERNS, True, type(None)),
        (ParserName.PATTERNS, False, type(None)),
    ],
)
def test_the_parser_follows_the_setting_and_what_is_installed(
    monkeypatch: pytest.MonkeyPatch, name: ParserName, there: bool, expected: type
) -> None:
    installed(monkeypatch, there=there)
    assert type(parser_named(ExtractionSettings(parser=name))) is expected


def test_asking_for_spacy_without_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, there=False)
    with pytest.raises(ExtraMissing, match=r"muniment\[spacy\].*extraction\.parser"):
        parser_named(ExtractionSettings(parser=ParserName.SPACY))
