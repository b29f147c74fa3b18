-- An independent reader of the books: recomputes every balance from entries and transfers, and every purchase from its
-- events and entries, in SQL alone. No row means no difference.
--   npm run operator -- books
--   psql "$DATABASE_URL" -f docs/security/recompute-balances.sql
with posted as (
  select account_id, sum(case side when 'DEBIT' then amount else 0 end) as debits,
    sum(case side when 'CREDIT' then amount else 0 end) as credits
  from entry group by account_id
), open_hold as (
  select h.* from transfer h where h.kind = 'PENDING' and not exists (select from transfer r where r.pending_id = h.id)
), held as (
  select account_id, sum(debit) as debits, sum(credit) as credits from (
    select debit_account_id, amount, 0 from open_hold union all select credit_account_id, 0, amount from open_hold
  ) as side (account_id, debit, credit) group by account_id
), of_purchase as (
  -- The key of what an event causes is card/, one character, /, and the id of the event.
  select e.transaction_id, n.account_id,
    sum(case n.side when 'DEBIT' then n.amount else -n.amount end) as taken
  from card_event e
  join transfer t on t.idempotency_key like 'card/_/%' and substring(t.idempotency_key from 8) = e.event_id
  join entry n on n.transfer_id = t.id
  group by e.transaction_id, n.account_id
), unpaid_fee as (
  select e.transaction_id, sum(t.amount) as amount
  from card_event e
  join transfer t on t.idempotency_key like 'card/_/%' and substring(t.idempotency_key from 8) = e.event_id
    and t.code = 'FEE_UNPAID'
  group by e.transaction_id
), of_events as (
  select transaction_id,
    coalesce(sum(amount) filter (where type in ('CLEARING', 'FINANCIAL_AUTHORIZATION', 'CORRECTION_DEBIT')
      and outcome is distinct from 'DECLINED'), 0) as settled,
    coalesce(sum(case type when 'RETURN_REVERSAL' then -amount else amount end)
      filter (where type in ('RETURN', 'CORRECTION_CREDIT', 'RETURN_REVERSAL')), 0) as returned,
    coalesce(sum(amount) filter (where type = 'FEE'), 0) as fees
  from card_event group by transaction_id
)
select 'account: its figures are not its entries and holds' as difference, a.id::text as id
from financial_account a
left join posted p on p.account_id = a.id
left join held h on h.account_id = a.id
where (a.debits_posted, a.credits_posted, a.debits_pending, a.credits_pending) is distinct from
  (coalesce(p.debits, 0), coalesce(p.credits, 0), coalesce(h.debits, 0), coalesce(h.credits, 0))
union all
select 'transfer: its entries are not one debit and one credit of the same amount', transfer_id::text
from entry group by transfer_id
having count(*) <> 2 or sum(case side when 'DEBIT' then amount else -amount end) <> 0
union all
select 'business: its accounts do not add up to nothing', business_id::text
from financial_account group by business_id having sum(credits_posted - debits_posted) <> 0
union all
select 'purchase: its figures are not its events', t.id::text
from card_transaction t join of_events e on e.transaction_id = t.id
where (t.settled, t.returned, t.fees) is distinct from (e.settled, e.returned, e.fees)
union all
select 'purchase: its account has not paid what was settled, returned and charged', t.id::text
from card_transaction t
left join of_purchase o on o.transaction_id = t.id and o.account_id = t.account_id
left join unpaid_fee u on u.transaction_id = t.id
where coalesce(o.taken, 0) <> t.settled - t.returned + t.fees - coalesce(u.amount, 0);
