-- Whatever tells how a belief stands tells whether a contradiction of it waits for a person: so it is looked up by the belief.
CREATE INDEX contradiction_of_first ON muniment.contradictions (tenant_id, first_id) WHERE kept IS NULL;
CREATE INDEX contradiction_of_second ON muniment.contradictions (tenant_id, second_id) WHERE kept IS NULL;
