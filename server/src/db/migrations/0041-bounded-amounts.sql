-- Amounts above ten billion dollars, from before amounts had that bound (contract/src/money.ts): no answer holds them, and
-- the bound means the same for a card.

create function bounded_rules(p_rules jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(
    case when rule->>'kind' = 'amount' and (rule->>'limit')::numeric > 1000000000000
      then rule || '{"limit": 1000000000000}' else rule end order by place), '[]')
  from jsonb_array_elements(p_rules) with ordinality as each (rule, place)
$$;

-- What a version says never changes otherwise.
alter table spend_policy_version disable trigger spend_policy_version_keeps;
update spend_policy_version set document = jsonb_set(document, '{rules}', bounded_rules(document->'rules'))
  where document @? '$.rules[*].limit ? (@ > 1000000000000)';
alter table spend_policy_version enable trigger spend_policy_version_keeps;

update pending_change set details = jsonb_set(details, '{document,rules}', bounded_rules(details#>'{document,rules}'))
  where details @? '$.document.rules[*].limit ? (@ > 1000000000000)';
update pending_change set details = jsonb_set(details, '{before,rules}', bounded_rules(details#>'{before,rules}'))
  where details @? '$.before.rules[*].limit ? (@ > 1000000000000)';
update pending_change set details = jsonb_set(details, '{after,rules}', bounded_rules(details#>'{after,rules}'))
  where details @? '$.after.rules[*].limit ? (@ > 1000000000000)';

drop function bounded_rules;

update card_request set amount = least(amount, 1000000000000), decided_amount = least(decided_amount, 1000000000000)
  where amount > 1000000000000 or decided_amount > 1000000000000;
update card set amount_lock = 1000000000000 where amount_lock > 1000000000000;
update funding_schedule set amount = least(amount, 1000000000000), threshold = least(threshold, 1000000000000)
  where amount > 1000000000000 or threshold > 1000000000000;
