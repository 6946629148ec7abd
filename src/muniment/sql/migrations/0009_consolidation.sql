-- A turn that was read again and claims nothing is noted too, so that nobody reads it a third time.

ALTER TABLE muniment.decisions DROP CONSTRAINT decision_has_a_known_outcome;
ALTER TABLE muniment.decisions ADD CONSTRAINT decision_has_a_known_outcome CHECK (
    outcome IN ('new', 'superseded', 'corrected', 'ended', 'duplicate', 'contradicted', 'unclear', 'refused', 'recalled',
        'nothing'));
