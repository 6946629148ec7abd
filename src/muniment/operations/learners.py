"""Make the learner of a principal, with the language models that play a part in learning."""

from __future__ import annotations

from collections.abc import Sequence

from muniment.access.principal import Principal
from muniment.knowledge.learning.advising import Adviser
from muniment.knowledge.learning.reading_rounds import Place, Round
from muniment.knowledge.learning.rounds import Adjudicate, Learner
from muniment.knowledge.staging.looking import Looking
from muniment.knowledge.staging.reading import SessionExtractor
from muniment.model.memory import Visibility
from muniment.operations.services import Services
from muniment.ports.extractor import Extractor
from muniment.ports.language_model import LanguageModel, ModelRole


def learner_of(services: Services) -> Learner:
    """Return who learns: by rules, but for the roles that a model plays.

    An adjudicator reads and decides; where it fails, or there is none, an extractor reads and a
    resolver advises. What any of them says is checked under the lock.
    """
    adjudicator = services.models.get(ModelRole.ADJUDICATOR)
    resolver = services.models.get(ModelRole.RESOLVER)
    return Learner(
        ledger=services.ledger,
        extractor=services.extractor,
        adjudicate=None if adjudicator is None else _adjudicating(services, adjudicator),
        advise=None if resolver is None else Adviser(store=services.store, model=resolver).advise,
    )


def _adjudicating(services: Services, model: LanguageModel) -> Adjudicate:
    def extractor_for(
        principal: Principal, rounds: Sequence[Round], place: Place, otherwise: Extractor
    ) -> Extractor:
        return SessionExtractor(
            model=model,
            looking=Looking(
                store=services.store,
                recaller=services.recaller,
                principal=principal,
                namespace=place.namespace,
                containers=() if place.container is None else (place.container,),
                is_private=place.visibility is Visibility.PRIVATE,
            ),
            rounds=rounds,
            place=place,
            limits=services.ledger.limits,
            otherwise=otherwise,
        )

    return extractor_for
