-- How long a program holds purchases where that is not what the agreements say, the first matching rule: by network, presence,
-- class of merchant, and final or estimate (core/authorizations/hold-policy.ts). In days.
alter table program add column hold_rules jsonb not null default '[]'
  check (jsonb_typeof(hold_rules) = 'array' and not hold_rules @? '$[*] ? (!(@.days >= 1 && @.days <= 365))');
